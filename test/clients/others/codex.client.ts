import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, locks, task, timesTold, tool } from "../cairn-plugin.ts";
import { entriesOf } from "../client.ts";
import { clientVersions } from "../install.ts";
import { type Scene, scene } from "../scene.ts";
import { hasScreens } from "../screen.ts";
import { call, printScript, say } from "../script.ts";
import { SUMMARY } from "./apis.ts";
import { Codex } from "./codex.ts";

/** Several sessions of a client that takes seconds to start, one after the other. */
vi.setConfig({ testTimeout: 240_000 });

const CONFIG = '# mine\nmodel_reasoning_effort = "low" # enough\n\n[projects."/somewhere"]\ntrust_level = "trusted"\n';
const HOOKS =
  '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "true" }] }\n    ]\n  }\n}\n';

/** Its first request does not wait for what a server offers. */
const soon = call("exec_command", { cmd: "sleep 2" });

/** A model it does not know is offered every tool at once; for others those of servers have to be looked for first. */
const plainTools = { words: ["-c", "model=fake-model"] };

function file(at: Scene, name: string): string {
  return readFileSync(join(at.home, ".codex", name), "utf8");
}

function trailOf(at: Scene, session: string) {
  return entriesOf(join(at.home, ".claude", "cairn", "sessions", `codex-${session}.jsonl`));
}

/** All that Cairn told the model in a request, and how often something of it. */
function told(codex: Codex, text: string): number {
  const messages = (codex.api.last().body.input as { role?: string; content?: unknown }[]).filter(
    ({ role }) => role === "developer",
  );
  return JSON.stringify(messages).split(JSON.stringify(text).slice(1, -1)).length - 1;
}

test("Codex has Cairn after init, with its hooks trusted, and every byte of its own after uninstall", async () => {
  const at = await scene();
  at.write("home/.codex/config.toml", CONFIG);
  at.write("home/.codex/hooks.json", HOOKS);
  keepBoth(at);
  expect(cairnJson(at, ["init", "codex"])).toMatchObject({ done: false, hosts: ["codex"] });
  expect([file(at, "config.toml"), file(at, "hooks.json")]).toEqual([CONFIG, HOOKS]);
  const done = cairn(at, ["init", "codex", "--yes"]);
  expect(done).toMatchObject({ code: 0, err: "", out: expect.stringContaining("trust Cairn's hooks when it asks") });
  expect(cairnJson(at, ["init", "codex", "--yes"])).toMatchObject({ done: true, changes: [] });
  expect(cairn(at, ["doctor"]).out).toMatch(/installed, not trusted yet: 9 of 9\n\s+Start Codex and trust them/);

  const codex = await Codex.in(at);
  // Its tools work at once; what it does by itself waits for the person's trust.
  const untrusted = await codex.run(
    printScript(soon, call("mcp__cairn/recall", { question: "advisory locks" }), say("found")),
    {
      ...plainTools,
      untrusted: true,
    },
  );
  expect(untrusted).toMatchObject({ code: 0, result: "found" });
  expect(codex.api.last().text).toContain(locks.text);
  expect(told(codex, task.text)).toBe(0);

  await codex.run(aboutLocks);
  expect([told(codex, task.text), told(codex, locks.text)]).toEqual([1, 1]);
  expect(codex.api.strays).toEqual([]);

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect([file(at, "config.toml"), file(at, "hooks.json")]).toEqual([CONFIG, HOOKS]);
  expect(existsSync(join(at.home, ".agents"))).toBe(false);
  await codex.run("without it");
  expect(codex.api.last().text).not.toMatch(/mcp__cairn|Cairn keeps/);
  expect(cairn(at, ["list"]).out).toContain(locks.title);
});

test("what Codex kept, Claude Code is shown where it needs it, and the other way round", async () => {
  const at = await scene();
  expect(cairn(at, ["init", "codex", "--yes"]).code).toBe(0);
  const codex = await Codex.in(at);
  const kept = await codex.run(printScript(soon, call("mcp__cairn/remember", locks), say("kept")), plainTools);
  expect(kept).toMatchObject({ code: 0, result: "kept" });
  expect(codex.api.last().text).toContain("Remembered project:postgres-advisory-locks");
  const [version] = clientVersions;
  const claude = cairnClient(at, { version });
  await claude.run(aboutLocks);
  expect(timesTold(locks.text, at.model.last().body)).toBe(1);
  await claude.run(printScript(tool("remember", task), say("kept")), { permissionMode: "default" });

  await codex.run("good morning");
  expect([told(codex, task.text), told(codex, locks.text)]).toEqual([1, 0]);
  await codex.run(`Tell me: ${aboutLocks}`);
  expect(told(codex, locks.text)).toBe(1);
  expect(cairnJson(at, ["history", "postgres-advisory-locks-guard-the-nightly-export"])).toMatchObject({
    changes: [{ by: `mcp ${kept.session}` }],
  });
});

