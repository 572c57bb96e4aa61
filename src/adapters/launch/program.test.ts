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
}, 120_000);
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
  expect(names.filter((name) => name.startsWith("list-"))).toHaveLength(2);
  renameSync(path, `${path}-away`);
  expect(await both()).toMatchObject({ out: "", code: 6 });
  renameSync(`${path}-away`, path);
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
