import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { aboutLocks, cairn, cairnClient, cairnJson, keepBoth, locks, task, timesTold, tool } from "../cairn-plugin.ts";
import { clientVersions } from "../install.ts";
import { type Scene, scene } from "../scene.ts";
import { call, printScript, say } from "../script.ts";
import { OtherClient } from "./other-client.ts";

/** Several sessions of a client that takes seconds to start, one after the other. */
vi.setConfig({ testTimeout: 240_000 });

const SETTINGS =
  '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "general": { "checkpointing": { "enabled": false } }\n}\n';

/** The client with a model on the loopback, and one prompt to it. */
async function gemini(at: Scene) {
  const client = await OtherClient.in("gemini-cli", at);
  const run = async (
    prompt: string,
    env: Readonly<Record<string, string>> = {},
    trust = ["--skip-trust", "--yolo"],
  ) => {
    const words = [...trust, "--output-format", "json", "-p", prompt];
    const ended = await client.run(words, { GEMINI_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: client.api.url, ...env });
    const [, session = ""] = /"session_id": "([\w-]+)"/.exec(ended.out) ?? [];
    const [, result = ""] = /"response": "((?:[^"\\]|\\.)*)"/.exec(ended.out) ?? [];
    return { ...ended, session, result };
  };
  return { api: client.api, run };
}

function withSettings(at: Scene): void {
  at.write("home/.gemini/settings.json", SETTINGS);
}

/** How often hooks told the model of something, in the newest request. */
function told({ api }: Awaited<ReturnType<typeof gemini>>, text: string): number {
  const contexts = api.last().text.match(/<hook_context>.*?<\/hook_context>/gs) ?? [];
  return contexts.join().split(text).length - 1;
}

test("Gemini CLI has Cairn after init, what it kept others are shown, and every byte of its own is there after uninstall", async () => {
  const at = await scene();
  withSettings(at);
  expect(cairn(at, ["init", "gemini-cli", "--yes"])).toMatchObject({ code: 0, err: "" });
  const client = await gemini(at);
  const kept = await client.run(printScript(call("mcp_cairn_remember", locks), say("kept")));
  expect(kept).toMatchObject({ code: 0, result: "kept" });
  expect(client.api.last().text).toContain("Remembered project:postgres-advisory-locks");

  const [version] = clientVersions;
  const claude = cairnClient(at, { version });
  await claude.run(aboutLocks);
  // The prompt that kept it may be quoted as what was wanted last.
  expect(timesTold(`# ${locks.title}`, at.model.last().body)).toBe(1);
  await claude.run(printScript(tool("remember", task), say("kept")), { permissionMode: "default" });

  await client.run("write a parser for dates");
  expect(told(client, task.text)).toBeGreaterThan(0);
  expect(told(client, `# ${locks.title}`)).toBe(0);
  const asked = await client.run(aboutLocks);
  expect(told(client, `# ${locks.title}`)).toBe(1);
  expect(client.api.last().text).toMatch(/\[memory [0-9a-f]{8} id=/);
  expect(client.api.strays).toEqual([]);
  expect(cairnJson(at, ["status"]).session).toMatchObject({ id: asked.session, client: "Gemini CLI" });

  expect(cairn(at, ["uninstall", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(readFileSync(join(at.home, ".gemini", "settings.json"), "utf8")).toBe(SETTINGS);
  expect(existsSync(join(at.home, ".agents"))).toBe(false);
  await client.run("without it");
  expect(client.api.last().text).not.toMatch(/mcp_cairn|Cairn keeps/);
});

test("what a session of Gemini CLI settles is drafted, found in its record, and no secret goes into a memory file", async () => {
  const at = await scene();
  withSettings(at);
  cairn(at, ["init", "gemini-cli", "--yes"]);
  const client = await gemini(at);
  await client.run("From now on always run the linter with the zebra preset before committing.");
  expect(JSON.stringify([cairnJson(at, ["review"]), cairnJson(at, ["list"])])).toContain("zebra");
  expect(cairn(at, ["recall", "zebra preset", "--in", "transcripts"]).out).toContain("zebra");
  // Cairn's own words in the record are no one's.
  keepBoth(at);
  await client.run(aboutLocks);
  expect(told(client, locks.text)).toBe(1);
  expect(cairn(at, ["recall", "two exporters once ran at once", "--in", "transcripts"]).out).not.toContain("4711");

  const { path } = cairnJson(at, ["where"]).places.find(({ scope }: { scope: string }) => scope === "project");
  const secret = ["ghp", "x7Kq2mZp9RtY4vWb8NcD3fGh6JsLaE1uT5oQ"].join("_");
  const writing = call("write_file", { file_path: join(at.project, "x.md"), content: "plain" });
  await client.run(printScript(writing, say("written")));
  expect(readFileSync(join(at.project, "x.md"), "utf8")).toBe("plain");
  const command = `printf 'The token is ${secret}.' > ${join(path, "deploy.md")}`;
  await client.run(printScript(call("run_shell_command", { command }), say("written")));
  expect(readFileSync(join(path, "deploy.md"), "utf8")).toContain("[REDACTED:");
});

test("in a folder the person does not trust it runs no hook of Cairn's, and doctor says so; in one they trust it does", async () => {
  const at = await scene();
  withSettings(at);
  keepBoth(at);
  cairn(at, ["init", "gemini-cli", "--yes"]);
  const client = await gemini(at);
  const trail = () => existsSync(join(at.home, ".claude", "cairn", "sessions"));
  const trusts = (level: string) =>
    at.write("home/.gemini/trustedFolders.json", JSON.stringify({ [at.project]: level }));
  trusts("DO_NOT_TRUST");
  expect(cairn(at, ["doctor"]).out).toContain("installed, not trusted: Gemini CLI runs no hooks");
  await client.run(aboutLocks, {}, []);
  expect(trail()).toBe(false);
  trusts("TRUST_FOLDER");
  expect(cairn(at, ["doctor"]).out).not.toContain("not trusted");
  await client.run(aboutLocks, {}, []);
  expect(trail()).toBe(true);
  expect(told(client, `# ${locks.title}`)).toBe(1);
});

test("whatever becomes of Cairn, Gemini CLI's turn completes", async () => {
  const at = await scene();
  withSettings(at);
  keepBoth(at);
  cairn(at, ["init", "gemini-cli", "--yes"]);
  const client = await gemini(at);
  at.write("nowhere", "a file where a folder should be");
  const lost = await client.run("without a home", { CAIRN_HOME: join(at.base, "nowhere", "cairn") });
  expect(lost).toMatchObject({ code: 0, result: "ok: without a home" });
  const settings = join(at.home, ".gemini", "settings.json");
  at.write("home/.gemini/settings.json", readFileSync(settings, "utf8").replaceAll("cairn.cjs", "gone.cjs"));
  expect(await client.run("without Cairn")).toMatchObject({ code: 0, result: "ok: without Cairn" });
});
