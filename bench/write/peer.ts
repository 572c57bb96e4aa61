/** One memory added through a running MCP server: Cairn's, and `@modelcontextprotocol/server-memory` adding one entity. */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { openCairn } from "../../src/cairn.ts";
import { stateFolder } from "../../src/places/root-names.ts";
import { bodyOf, fill, makeWorld, memory } from "./world.ts";

const PACKAGE = "@modelcontextprotocol/server-memory";
const ROUNDS = 20;
const program = resolve("dist/cairn.cjs");

export interface PeerRows {
  readonly note?: string;
  readonly rows: readonly { readonly memories: number; readonly cairnMs: number; readonly peerMs: number }[];
  readonly lines: readonly string[];
}

export async function peerRows(place: string, folder: string | undefined, sizes: readonly number[]): Promise<PeerRows> {
  const script = folder === undefined ? undefined : installed(resolve(folder));
  if (script === undefined) {
    const note = `${PACKAGE} was not measured: name a scratch folder to install it into with --peer <folder>.`;
    return { note, rows: [], lines: ["", note] };
  }
  const rows: PeerRows["rows"][number][] = [];
  for (const size of sizes) {
    const here = join(place, String(size));
    mkdirSync(here);
    rows.push({ memories: size, cairnMs: await cairnAt(here, size), peerMs: await peerAt(here, script, size) });
  }
  const lines = rows.map(({ memories, cairnMs, peerMs }) => {
    const ratio = (cairnMs / peerMs).toFixed(2);
    return `${String(memories).padStart(7)}  cairn, durable ${cairnMs.toFixed(2).padStart(8)}  server-memory, not synced ${peerMs.toFixed(2).padStart(8)}  ratio ${ratio}`;
  });
  return { rows, lines: ["", "one memory added through MCP, median ms", ...lines] };
}

/** The server's script; undefined where it can be neither found nor installed. */
function installed(folder: string): string | undefined {
  const script = join(folder, "node_modules", PACKAGE, "dist", "index.js");
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, PACKAGE], {
      cwd: folder,
      stdio: "ignore",
    });
  } catch {
    return undefined; // no network, or no npm: the caller says that it was not measured
  }
  return existsSync(script) ? script : undefined;
}

async function cairnAt(place: string, size: number): Promise<number> {
  const { cwd, env, root } = makeWorld(place);
  const cairn = await openCairn({ cwd, env, surface: "mcp" });
  await cairn.prepareWrite();
  fill(root, stateFolder(cairn.places.cairnHome, cairn.places.roots.project.key), size);
  await indexAll({ cwd, env });
  return medianCall([program, "mcp"], { cwd, env }, "remember", (n) => ({
    kind: "reference",
    title: `Said ${n}`,
    text: bodyOf(n),
  }));
}

/** As in a project that has been used before: a server that meets so many memories for the first time indexes them first. */
async function indexAll({ cwd, env }: Started): Promise<void> {
  const cairn = await openCairn({ cwd, env, surface: "cli" });
  await cairn.finder();
  await cairn.close();
}

/** It keeps everything in one file and writes the whole of it at each change. */
function peerAt(place: string, script: string, size: number): Promise<number> {
  const file = join(place, "memory.jsonl");
  const entities = Array.from({ length: size }, (_, n) =>
    JSON.stringify({ type: "entity", ...entityOf(`part-${n}`, n) }),
  );
  writeFileSync(file, entities.join("\n"));
  const env = { ...process.env, MEMORY_FILE_PATH: file };
  return medianCall([script], { cwd: place, env }, "create_entities", (n) => ({
    entities: [entityOf(`said-${n}`, n)],
  }));
}

function entityOf(name: string, n: number): object {
  return { name, entityType: "project", observations: [memory(n).text.toString("utf8")] };
}

interface Started {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

async function medianCall(
  words: string[],
  started: Started,
  name: string,
  input: (n: number) => object,
): Promise<number> {
  const server = spawn(process.execPath, words, { ...started, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const call = async (id: number, method: string, params: object) => {
    send({ id, method, params });
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${words[0]} ended before it answered`);
      const answer = JSON.parse(value) as { id?: number; error?: object; result?: { isError?: boolean } };
      if (answer.id !== id) continue;
      if (answer.error || answer.result?.isError) throw new Error(`${words[0]} refused: ${value}`);
      return;
    }
  };
  const clientInfo = { name: "bench", version: "1" };
  await call(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  const times: number[] = [];
  for (let n = 1; n <= ROUNDS + 3; n++) {
    const begun = performance.now();
    await call(n, "tools/call", { name, arguments: input(n) });
    if (n > 3) times.push(performance.now() - begun);
  }
  server.stdin.end();
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
