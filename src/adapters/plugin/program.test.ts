import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const base = mkdtempSync(join(tmpdir(), "cairn-plugin-"));
const program = join(base, "cairn.cjs");
const home = join(base, "home");
const cwd = join(base, "project");
const cache = join(home, ".claude", "cairn", "cache");
const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/fresh.mjs"], { stdio: "inherit" });
  // Away from the package: a host copies the folder of a plugin and nothing beside it.
  cpSync(resolve("dist/plugin"), base, { recursive: true });
  for (const folder of [cwd, join(home, ".claude", "cairn")]) mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true }));

function run(words: readonly string[], input: string, flags: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...words], {
    cwd,
    input,
    encoding: "utf8",
    env: { HOME: home, PATH: process.env["PATH"], CLAUDECODE: "1" },
  });
  return { status, out: stdout, err: stderr };
}

/** As the plugin's own lines have it. */
const line = JSON.parse(readFileSync("plugin/hooks/hooks.json", "utf8")).hooks.SessionStart[0].hooks[0]
  .command as string;
const flags = (line.split('"')[0] ?? "").trim().split(" ").slice(1);
const hook = (moment: string, input: string) =>
  run(["hook", "claude-code", moment, "--payload-file", "-"], input, flags);
const started = JSON.stringify({ session_id, cwd, hook_event_name: "SessionStart", source: "startup" });

test("a session's start is answered alike with and without kept code", () => {
  const first = hook("session-start", started);
  expect(first).toMatchObject({ status: 0, err: "", out: expect.stringContaining(session_id) });
  expect(readdirSync(cache)).toEqual([expect.stringMatching(/^hook-session-start--no-turbofan-/)]);
  expect(hook("session-start", started)).toEqual(first);
});

test.each(["", "{", "[]", "null", `{"session_id":7}`, "x".repeat(100_000)])(
  "a hook that is told %.20j ends well and says nothing",
  (input) => {
    expect(hook("session-start", input)).toEqual({ status: 0, out: "{}\n", err: "" });
    expect(hook("no-moment", input)).toEqual({ status: 0, out: "{}\n", err: "" });
  },
);

test("a hook ends well where there is no home to keep anything in", () => {
  const given = { cwd, input: started, encoding: "utf8", env: { HOME: "/proc/nowhere", PATH: "" } } as const;
  const { status, stderr } = spawnSync(
    process.execPath,
    [program, "hook", "claude-code", "session-start", "--payload-file", "-"],
    given,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the same file is the command line and the server", () => {
  expect(run(["remember", "The kettle is blue", "--kind", "project"], "")).toMatchObject({ status: 0, err: "" });
  expect(run(["list"], "").out).toContain("kettle");
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const asked = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`;
  expect(JSON.parse(run(["mcp"], asked).out)).toMatchObject({ id: 1, result: { serverInfo: { name: "cairn" } } });
});

test("a prompt that had to read many memories leaves the next one an index", () => {
  const folder = join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"), "memory");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 60; n++) writeFileSync(join(folder, `n-${n}.md`), `# Pump ${n}\n\nPump ${n} feeds tank ${n}.\n`);
  const roots = join(home, ".claude", "cairn", "roots");
  rmSync(roots, { recursive: true, force: true });
  const asked = JSON.stringify({ session_id, cwd, prompt: "Which tank does pump 17 feed?", prompt_id: "p1" });
  expect(hook("prompt", asked)).toMatchObject({ status: 0, err: "" });
  const kept = readdirSync(roots, { recursive: true }).map(String);
  expect(kept).toContainEqual(expect.stringMatching(/^project-\w+.index.seg-\w+\.bin$/));
});

test("a file edited after it was built runs as edited, never as kept", () => {
  hook("session-start", started);
  const part = join(base, "hook.cjs");
  const text = readFileSync(part, "latin1");
  writeFileSync(
    part,
    text.replaceAll("Cairn keeps this project's memory", "Cairn holds this project's memory"),
    "latin1",
  );
  expect(hook("session-start", started).out).toContain("Cairn holds");
  writeFileSync(part, text, "latin1");
});
