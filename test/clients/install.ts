/**
 * Puts the real client, in exactly the versions the tests name, into a cache folder outside the repository. A folder
 * there is whole: it is made beside and renamed into place once its program has said its version.
 */

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The newest client and the oldest one the plugin supports. */
export const clientVersions = ["2.1.325", "2.1.197"] as const;
export type ClientVersion = (typeof clientVersions)[number];

/** Puts the package `spec` below `folder`/node_modules. */
export type Fetch = (folder: string, spec: string) => Promise<void>;

export interface Installing {
  /** The folder the versions lie in, one folder each. */
  readonly cache?: string;
  readonly fetch?: Fetch;
  readonly say?: (line: string) => void;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const MAKING = ".making-";
const VERSION_MS = 30_000;

/** The path of the client's program, installed first if it is not there. */
export async function ensureClient(version: ClientVersion, how: Installing = {}): Promise<string> {
  const { cache = cacheFolder(), fetch = fetchWithNpm, say = console.log } = how;
  refuseRepository(cache);
  const wanted = {
    called: version,
    spec: `${packageName()}@${version}`,
    programIn,
    says: (printed: string) => printed.startsWith(`${version} `),
  };
  return ensureProgram(join(cache, `${version}-${platform()}`), wanted, { fetch, say });
}

/** One program of one package, whichever client's it is. */
export interface WantedProgram {
  readonly called: string;
  readonly spec: string;
  programIn(place: string): string;
  /** Whether it is the right one, by what it prints as its version. */
  says(printed: string): boolean;
  /** The program that runs it, where it cannot be run by itself. */
  readonly by?: string | undefined;
  /** Its version, where it cannot be asked: a server that only waits, or a library. */
  readonly versionIn?: ((place: string) => string) | undefined;
}

export async function ensureProgram(
  place: string,
  wanted: WantedProgram,
  { fetch = fetchWithNpm, say = console.log }: Installing = {},
): Promise<string> {
  const cache = dirname(place);
  refuseRepository(cache);
  if (existsSync(wanted.programIn(place))) return wanted.programIn(place);
  sweepUnfinished(cache);
  say(`Installing client ${wanted.called} below ${cache} ...`);
  await make(place, wanted, fetch);
  return wanted.programIn(place);
}

/** Where the program of an installed client is. Says how to install it if it is not. */
export function clientProgram(version: ClientVersion, cache = cacheFolder()): string {
  const program = programIn(join(cache, `${version}-${platform()}`));
  if (existsSync(program)) return program;
  throw new Error(`Client ${version} is not installed. npm run test:clients installs it.`);
}

export function cacheFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const own = env["CAIRN_TEST_CACHE"];
  const base = own || env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache");
  return resolve(base, "cairn-clients");
}

async function make(place: string, wanted: WantedProgram, fetch: Fetch): Promise<void> {
  const making = join(dirname(place), `${MAKING}${wanted.called}-${randomUUID()}-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    writeFileSync(join(making, "package.json"), '{ "private": true }\n');
    await fetched(fetch, making, wanted);
    await checkVersion(making, wanted);
    putInPlace(making, place, wanted);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Said plainly: without the client its tests have failed, not passed. */
async function fetched(fetch: Fetch, folder: string, { called, spec }: WantedProgram): Promise<void> {
  try {
    await fetch(folder, spec);
  } catch (cause) {
    const why = String((cause as { stderr?: unknown }).stderr ?? "").trim() || String(cause);
    throw new Error(`Client ${called} could not be installed; npm must reach a package registry once. ${why}`, {
      cause,
    });
  }
}

/** Npm with the caller's own settings: it is the only one that knows where packages come from. */
async function fetchWithNpm(folder: string, spec: string): Promise<void> {
  const words = [
    "install",
    "--prefix",
    folder,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    spec,
  ];
  await promisify(execFile)("npm", words, { cwd: folder, shell: process.platform === "win32" });
}

async function checkVersion(making: string, wanted: WantedProgram): Promise<void> {
  const said = wanted.versionIn?.(making) ?? (await versionSaid(making, wanted));
  if (!wanted.says(said)) throw new Error(`Client ${wanted.called} calls itself ${said.trim()}.`);
}

/** Asked again where it says nothing: on a busy machine Gemini CLI may end before what it printed is out. */
async function versionSaid(making: string, wanted: WantedProgram): Promise<string> {
  for (let left = 3; left > 1; left--) {
    const said = await versionAsked(making, wanted);
    if (said.trim() !== "") return said;
  }
  return versionAsked(making, wanted);
}

async function versionAsked(making: string, { programIn: program, by }: WantedProgram): Promise<string> {
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const env = { HOME: making, PATH: path, DISABLE_AUTOUPDATER: "1", COPILOT_AUTO_UPDATE: "false" };
  const words = by === undefined ? ["--version"] : [program(making), "--version"];
  const asked = promisify(execFile)(by ?? program(making), words, { cwd: making, env, timeout: VERSION_MS });
  return (await asked).stdout;
}

/** The package alone, without what it depends on. */
export async function fetchPacked(folder: string, spec: string): Promise<void> {
  const options = { cwd: folder, shell: process.platform === "win32" };
  await promisify(execFile)("npm", ["pack", "--loglevel=error", spec], options);
  const [packed = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  await promisify(execFile)("tar", ["-xzf", packed], options);
  rmSync(join(folder, packed));
}

function putInPlace(making: string, place: string, { programIn: program }: WantedProgram): void {
  // A folder without its program is what somebody left of an older one.
  if (!existsSync(program(place))) rmSync(place, { recursive: true, force: true });
  try {
    renameSync(making, place);
  } catch (error) {
    // Another run was quicker: what it made is the same.
    if (!existsSync(program(place))) throw error;
  }
}

function sweepUnfinished(cache: string): void {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache).filter((name) => name.startsWith(MAKING))) {
    const pid = Number(name.split("-").at(-1));
    if (!isAlive(pid)) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function refuseRepository(cache: string): void {
  const way = relative(root, cache);
  if (!way.startsWith("..") && !isAbsolute(way)) {
    throw new Error("The clients do not belong into the repository. Set CAIRN_TEST_CACHE to a folder outside it.");
  }
}

function programIn(place: string): string {
  return join(place, "node_modules", packageName(), process.platform === "win32" ? "claude.exe" : "claude");
}

function packageName(): string {
  return `@anthropic-ai/claude-code-${platform()}`;
}

let known: string | undefined;

export function platform(): string {
  known ??= `${process.platform}-${process.arch}${process.platform === "linux" && !hasGlibc() ? "-musl" : ""}`;
  return known;
}

function hasGlibc(): boolean {
  // Otherwise the report looks up the name of every open connection's peer, which can take long.
  const report = Object.assign(process.report, { excludeNetwork: true });
  return "glibcVersionRuntime" in (report.getReport() as { header: object }).header;
}
