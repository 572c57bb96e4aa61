import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = resolve("dist/cairn.cjs");
const home = mkdtempSync(join(tmpdir(), "cairn-program-"));
const env = { HOME: home, PATH: process.env["PATH"] };

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/fresh.mjs"], { stdio: "inherit" });
  mkdirSync(join(home, ".claude", "cairn"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(words: string[]): { child: ChildProcessWithoutNullStreams; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...words], { cwd: home, env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  return { child, ended: new Promise((done) => child.on("close", (code) => done({ code, ...said }))) };
}

test("the version is answered without loading anything else", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await start(["--version"]).ended).toEqual({ code: 0, out: `${version}\n`, err: "" });
  expect(await start(["-V", "--json"]).ended).toMatchObject({ code: 0, out: `{"version":"${version}"}\n` });
});

test("a command answers alike with and without kept code", async () => {
  const first = await start(["config", "get", "worktrees", "--json"]).ended;
  const names = readdirSync(join(home, ".claude", "cairn", "cache"));
  expect(names).toContainEqual(expect.stringMatching(/^config-/));
  const second = await start(["config", "get", "worktrees", "--json"]).ended;
  expect(second).toEqual(first);
  expect(JSON.parse(first.out).settings).toMatchObject([{ key: "worktrees", value: "shared" }]);
});

test("a plain list says what the list says that goes the usual way", async () => {
  const both = async (...more: string[]) => {
    const [plain, usual] = [
      await start(["list", ...more]).ended,
      await start(["list", "--limit", "50", ...more]).ended,
    ];
    expect(plain).toEqual(usual);
    return plain;
  };
  expect((await both()).out).toContain("Nothing is remembered here yet");
  await start(["remember", "The kettle is blue", "--kind", "project"]).ended;
  const [{ path }] = JSON.parse((await start(["where", "--json"]).ended).out).places;
  writeFileSync(join(path, "broken.md"), "---\nname: [\n");
  expect((await both()).out).toMatch(/kettle[\s\S]*! broken\.md/);
  expect(JSON.parse((await both("--json")).out)).toMatchObject({ total: 2, problems: [{ path: "broken.md" }] });
  const names = readdirSync(join(home, ".claude", "cairn", "cache"));
  // A small program of its own, the part that answers for it where a file is broken, and the whole for the other.
  expect(names.filter((name) => name.startsWith("list-"))).toHaveLength(3);
  renameSync(path, `${path}-away`);
  expect(await both()).toMatchObject({ out: "", code: 6 });
  renameSync(`${path}-away`, path);
});

test("a plain question is answered as by the recall that goes the usual way", async () => {
  const both = async (question: string, ...more: string[]) => {
    const [plain, usual] = [
      await start(["recall", question, ...more]).ended,
      await start(["recall", question, "--limit", "8", ...more]).ended,
    ];
    const untimed = ({ out, ...rest }: Ended) => ({ ...rest, out: out.replace(/"took_ms":[\d.]+/, "") });
    expect(untimed(plain)).toEqual(untimed(usual));
    return plain;
  };
  await start(["remember", "The teapot stands in the hall", "--kind", "project"]).ended;
  expect((await both("where is the teapot")).out).toContain("stands in the hall");
  expect(JSON.parse((await both("  teapot ", "--json")).out).hits).toHaveLength(1);
  expect((await both("nothing of the sort")).out).toContain("Nothing is remembered about that");
  expect(await both(" ")).toMatchObject({ code: 2 });
  expect(await both("x".repeat(4_001))).toMatchObject({ code: 2 });
  const kept = readdirSync(join(home, ".claude", "cairn", "cache")).filter((name) => /^recall[.-]/.test(name));
  // A small program of its own, the part that tidies once, and the whole program for the other; nothing of the rest.
  expect(kept.map((name) => name.replace(/-.*/, "")).sort()).toEqual(["recall", "recall", "recall"]);
});

test("exit codes reach the caller", async () => {
  expect(await start(["confg"]).ended).toMatchObject({ code: 2, out: "" });
  expect(await start(["config", "set", "worktrees", "both"]).ended).toMatchObject({ code: 2 });
});

test("a reader that goes away is no error", async () => {
  const { child, ended } = start(["completion", "bash"]);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, err: "" });
});

test("the help of a server starts none", async () => {
  const [{ out }, asked] = await Promise.all([start(["help", "mcp"]).ended, start(["mcp", "--help"]).ended]);
  expect(out).toMatch(/^Usage: cairn mcp /);
  expect(asked).toEqual({ code: 0, out, err: "" });
});

