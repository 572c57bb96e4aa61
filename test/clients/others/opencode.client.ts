import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  aboutLocks,
  cairn,
  cairnClient,
  cairnJson,
  keepBoth,
  locks,
  marketplace,
  task,
  timesTold,
  tool,
} from "../cairn-plugin.ts";
import { entriesOf } from "../client.ts";
import { clientVersions } from "../install.ts";
import { type Scene, scene } from "../scene.ts";
import { call, printScript, say } from "../script.ts";
import { SUMMARY } from "./apis.ts";
import { Opencode } from "./opencode.ts";
import { otherProgram } from "./programs.ts";

/** Several sessions of a client that takes seconds to start, one after the other. */
vi.setConfig({ testTimeout: 480_000 });

/** How often Cairn told the model of something, in the newest request. */
function told({ api }: Opencode, text: string): number {
  const parts = (api.last().body.messages as { role: string; content: unknown }[]).flatMap(({ role, content }) =>
    role === "system" || Array.isArray(content) ? [content] : [],
  );
  return JSON.stringify(parts).split(JSON.stringify(text).slice(1, -1)).length - 1;
}

function trailOf(at: Scene, session: string) {
  return entriesOf(join(at.home, ".claude", "cairn", "sessions", `opencode-${session}.jsonl`));
}

/** The same program with a Node that reads SQLite. */
function withNewerNode(at: Scene, words: readonly string[]): string {
  const env = { HOME: at.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const program = [join(marketplace, "cairn.cjs"), ...words];
  const { stdout, stderr } = spawnSync(otherProgram("node"), program, { cwd: at.project, encoding: "utf8", env });
  return stdout + stderr;
}

test("opencode has Cairn after init, what it kept others are shown, and nothing is left after uninstall", async () => {
  const at = await scene();
  const client = await Opencode.in(at);
  const settings = readFileSync(join(at.home, ".config", "opencode", "opencode.json"), "utf8");
  expect(cairn(at, ["init", "opencode", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(cairnJson(at, ["init", "opencode", "--yes"])).toMatchObject({ done: true, changes: [] });
  const kept = await client.run(printScript(call("cairn_remember", locks), say("kept")));
  expect(kept).toMatchObject({ code: 0, result: "kept" });
  expect(client.api.last().text).toContain("Remembered project:postgres-advisory-locks");

  const [version] = clientVersions;
  const claude = cairnClient(at, { version });
  await claude.run(aboutLocks);
  expect(timesTold(`# ${locks.title}`, at.model.last().body)).toBe(1);
  await claude.run(printScript(tool("remember", task), say("kept")), { permissionMode: "default" });

  await client.run("write a parser for dates");
  expect([told(client, task.text), told(client, `# ${locks.title}`)]).toEqual([1, 0]);
  const asked = await client.run(aboutLocks);
  expect(told(client, `# ${locks.title}`)).toBe(1);
  expect(client.api.strays).toEqual([]);
  expect(cairnJson(at, ["status"]).session).toMatchObject({ id: asked.session, client: "opencode" });

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(join(at.home, ".config", "opencode", "opencode.json"), "utf8")).toBe(settings);
  expect(readdirSync(join(at.home, ".config", "opencode"))).not.toContain("plugins");
  expect(existsSync(join(at.home, ".agents"))).toBe(false);
  await client.run("without it");
  expect(client.api.last().text).not.toMatch(/cairn_recall|Cairn keeps/);
});

test("what a session of opencode settles is drafted, found in its database, and no secret goes into a memory file", async () => {
  const at = await scene();
  const client = await Opencode.in(at);
  cairn(at, ["init", "opencode", "--yes"]);
  const { session } = await client.run("From now on always run the linter with the zebra preset before committing.");
  expect(JSON.stringify([cairnJson(at, ["review"]), cairnJson(at, ["list"])])).toContain("zebra");
  const moments = trailOf(at, session).flatMap(({ is, moment }) => (is === "ran" ? [moment] : []));
  expect(moments).toEqual(expect.arrayContaining(["session-start", "prompt", "stop", "session-end"]));
  // Cairn's own words in the record are no one's.
  keepBoth(at);
  await client.run(aboutLocks);
  expect(told(client, locks.text)).toBe(1);
  expect(withNewerNode(at, ["recall", "zebra preset", "--in", "transcripts"])).toContain("zebra");
  expect(withNewerNode(at, ["recall", "two exporters once ran", "--in", "transcripts"])).not.toContain("4711");
  expect(withNewerNode(at, ["import", "transcripts", "--dry-run"])).toMatch(/\b2\b/);
  // Where Node cannot read it, that is said.
  expect(cairn(at, ["doctor"]).out.includes("SQLite")).toBe(process.getBuiltinModule?.("node:sqlite") === undefined);

  const { path } = cairnJson(at, ["where"]).places.find(({ scope }: { scope: string }) => scope === "project");
  const secret = ["ghp", "x7Kq2mZp9RtY4vWb8NcD3fGh6JsLaE1uT5oQ"].join("_");
  const filePath = join(path, "deploy.md");
  await client.run(printScript(call("write", { filePath, content: `The token is ${secret}.` }), say("written")));
  expect(readFileSync(filePath, "utf8")).toContain("[REDACTED:");
});

test("a sub-agent's words are not the person's, a failed command is told what is known, a compaction is recovered from", async () => {
  const at = await scene();
  keepBoth(at);
  const client = await Opencode.in(at, { context: 20_000 });
  cairn(at, ["init", "opencode", "--yes"]);
  const looks = call("task", { description: "look", prompt: "From now on use yaks.", subagent_type: "general" });
  const { session } = await client.run(printScript(looks, say("over")));
  expect(trailOf(at, session).filter(({ is }) => is === "prompt")).toHaveLength(1);
  expect(JSON.stringify(cairnJson(at, ["review"]))).not.toContain("yaks");

  const fails = { ...call("bash", { command: "echo one; false", description: "Fails" }), usageTokens: 30_000 };
  const went = await client.run(`Port the importer.\n${printScript(fails, say("went on"))}`);
  expect(went.code).toBe(0);
  expect(client.api.last().text).toContain(SUMMARY);
  expect(told(client, task.text)).toBe(1);
  const moments = trailOf(at, went.session).flatMap(({ is, moment }) => (is === "ran" ? [moment] : []));
  expect(moments).toEqual(expect.arrayContaining(["tool-failed", "before-compaction"]));
  expect(existsSync(join(at.home, ".claude", "cairn", "mishaps.jsonl"))).toBe(false);
});

test("whatever becomes of Cairn, opencode's turn completes", async () => {
  const at = await scene();
  keepBoth(at);
  const client = await Opencode.in(at);
  cairn(at, ["init", "opencode", "--yes"]);
  at.write("nowhere", "a file where a folder should be");
  const lost = await client.run("without a home", { env: { CAIRN_HOME: join(at.base, "nowhere", "cairn") } });
  expect(lost).toMatchObject({ code: 0, result: "ok: without a home" });
  // There is no node for its hooks and its server.
  const bare = await client.run("without node", { env: { PATH: at.folder("bin") } });
  expect(bare).toMatchObject({ code: 0, result: "ok: without node" });
  const plugin = join(at.home, ".config", "opencode", "plugins", "cairn.js");
  at.write("home/.config/opencode/plugins/cairn.js", readFileSync(plugin, "utf8").replaceAll("cairn.cjs", "gone.cjs"));
  expect(await client.run("without Cairn")).toMatchObject({ code: 0, result: "ok: without Cairn" });
});
