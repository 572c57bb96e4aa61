import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  aboutLocks,
  cairn,
  cairnClient,
  cairnJson,
  keepBoth,
  locks,
  plugin,
  task,
  timesTold,
  tool,
} from "../cairn-plugin.ts";
import { entriesOf } from "../client.ts";
import { clientVersions } from "../install.ts";
import { type Scene, scene } from "../scene.ts";
import { call, printScript, say } from "../script.ts";
import { Copilot } from "./copilot-cli.ts";

/** Several sessions of a client that takes seconds to start, one after the other. */
vi.setConfig({ testTimeout: 480_000 });

const SERVERS =
  '{\n  "mcpServers": {\n    "docs": { "type": "local", "command": "true", "args": [], "tools": [] }\n  }\n}\n';

/** How often Cairn told the model of something, in the newest request. */
function told({ api }: Copilot, text: string): number {
  const messages = (api.last().body.messages as { role: string; content: unknown }[]).filter(
    ({ role, content }) => role === "user" && /Cairn |cairn-memories/.test(JSON.stringify(content)),
  );
  return JSON.stringify(messages).split(JSON.stringify(text).slice(1, -1)).length - 1;
}

function trailOf(at: Scene, session: string) {
  return entriesOf(join(at.home, ".claude", "cairn", "sessions", `copilot-cli-${session}.jsonl`));
}

