import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { say } from "./script.ts";
import { tinyPlugin } from "./tiny-plugin.ts";

const [version] = clientVersions;

test.each(clientVersions)("client %s and its servers are seen while they run, and are gone after", async (version) => {
  const at = await scene();
  const client = at.client({ version, plugins: [tinyPlugin(at).plugin] });
  const talk = client.talk();
  await talk.say("hello");
  const commands = client.running().map(({ command }) => command);
  expect(commands).toEqual(
    expect.arrayContaining([expect.stringContaining("stream-json"), expect.stringContaining("server.mjs")]),
  );
  await talk.end();
  expect(await client.left()).toEqual([]);
});

test("a process that a hook left behind is found, and ended with the client", async () => {
  const at = await scene();
  const sleeper = { type: "command", command: "setsid sleep 300 >/dev/null 2>&1 </dev/null &" };
  const client = at.client({ version, plugins: [tinyPlugin(at, { Stop: [{ hooks: [sleeper] }] }).plugin] });
  expect((await client.run("hello")).code).toBe(0);
  expect(await client.left(200)).toMatchObject([{ command: "sleep 300" }]);
  await client.end();
  expect(client.running()).toEqual([]);
});

test("a client that takes too long is ended with all it started", async () => {
  const at = await scene({ when: { kind: "main" }, steps: { ...say("too late"), after: new Promise(() => {}) } });
  const client = at.client({ version, plugins: [tinyPlugin(at).plugin] });
  const { code, result } = await client.run("hello", { limitMs: 4_000 });
  expect({ code, result }).toEqual({ code: null, result: "" });
  expect(client.running()).toEqual([]);
});

test("nothing of the caller's environment reaches a client, and it leaves a log", async () => {
  process.env["SECRET_OF_THE_CALLER"] = "1";
  const at = await scene();
  const tiny = tinyPlugin(at);
  const client = at.client({ version, plugins: [tiny.plugin], env: { GIVEN_BY_THE_TEST: "1" } });
  const { debugLog, transcript } = await client.run("hello");
  const [start] = tiny.starts();
  expect(start?.env).toContain("GIVEN_BY_THE_TEST");
  expect(start?.env).not.toContain("SECRET_OF_THE_CALLER");
  expect(readFileSync(debugLog, "utf8")).toContain("SessionStart");
  expect(existsSync(transcript)).toBe(true);
});

test.each(clientVersions)(
  "a request by which client %s would leave the machine is stopped, and shows",
  async (version) => {
    const at = await scene();
    const { plugin } = tinyPlugin(at, { Stop: [{ hooks: [{ type: "http", url: "http://hook.invalid/" }] }] });
    const mcpServers = { away: { type: "http", url: "https://server.invalid/" } };
    at.write("marketplace/tiny/.mcp.json", JSON.stringify({ mcpServers }));
    await at.client({ version, plugins: [plugin] }).run("hello");
    const hosts = at.model.strays.map((stray) => /(\w+)\.invalid/.exec(stray)?.[1]);
    expect([...new Set(hosts)].sort()).toEqual(["hook", "server"]);
  },
);
