/** In a client that Cairn itself started the server is there and does nothing: no tool, no answer to a hook, no trace. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { McpClient } from "../support/mcp-client.ts";
import { runProgram } from "../support/program.ts";

const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const started = { hook_event_name: "SessionStart", session_id, source: "startup" };
const prompted = { hook_event_name: "UserPromptSubmit", session_id, prompt: "Why do we use WAL?", prompt_id: "p1" };

/** A Cairn that knows something worth telling, asked in an environment with these variables besides. */
async function place(more: Readonly<Record<string, string>>) {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "WAL mode", text: "SQLite runs in WAL mode.", kind: "decision" });
  const env = { ...cairn.env, CLAUDECODE: "1", CLAUDE_PLUGIN_ROOT: "/p", ...more };
  const trails = () => existsSync(join(cairn.cairnHome, "sessions"));
  return { cairn, running: { cwd: cairn.project, env }, trails };
}

async function served(more: Readonly<Record<string, string>>, theirs?: object) {
  const { cairn, running, trails } = await place(more);
  if (theirs !== undefined) {
    mkdirSync(join(cairn.project, ".claude"));
    writeFileSync(join(cairn.project, ".claude", "settings.json"), JSON.stringify({ env: theirs }));
  }
  const client = await McpClient.start(running);
  const tools: unknown[] = (await client.request("tools/list")).result.tools;
  const hook = (moment: string, payload: object) =>
    client.call("hook", { host: "claude-code", moment, ...payload, payload: JSON.stringify(payload) });
  const answers = [await hook("session-start", started), await hook("prompt", prompted)];
  const kept = await client.call("remember", { text: "Keep me.", kind: "project" });
  expect(await client.close()).toBe(0);
  return { tools: tools.length, told: answers.map(({ text }) => text).join("\n"), kept, hasTrail: trails() };
}

test("under a scribe the server lists no tool, takes no memory, answers hooks with nothing and keeps no trail", async () => {
  const { tools, told, kept, hasTrail } = await served({ CAIRN_SCRIBE: "1" });
  expect({ tools, hasTrail }).toEqual({ tools: 0, hasTrail: false });
  expect(told).not.toContain("Cairn keeps");
  expect(kept.isError).toBe(true);
});

test("without it all of that is there; a repository that sets it changes nothing", async () => {
  for (const [env, theirs] of [
    [{}, undefined],
    [{ CAIRN_SCRIBE: "1" }, { CAIRN_SCRIBE: "1" }],
  ] as const) {
    const { tools, told, kept, hasTrail } = await served(env, theirs);
    expect(tools).toBeGreaterThan(0);
    expect(told).toContain("Cairn keeps");
    expect([kept.isError, hasTrail]).toEqual([false, true]);
  }
});

test("a hook's own process says nothing under it, and keeps no trail", async () => {
  const hook = async (more: Readonly<Record<string, string>>) => {
    const { running, trails } = await place(more);
    const words = ["hook", "claude-code", "session-start", "--payload-file", "-"];
    const { out } = await runProgram(words, { ...running, input: JSON.stringify(started) });
    return { isSilent: !out.includes("Cairn"), hasTrail: trails() };
  };
  expect(await hook({ CAIRN_SCRIBE: "1" })).toEqual({ isSilent: true, hasTrail: false });
  expect(await hook({})).toEqual({ isSilent: false, hasTrail: true });
});