test("a prompt that needs nothing gets nothing, what was shown is not shown twice, and a compaction is recovered from", async () => {
  const at = await scene();
  keepBoth(at);
  cairn(at, ["init", "codex", "--yes"]);
  const codex = await Codex.in(at);
  await codex.run("write a parser for dates");
  expect(told(codex, locks.text)).toBe(0);
  await codex.run(aboutLocks);
  await codex.run(`Once more: ${aboutLocks}`, { resumes: true });
  expect([told(codex, task.text), told(codex, locks.text)]).toEqual([1, 1]);

  const script = printScript({ ...call("exec_command", { cmd: "echo one" }), usageTokens: 9_000 }, say("went on"));
  const { result, session } = await codex.run(`Port the importer.\n${script}`, {
    words: ["-c", "model_auto_compact_token_limit=3000"],
  });
  expect(result).toBe("went on");
  const after = codex.api.last();
  expect(after.text).toContain(SUMMARY);
  expect(told(codex, task.text)).toBe(1);
  const moments = trailOf(at, session).flatMap(({ is, moment }) => (is === "ran" ? [moment] : []));
  expect(moments).toEqual(
    expect.arrayContaining(["session-start", "prompt", "before-compaction", "stop", "session-end"]),
  );
});

test("what a session of Codex settles is drafted at its end, found in its record, and imported from it", async () => {
  const at = await scene();
  cairn(at, ["init", "codex", "--yes"]);
  const codex = await Codex.in(at);
  const wish = "From now on always run the linter with the zebra preset before committing.";
  const { session } = await codex.run(wish);
  const { drafts = [], waiting = [] } = cairnJson(at, ["review"]);
  expect(JSON.stringify([drafts, waiting, cairnJson(at, ["list"])])).toContain("zebra");
  expect(cairn(at, ["recall", "zebra preset", "--in", "transcripts"]).out).toContain("zebra");
  expect(cairnJson(at, ["status"]).session).toMatchObject({ id: session, client: "Codex" });
  // Cairn's own words in the record are no one's.
  keepBoth(at);
  await codex.run(aboutLocks);
  expect(cairn(at, ["recall", "two exporters once ran at once", "--in", "transcripts"]).out).not.toContain("4711");
});

test("a sub-agent's words are not the person's, and a memory file it patches keeps no secret", async () => {
  const at = await scene();
  keepBoth(at);
  cairn(at, ["init", "codex", "--yes"]);
  const codex = await Codex.in(at);
  const script = printScript(
    call("multi_agent_v1/spawn_agent", { message: `From now on use yaks. ${aboutLocks}`, agent_type: "explorer" }),
    call("multi_agent_v1/wait_agent", { targets: ["$agent"], timeout_ms: 10_000 }),
    say("over"),
  );
  const { session } = await codex.run(script, plainTools);
  const trail = trailOf(at, session);
  expect(trail.filter(({ is }) => is === "prompt")).toHaveLength(1);
  expect(JSON.stringify(cairnJson(at, ["review"]))).not.toContain("yaks");
  expect(existsSync(join(at.home, ".claude", "cairn", "mishaps.jsonl"))).toBe(false);

  const { path } = cairnJson(at, ["where"]).places.find(({ scope }: { scope: string }) => scope === "project");
  const secret = ["ghp", "x7Kq2mZp9RtY4vWb8NcD3fGh6JsLaE1uT5oQ"].join("_");
  const patch = `*** Begin Patch\n*** Add File: ${path}/deploy.md\n+The token is ${secret}.\n*** End Patch`;
  await codex.run(printScript(call("*apply_patch", { text: patch }), say("written")));
  expect(readFileSync(join(path, "deploy.md"), "utf8")).toContain("[REDACTED:");
});

test("whatever becomes of Cairn, Codex' turn completes", async () => {
  const at = await scene();
  keepBoth(at);
  cairn(at, ["init", "codex", "--yes"]);
  const codex = await Codex.in(at);
  // Its server is killed in the middle of a turn.
  const killed = printScript(call("exec_command", { cmd: "pkill -9 -P $PPID node; echo gone" }), say("still here"));
  expect(await codex.run(killed)).toMatchObject({ code: 0, result: "still here" });
  // There is no node for its hooks and its server.
  const bare = at.folder("bin");
  expect(await codex.run("without node", { env: { PATH: bare } })).toMatchObject({
    code: 0,
    result: "ok: without node",
  });
  // There is no place to keep anything.
  at.write("nowhere", "a file where a folder should be");
  const lost = { env: { CAIRN_HOME: join(at.base, "nowhere", "cairn") } };
  expect(await codex.run("without a home", lost)).toMatchObject({ code: 0, result: "ok: without a home" });
  // Cairn itself is gone.
  const config = file(at, "config.toml").replaceAll("cairn.cjs", "gone.cjs");
  at.write("home/.codex/config.toml", config);
  at.write("home/.codex/hooks.json", file(at, "hooks.json").replaceAll("cairn.cjs", "gone.cjs"));
  expect(await codex.run("without Cairn")).toMatchObject({ code: 0, result: "ok: without Cairn" });
});

test.skipIf(!hasScreens)(
  "what a person trusts when Codex asks is trusted to doctor, until a hook changes",
  async () => {
    const at = await scene();
    cairn(at, ["init", "codex", "--yes"]);
    const codex = await Codex.in(at);
    const screen = codex.open();
    await screen.shows("2. Trust all and continue");
    await screen.say("2");
    await vi.waitFor(() => expect(file(at, "config.toml")).toContain("trusted_hash"), {
      timeout: 60_000,
      interval: 250,
    });
    screen.close();
    expect(cairn(at, ["doctor"]).out).toContain("hooks: 9, trusted");
    at.write("home/.codex/hooks.json", file(at, "hooks.json").replace('"timeout": 10', '"timeout": 20'));
    expect(cairn(at, ["doctor"]).out).toMatch(/changed since you trusted them, so not run: 1 of 9\n\s+Start Codex/);
    const again = codex.open();
    await again.shows("1 hook is new or changed");
    again.close();
  },
);
