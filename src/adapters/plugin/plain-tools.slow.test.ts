/** A tool in a small program: whatever a client says, it says and leaves behind what the whole program does. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedOf } from "../../../test/hosts/recorded.ts";
import { TwoWays } from "../../../test/support/two-ways.ts";

const HOSTS = ["codex", "copilot-cli", "gemini-cli", "opencode"];
const SMALL: readonly string[] = ["before-tool", "after-tool"];

function kitchen(name: string, host: string): TwoWays {
  const world = new TwoWays(name);
  world.host = host;
  for (let n = 0; n < 60; n++) world.write(`note-${n}`, "project", `The kettle number ${n} stands in hall ${n}.`);
  world.write("kettle", "constraint", "Never change src/kettle.ts by hand: it is generated from kettle.yaml.");
  return world;
}

/** What a client said, said in this world. */
function inWorld(payload: object, { cwd, home }: TwoWays): Record<string, unknown> {
  const text = JSON.stringify(payload).replaceAll("/scene/project", cwd).replaceAll("/scene/home", home);
  return JSON.parse(text);
}

test.each(HOSTS)("what the real %s said at each tool", (host) => {
  const world = kitchen(`recorded-${host}`, host);
  let compared = 0;
  for (const { moment, payload } of recordedOf(host)) {
    const said = inWorld(payload, world);
    if (!SMALL.includes(moment)) world.hook(moment, said);
    else {
      const [plain, whole] = world.bothWays(said, moment);
      expect({ moment, ...plain }).toEqual({ moment, ...whole });
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(3);
});

const session_id = "0a1b2c3d-96a5-4c5f-9a53-2f0a6b1cffe2";

function begun(name: string): TwoWays {
  const world = kitchen(name, "gemini-cli");
  const said = { session_id, cwd: world.cwd, timestamp: "2026-11-18T08:00:00.000Z" };
  world.hook("session-start", { ...said, source: "startup" });
  world.hook("prompt", { ...said, prompt: "Where does kettle number 7 stand?" });
  return world;
}

const write = (file_path: string, content: string) => ({ tool_name: "write_file", tool_input: { file_path, content } });
const command = (line: string, llmContent = "done") => ({
  tool_name: "run_shell_command",
  tool_input: { command: line },
  tool_response: { llmContent },
});

const cases: Readonly<Record<string, readonly [moment: string, payload: (world: TwoWays) => object]>> = {
  "a write that a constraint speaks of": ["before-tool", ({ cwd }) => write(join(cwd, "src/kettle.ts"), "export {};")],
  "a command that a constraint speaks of": ["before-tool", () => command("sed -i s/a/b/ src/kettle.ts")],
  "a secret written into a memory": [
    "before-tool",
    ({ memories }) => write(join(memories, "key.md"), `The key is AKIA${"Q".repeat(16)}.`),
  ],
  "a memory written past Cairn": ["after-tool", ({ memories }) => write(join(memories, "note-3.md"), "It moved.")],
  "a command that names the memories": ["after-tool", ({ memories }) => command(`cat ${memories}/note-3.md`)],
  "a command that fetches": ["after-tool", () => command("curl https://example.org/page", "words of others")],
  "a commit": ["after-tool", () => command('git commit -m "Use Postgres for the orders"')],
  "a tool of Cairn's that forgets": [
    "before-tool",
    () => ({
      tool_name: "mcp_cairn_forget",
      tool_input: { id: "project:note-1" },
      mcp_context: { server_name: "cairn" },
    }),
  ],
  "a tool nobody knows": ["after-tool", () => ({ tool_name: "glob", tool_input: { pattern: "*" } })],
  "no session": ["after-tool", () => ({ ...command("ls"), session_id: "" })],
};

const CHANGING: readonly string[] = ["a memory written past Cairn", "a command that names the memories"];

test.each(Object.keys(cases))("%s", (name) => {
  const [moment, payload] = cases[name]!;
  const world = begun(name.replaceAll(/\W+/g, "-"));
  const said = { session_id, timestamp: "2026-11-18T08:01:00.000Z", ...payload(world) };
  const [plain, whole] = world.bothWays(said, moment, CHANGING.includes(name));
  expect(plain).toEqual(whole);
});

test.each(["before-tool", "after-tool"])("%s is answered by the small program alone", (moment) => {
  const world = begun(`alone-${moment}`);
  const said = { session_id, cwd: world.cwd, timestamp: "2026-11-18T08:01:00.000Z" };
  const payload = command("ls");
  world.hook(moment, { ...said, ...payload, timestamp: "2026-11-18T08:00:30.000Z" });
  const cache = join(world.home, ".claude", "cairn", "cache");
  rmSync(cache, { recursive: true });
  world.hook(moment, { ...said, ...payload });
  expect(readdirSync(cache)).toHaveLength(1);
});

test("off the record a tool leaves nothing, by either program", () => {
  const world = begun("off");
  world.hook("prompt", { session_id, cwd: world.cwd, timestamp: "2026-11-18T08:02:00.000Z", prompt: "off the record" });
  const [plain, whole] = world.bothWays(
    { session_id, timestamp: "2026-11-18T08:03:00.000Z", ...command("ls") },
    "after-tool",
  );
  expect(plain).toEqual(whole);
});

test("where the disk takes no trail, a tool is answered as ever", () => {
  const world = kitchen("refused", "gemini-cli");
  mkdirSync(join(world.home, ".claude", "cairn", "sessions", `gemini-cli-${session_id}.jsonl`), { recursive: true });
  writeFileSync(join(world.cwd, "a.ts"), "");
  const [plain, whole] = world.bothWays({ session_id, ...command("ls") }, "after-tool");
  expect(plain).toEqual(whole);
});
