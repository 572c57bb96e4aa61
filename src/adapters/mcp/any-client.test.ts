import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { McpClient } from "../../../test/support/mcp-client.ts";
import { program, runProgram } from "../../../test/support/program.ts";

/** A machine with `cairn` on its path, an empty home, and a project. */
function machine() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-any-client-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const folder = (name: string) => {
    mkdirSync(join(base, name));
    return join(base, name);
  };
  const bin = folder("bin");
  symlinkSync(program(), join(bin, "cairn"));
  const env = { HOME: folder("home"), PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter) };
  return { base, env, project: folder("project"), elsewhere: folder("elsewhere") };
}

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

const page = readFileSync("docs/hosts.md", "utf8");
const rows = [...page.matchAll(/^\| (.+?) \| `.+?` \| `(\{.+\})` \| (?:tried|untried).* \|$/gm)];
const snippets = rows.map(([, client, text]) => [client!, JSON.parse(text!) as object] as const);

test("the page has a snippet for each client that is promised one", () => {
  expect(snippets.map(([client]) => client)).toEqual(["Cursor", "Cline", "VS Code", "Zed", "Windsurf"]);
});

test.each(snippets)("what the page has %s users write starts the server in the project", async (_, snippet) => {
  const { env, project } = machine();
  const [[, servers]] = Object.entries(snippet) as [[string, { cairn: Server }]];
  const client = await McpClient.of(servers.cairn.command, servers.cairn.args, { cwd: project, env });
  expect(await client.call("remember", { text: "We deploy on Tuesdays only" })).toMatchObject({ isError: false });
  expect(await client.close()).toBe(0);
  const { out } = await runProgram(["list"], { cwd: project, env });
  expect(out).toContain("We deploy on Tuesdays only");
});

/** By the directory at its end, as a client reads it. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  for (let left = zip.readUInt16LE(zip.length - 22 + 10); left > 0; left--) {
    const [packed, length] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const body = zip.readUInt32LE(at + 42) + 30 + length;
    files.set(zip.toString("utf8", at + 46, at + 46 + length), inflateRawSync(zip.subarray(body, body + packed)));
    at += 46 + length;
  }
  return files;
}

test("the bundle for desktop clients holds a server that starts out of it, in the project its user picked", async () => {
  const { base, env, project, elsewhere } = machine();
  const file = join(base, "cairn.mcpb");
  execFileSync(process.execPath, ["scripts/mcpb.mjs", file], { stdio: "pipe" });
  const bundle = join(base, "unpacked");
  for (const [name, bytes] of unzip(readFileSync(file))) {
    mkdirSync(dirname(join(bundle, name)), { recursive: true });
    writeFileSync(join(bundle, name), bytes);
  }
  const manifest = JSON.parse(readFileSync(join(bundle, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    manifest_version: "0.3",
    name: "cairn",
    version: JSON.parse(readFileSync("package.json", "utf8")).version,
    author: { name: expect.any(String) },
    server: { type: "node", entry_point: "server/cairn.cjs", mcp_config: { command: "node" } },
    user_config: { project: { type: "directory", required: true } },
  });
  const put: Record<string, string> = { __dirname: bundle, "user_config.project": project };
  const args = manifest.server.mcp_config.args.map((word: string) =>
    word.replace(/\$\{(.+?)\}/g, (_, name: string) => put[name]!),
  );
  const client = await McpClient.of(manifest.server.mcp_config.command, args, { cwd: elsewhere, env });
  const { result } = await client.request("tools/list");
  expect(manifest.tools).toEqual(
    result.tools.map(({ name, description }: Record<string, string>) => ({ name, description })),
  );
  expect(await client.call("remember", { text: "We deploy on Tuesdays only" })).toMatchObject({ isError: false });
  expect(await client.close()).toBe(0);
  const listed = async (cwd: string) => (await runProgram(["list"], { cwd, env })).out;
  expect(await listed(project)).toContain("We deploy on Tuesdays only");
  expect(await listed(elsewhere)).not.toContain("We deploy on Tuesdays only");
});