test("the help is the same, asked for in whatever way", async () => {
  const ways = [["help"], ["--help"], ["-h"], [], ["help", "--no-color"]];
  const answers = await Promise.all(ways.map((words) => start(words).ended));
  const out = expect.stringMatching(
    /^Usage: cairn <operation> [\s\S]*\n {2}remember [\s\S]*tells all about one of them\.\n$/,
  );
  expect(answers[0]).toEqual({ code: 0, out, err: "" });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("a long answer is written to its end", async () => {
  const { out } = await start(["help", "--json"]).ended;
  expect(JSON.parse(out).operations.length).toBeGreaterThan(2);
});

test("the MCP server speaks protocol and nothing else, and ends with its input", async () => {
  const { child, ended } = start(["mcp"]);
  const ask = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  ask(0, "server/discover", {});
  ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } });
  child.stdin.write("{broken\n");
  ask(2, "tools/list", {});
  child.stdin.end();
  const { code, out, err } = await ended;
  const answers = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual(
    expect.arrayContaining([
      [0, -32601],
      [1, undefined],
      [null, -32700],
      [2, undefined],
    ]),
  );
  expect(answers).toHaveLength(4);
});

test("the MCP server refuses a flag it does not know", async () => {
  expect(await start(["mcp", "--prot", "80"]).ended).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("--prot"),
  });
});

/** What a server answers to these lines, by id; its input ends after them. */
async function served(lines: readonly object[], more: Record<string, string> = {}): Promise<Map<unknown, object>> {
  const child = spawn(process.execPath, [program, "mcp"], { cwd: home, env: { ...env, ...more } });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stdin.end(lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join(""));
  expect(await new Promise((done) => child.on("close", done))).toBe(0);
  const answers = out.trimEnd().split("\n").filter(Boolean);
  return new Map(answers.map((line) => [JSON.parse(line).id, JSON.parse(line)]));
}

const clientInfo = { name: "t", version: "1" };
const hello = (protocolVersion: string, more: object = {}) => ({
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: { roots: {} }, clientInfo, ...more },
});
const initialized = { method: "notifications/initialized" };
const tools = { id: "two", method: "tools/list" };
/** Nothing a launcher knows: from here on the server answers. */
const ping = { id: 0, method: "ping" };

test.each(["2025-11-25", "2024-10-07", "1999-01-01"])(
  "a client of %s is greeted before the server is loaded as the server itself greets it",
  async (version) => {
    const early = await served([hello(version), initialized, tools]);
    const late = await served([ping, hello(version), initialized, tools]);
    expect(late.delete(0)).toBe(true);
    expect(early).toEqual(late);
    expect([...early.keys()]).toEqual([1, "two"]);
  },
);

test("a client that only says hello makes nobody load the server", async () => {
  const folder = join(home, ".claude", "cairn", "cache");
  const kept = () => readdirSync(folder).filter((name) => name.startsWith("mcp-"));
  for (const name of kept()) rmSync(join(folder, name));
  expect((await served([hello("2025-06-18")])).get(1)).toMatchObject({ result: { serverInfo: { name: "cairn" } } });
  expect(kept()).toEqual([]);
  await served([ping]);
  expect(kept()).toHaveLength(1);
});

test("what follows the greeting is answered by the server, each request once", async () => {
  const call = (id: number, name: string) => ({ id, method: "tools/call", params: { name, arguments: {} } });
  const answers = await served([hello("2025-06-18"), initialized, call(2, "no-tool"), ping, { ...tools, id: 1 }]);
  expect([...answers.keys()].sort()).toEqual([0, 1, 2]);
  expect(answers.get(2)).toMatchObject({ error: { code: -32602 } });
});

test("a greeting in another form is the server's to answer", async () => {
  expect((await served([{ id: 1, method: "initialize", params: { clientInfo } }])).get(1)).toHaveProperty("error");
  const strange = { ...hello("2025-06-18"), id: "<b>" };
  expect((await served([strange])).get("<b>")).toHaveProperty("result");
  const settings = join(home, ".claude", "cairn", "settings.json");
  writeFileSync(settings, JSON.stringify({ views: ["MEMORY.md", "_session.json"] }));
  const said = await served([hello("2025-06-18")]);
  const inPlugin = await served([hello("2025-06-18")], { CLAUDE_PLUGIN_ROOT: home });
  rmSync(settings);
  expect(said.get(1)).toMatchObject({ result: { instructions: expect.stringContaining("MEMORY_BREADCRUMB") } });
  expect(inPlugin.get(1)).not.toHaveProperty("result.instructions");
});

test("the built library is the library", async () => {
  const script = `
    import { CairnError, openCairn } from ${JSON.stringify(resolve("dist/library.mjs"))};
    const cairn = await openCairn();
    const { settings } = await cairn.config({ action: "get", key: "worktrees" });
    const refused = await cairn.config({ action: "get" }).catch((error) => error instanceof CairnError && error.kind);
    await cairn.close();
    console.log(settings[0].value, refused);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: home,
    env,
    encoding: "utf8",
  });
  expect(out).toBe("shared invalid-input\n");
});