test("Copilot CLI has Cairn after init, what it kept others are shown, and every byte of its own is there after uninstall", async () => {
  const at = await scene();
  const config = join(at.home, ".copilot", "mcp-config.json");
  at.write("home/.copilot/mcp-config.json", SERVERS);
  expect(cairn(at, ["init", "copilot-cli", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(cairnJson(at, ["init", "copilot-cli", "--yes"])).toMatchObject({ done: true, changes: [] });
  const client = await Copilot.in(at);
  const kept = await client.run(printScript(call("cairn-remember", locks), say("kept")));
  expect(kept).toMatchObject({ code: 0, result: "kept" });
  expect(client.api.last().text).toContain("Remembered project:postgres-advisory-locks");
  expect(cairnJson(at, ["history", "postgres-advisory-locks-guard-the-nightly-export"])).toMatchObject({
    changes: [{ by: `mcp ${kept.session}` }],
  });

  const [version] = clientVersions;
  const claude = cairnClient(at, { version });
  await claude.run(aboutLocks);
  expect(timesTold(`# ${locks.title}`, at.model.last().body)).toBe(1);
  await claude.run(printScript(tool("remember", task), say("kept")), { permissionMode: "default" });

  await client.run("write a parser for dates");
  expect([told(client, task.text), told(client, `# ${locks.title}`)]).toEqual([1, 0]);
  const asked = await client.run(aboutLocks);
  expect(told(client, `# ${locks.title}`)).toBe(1);
  expect(cairnJson(at, ["status"]).session).toMatchObject({ id: asked.session, client: "Copilot CLI" });

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(config, "utf8")).toBe(SERVERS);
  expect([".agents", ".copilot/hooks"].filter((name) => existsSync(join(at.home, name)))).toEqual([]);
  await client.run("without it");
  expect(client.api.last().text).not.toMatch(/cairn-recall|Cairn keeps/);
});

test("what a session of Copilot CLI settles is drafted, found in its record, and no secret goes into a memory file", async () => {
  const at = await scene();
  cairn(at, ["init", "copilot-cli", "--yes"]);
  const client = await Copilot.in(at);
  const { session } = await client.run("From now on always run the linter with the zebra preset before committing.");
  expect(JSON.stringify([cairnJson(at, ["review"]), cairnJson(at, ["list"])])).toContain("zebra");
  const moments = trailOf(at, session).flatMap(({ is, moment }) => (is === "ran" ? [moment] : []));
  // It tells of the start and of the first prompt at once: which is heard first is anybody's guess.
  expect([moments.slice(0, 2).sort(), moments.slice(2)]).toEqual([
    ["prompt", "session-start"],
    ["stop", "session-end"],
  ]);
  // Cairn's own words in the record are no one's.
  keepBoth(at);
  await client.run(aboutLocks);
  expect(told(client, locks.text)).toBe(1);
  expect(cairn(at, ["recall", "zebra preset", "--in", "transcripts"]).out).toContain("zebra");
  expect(cairn(at, ["recall", "two exporters once ran at once", "--in", "transcripts"]).out).not.toContain("4711");

  const looks = { agent_type: "explore", name: "look", description: "look", prompt: "From now on use yaks." };
  const { path } = cairnJson(at, ["where"]).places.find(({ scope }: { scope: string }) => scope === "project");
  const secret = ["ghp", "x7Kq2mZp9RtY4vWb8NcD3fGh6JsLaE1uT5oQ"].join("_");
  const file = { path: join(path, "deploy.md"), file_text: `The token is ${secret}.` };
  await client.run(printScript(call("task", { ...looks, mode: "sync" }), call("create", file), say("written")));
  expect(readFileSync(file.path, "utf8")).toContain("[REDACTED:");
  expect(JSON.stringify(cairnJson(at, ["review"]))).not.toContain("yaks");
  expect(existsSync(join(at.home, ".claude", "cairn", "mishaps.jsonl"))).toBe(false);
});

test("where it runs Claude Code's hooks too, each moment is answered once, in its own form", async () => {
  const at = await scene();
  keepBoth(at);
  cairn(at, ["init", "copilot-cli", "--yes"]);
  const hook = (moment: string) => [
    {
      hooks: [
        { type: "command", command: `node ${join(plugin, "cairn.cjs")} hook claude-code ${moment} --payload-file -` },
      ],
    },
  ];
  const hooks = { SessionStart: hook("session-start"), UserPromptSubmit: hook("prompt"), Stop: hook("stop") };
  at.write("project/.claude/settings.json", JSON.stringify({ hooks }));
  const client = await Copilot.in(at);
  const { session } = await client.run(aboutLocks, { words: ["--trust-folder"] });
  expect([told(client, task.text), told(client, locks.text)]).toEqual([1, 1]);
  const trail = trailOf(at, session);
  expect(trail.filter(({ is }) => is === "prompt")).toHaveLength(1);
  expect(trail.filter(({ is }) => is === "start")).toHaveLength(1);
  // They ran: nothing else would have called twice.
  expect(trail.filter(({ is, moment }) => is === "ran" && moment === "prompt")).toHaveLength(2);

  // Without its own hooks, those of Claude Code do the work.
  cairn(at, ["uninstall", "copilot-cli", "--yes"]);
  await client.run(`Once more: ${aboutLocks}`, { words: ["--trust-folder"] });
  expect(told(client, locks.text)).toBe(1);
});

test("whatever becomes of Cairn, Copilot CLI's turn completes", async () => {
  const at = await scene();
  keepBoth(at);
  cairn(at, ["init", "copilot-cli", "--yes"]);
  const client = await Copilot.in(at);
  at.write("nowhere", "a file where a folder should be");
  const writes = (name: string) =>
    printScript(call("create", { path: join(at.project, name), file_text: "plain" }), say(`wrote ${name}`));
  const lost = await client.run(writes("a.md"), { env: { CAIRN_HOME: join(at.base, "nowhere", "cairn") } });
  expect(lost).toMatchObject({ code: 0, result: "wrote a.md" });
  // Its hooks are run before a tool, which a failing one would keep from running.
  const hooks = join(at.home, ".copilot", "hooks", "cairn.json");
  at.write("home/.copilot/hooks/cairn.json", readFileSync(hooks, "utf8").replaceAll("cairn.cjs", "gone.cjs"));
  expect(await client.run(writes("b.md"))).toMatchObject({ code: 0, result: "wrote b.md" });
  expect(["a.md", "b.md"].map((name) => readFileSync(join(at.project, name), "utf8"))).toEqual(["plain", "plain"]);
});
