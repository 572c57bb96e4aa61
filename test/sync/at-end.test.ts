/** With `sync.auto` what a session learned goes at its very end, by the server that runs, after the hook has its answer. */

import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { cairnServer } from "../../src/adapters/mcp/server.ts";
import { StdioTransport } from "../../src/adapters/mcp/stdio.ts";
import { registry } from "../../src/adapters/registry.ts";
import { filesThere, type Machine, type World, worldOf } from "./machines.ts";

const WAL = { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "project" } as const;

/** The server of one machine, as a client starts it: what is asked, and how it ends. */
function serverOf({ cairn }: Machine) {
  const input = new PassThrough();
  const answers: { id?: number }[] = [];
  const output = {
    write(text: string, done: () => void) {
      for (const line of text.split("\n").filter(Boolean)) answers.push(JSON.parse(line));
      setImmediate(done);
    },
    on: () => undefined,
  };
  const report = (text: string) => {
    throw new Error(text);
  };
  const { server, close } = cairnServer({ registry, open: () => cairn.open({ surface: "mcp" }), report });
  void server.connect(new StdioTransport(input, output));
  let id = 0;
  return {
    close,
    async call(name: string, given: object): Promise<void> {
      const params = { name, arguments: given };
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method: "tools/call", params })}\n`);
      await vi.waitFor(() => expect(answers.map((one) => one.id)).toContain(id), { timeout: 20_000 });
    },
  };
}

const isThere = (world: World) => Object.keys(filesThere(world)).some((path) => path.includes("wal-mode"));

async function learned(auto: boolean): Promise<{ world: World; laptop: Machine }> {
  const world = worldOf("folder");
  const laptop = world.machine({ settings: { "sync.auto": auto } });
  await laptop.cairn.ask("remember", { title: "Tabs", text: "Indent with tabs.", kind: "feedback", scope: "user" });
  await laptop.setup();
  await laptop.cairn.ask("remember", WAL);
  return { world, laptop };
}

const END = { host: "claude-code", moment: "session-end", session_id: "s1", reason: "other" };

test("at the end of a session, once its hook is answered", async () => {
  const { world, laptop } = await learned(true);
  const { call, close } = serverOf(laptop);
  await call("hook", END);
  await vi.waitFor(() => expect(isThere(world)).toBe(true), { timeout: 20_000 });
  await close();
});

test("when the client goes without a word", async () => {
  const { world, laptop } = await learned(true);
  const { call, close } = serverOf(laptop);
  await call("recall", { question: "sqlite" });
  expect(isThere(world)).toBe(false);
  await close();
  expect(isThere(world)).toBe(true);
});

test("not where it is switched off", async () => {
  const { world, laptop } = await learned(false);
  const { call, close } = serverOf(laptop);
  await call("hook", END);
  await close();
  expect(isThere(world)).toBe(false);
});
