/** Stores of other tools, written by the tools themselves: brought in, and where Cairn writes them, read back by them. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { program } from "../../support/program.ts";
import { type Scene, scene } from "../scene.ts";
import { otherProgram } from "./programs.ts";

const run = promisify(execFile);
const envOf = (at: Scene) => ({ HOME: at.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, LANG: "C.UTF-8" });

async function cairn(at: Scene, words: readonly string[], node = process.execPath) {
  const { stdout } = await run(node, [program(), ...words, "--json"], { cwd: at.project, env: envOf(at) });
  return JSON.parse(stdout);
}

interface Graph {
  readonly entities: readonly { name: string; entityType: string; observations: string[] }[];
  readonly relations: readonly { from: string; to: string; relationType: string }[];
}

/** The tool's own server on a file, asked over its own protocol. */
async function withServer<T>(at: Scene, file: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: "cairn-tests", version: "1.0.0" });
  const args = [otherProgram("server-memory")];
  const env = { ...envOf(at), MEMORY_FILE_PATH: file };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function graphOf(client: Client): Promise<Graph> {
  const { content } = (await client.callTool({ name: "read_graph", arguments: {} })) as { content: { text: string }[] };
  return JSON.parse(content[0]?.text ?? "");
}

test("a graph that server-memory wrote comes in, and what Cairn writes for it its own server reads", async () => {
  const at = await scene();
  const file = join(at.base, "memory.jsonl");
  const written = await withServer(at, file, async (client) => {
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const ada = { name: "Ada Lovelace", entityType: "person", observations: ["Prefers short reports"] };
    const api = { name: "payments-api", entityType: "service", observations: ["Runs on port 8080"] };
    await call("create_entities", { entities: [ada, api] });
    await call("add_observations", { observations: [{ entityName: "payments-api", contents: ["Needs Node 22"] }] });
    await call("create_relations", { relations: [{ from: "Ada Lovelace", to: "payments-api", relationType: "owns" }] });
    return graphOf(client);
  });
  expect(written.entities).toHaveLength(2);
  const before = readFileSync(file);
  const brought = ["import", "server-memory", file, "--yes"];
  expect(await cairn(at, brought)).toMatchObject({ created: 2, skipped: [], lossy: [] });
  expect(await cairn(at, brought)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(readFileSync(file)).toEqual(before);
  const out = join(at.base, "out.jsonl");
  expect(await cairn(at, ["export", "--to", "server-memory", out, "--yes"])).toMatchObject({ written: 2, skipped: [] });
  const read = await withServer(at, out, async (client) => {
    // It is the tool's own again: it writes on, and nothing that Cairn wrote is lost by it.
    await client.callTool({
      name: "add_observations",
      arguments: { observations: [{ entityName: "payments-api", contents: ["Moved to Bern"] }] },
    });
    return graphOf(client);
  });
  expect(read.entities.map(({ name }) => name).sort()).toEqual(["ada-lovelace", "payments-api"]);
  expect(read.relations).toEqual([{ from: "ada-lovelace", to: "payments-api", relationType: "owns" }]);
  const words = JSON.stringify(read.entities);
  for (const said of ["Prefers short reports", "Runs on port 8080", "Needs Node 22", "Moved to Bern"])
    expect(words).toContain(said);
});

const WRITER = `
const { SessionStore } = require(process.argv[2]);
const store = new SessionStore(process.argv[3]);
const session = store.getOrCreateManualSession("project");
const observation = { type: "decision", title: "Use pnpm", subtitle: "Workspaces", narrative: "We chose pnpm over yarn.",
  facts: ["pnpm 9"], concepts: ["build"], files_read: ["package.json"], files_modified: ["pnpm-lock.yaml"] };
store.storeObservation(session, "project", observation, 1);
const summary = { request: "Speed up the build", investigated: "The lock file", learned: "yarn was slow",
  completed: "Moved to pnpm", next_steps: "Pin it", notes: "" };
store.storeSummary(session, "project", summary, 1);
process.exit(0);
`;

test("a database that claude-mem wrote with its own code comes in, and stays as it was", async () => {
  const at = await scene();
  const file = join(at.folder("claude-mem"), "claude-mem.db");
  const words = [at.write("writer.cjs", WRITER), otherProgram("claude-mem"), file];
  await run(otherProgram("bun"), words, { cwd: at.base, env: envOf(at) });
  const before = readFileSync(file);
  const brought = ["import", "claude-mem", dirname(file), "--yes"];
  const report = await cairn(at, brought, otherProgram("node"));
  expect(report).toMatchObject({ layout: "claude-mem", created: 2, skipped: [], lossy: [] });
  expect(await cairn(at, brought, otherProgram("node"))).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(readFileSync(file)).toEqual(before);
  const { memory } = await cairn(at, ["show", "use-pnpm"]);
  expect(memory).toMatchObject({ kind: "decision", title: "Use pnpm", trust: "imported" });
  expect(memory.body).toContain("We chose pnpm over yarn.");
  // The oldest Node that Cairn runs on reads no such database: it says what to type.
  const refused = await cairn(at, brought).catch((error) => `${error.stdout}${error.stderr}`);
  if (process.versions.node.startsWith("20.")) expect(refused).toContain("Node 22.13");
});
