/** The other clients, in exactly the versions the tests name, in the same cache outside the repository. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, ensureProgram, fetchPacked, platform, type WantedProgram } from "../install.ts";

interface OtherClient {
  readonly version: string;
  readonly spec: string;
  programIn(place: string): string;
  /** It does not run with the oldest Node that Cairn runs on. */
  readonly isForNewNode?: true;
  /** Its package without what that depends on: a library that stands alone. */
  readonly isPacked?: true;
  /** Where its package says its version, for what cannot be asked. */
  packageIn?(place: string): string;
}

const BUN = `bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : "x64-baseline"}`;

function serverMemoryIn(place: string): string {
  return join(place, "node_modules", "@modelcontextprotocol", "server-memory");
}

export const otherClients = {
  codex: {
    version: "0.166.0",
    spec: "@openai/codex@0.166.0",
    // The package beside it holds the native program, below a name of the compiler's.
    programIn: (place) => nativeBelow(join(place, "node_modules", "@openai", `codex-${platform()}`, "vendor"), "codex"),
  },
  "gemini-cli": {
    version: "0.61.0",
    spec: "@google/gemini-cli@0.61.0",
    programIn: (place) => join(place, "node_modules", ".bin", "gemini"),
  },
  "copilot-cli": {
    version: "1.0.102",
    spec: "@github/copilot@1.0.102",
    programIn: (place) => join(place, "node_modules", ".bin", "copilot"),
  },
  opencode: {
    version: "1.18.33",
    spec: "opencode-ai@1.18.33",
    programIn: (place) => join(place, "node_modules", `opencode-${platform()}`, "bin", "opencode"),
  },
  /** A newer Node than the oldest Cairn runs on: it reads SQLite, and some programs want it. */
  node: {
    version: "22.23.3",
    spec: `node-${process.platform}-${process.arch}@22.23.3`,
    programIn: (place) => join(place, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node"),
  },
  /** What proves the server to any client that speaks MCP. */
  "mcp-conformance": {
    version: "0.1.16",
    spec: "@modelcontextprotocol/conformance@0.1.16",
    programIn: (place) => join(place, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"),
    isForNewNode: true,
  },
  "mcp-inspector": {
    version: "2.12.0",
    spec: "@modelcontextprotocol/inspector@2.12.0",
    programIn: (place) => join(place, "node_modules", ".bin", "mcp-inspector"),
  },
  mcpb: {
    version: "2.1.2",
    spec: "@anthropic-ai/mcpb@2.1.2",
    programIn: (place) => join(place, "node_modules", ".bin", "mcpb"),
  },
  /** Other tools that keep memories: their stores are written by their own code. */
  "server-memory": {
    version: "2026.8.31",
    spec: "@modelcontextprotocol/server-memory@2026.8.31",
    programIn: (place) => join(serverMemoryIn(place), "dist", "index.js"),
    packageIn: serverMemoryIn,
  },
  "claude-mem": {
    version: "13.25.3",
    spec: "claude-mem@13.25.3",
    programIn: (place) => join(place, "package", "plugin", "sqlite", "SessionStore.js"),
    packageIn: (place) => join(place, "package"),
    isPacked: true,
  },
  /** What claude-mem runs on. */
  bun: {
    version: "1.4.4",
    spec: `@oven/${BUN}@1.4.4`,
    programIn: (place) => join(place, "node_modules", "@oven", BUN, "bin", "bun"),
  },
} as const satisfies Record<string, OtherClient>;

export type OtherName = keyof typeof otherClients;

export function ensureOther(name: OtherName, cache = cacheFolder()): Promise<string> {
  const { version, spec, programIn, isForNewNode, isPacked, packageIn }: OtherClient = otherClients[name];
  const called = `${name} ${version}`;
  const by = isForNewNode === true ? otherProgram("node", cache) : undefined;
  const versionIn =
    packageIn &&
    ((place: string) => String(JSON.parse(readFileSync(join(packageIn(place), "package.json"), "utf8")).version));
  const says = (printed: string) => printed.includes(version);
  const wanted: WantedProgram = { called, spec, programIn, says, by, versionIn };
  return ensureProgram(placeOf(name, cache), wanted, isPacked ? { fetch: fetchPacked } : {});
}

/** Where the program of an installed client is. Says how to install it if it is not. */
export function otherProgram(name: OtherName, cache = cacheFolder()): string {
  const program = otherClients[name].programIn(placeOf(name, cache));
  if (existsSync(program)) return program;
  throw new Error(`${name} is not installed. npm run test:clients installs it.`);
}

function placeOf(name: OtherName, cache: string): string {
  return join(cache, `${name}-${otherClients[name].version}-${platform()}`);
}

function nativeBelow(folder: string, name: string): string {
  const [target = "none"] = existsSync(folder) ? readdirSync(folder) : [];
  return join(folder, target, "bin", name);
}
