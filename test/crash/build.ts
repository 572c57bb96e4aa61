/**
 * Builds of Cairn for the crash suites: the real sources with a few lines replaced. The seams let one Node process live
 * many lives; a mutant leaves out what makes a write durable. An edit that no longer fits its source fails the build.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export type Program = typeof import("./program.ts");

/** In `file` (below `src`), the text `from`, which stands there once, becomes `to`. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Sizes are small, so that a short workload has several segments, and snapshots of a few files. */
const seams: readonly Edit[] = [
  { file: "store/log.ts", from: "const SEGMENT_BYTES = 1_000_000;", to: "const SEGMENT_BYTES = 40_000;" },
  { file: "store/snapshot.ts", from: "const FEW = 50;", to: "const FEW = 3;" },
  { file: "store/snapshot.ts", from: "const SHARE = 0.02;", to: "const SHARE = 0;" },
  {
    file: "disk/lock.ts",
    from: "const places = new Map<string, Place>();",
    to: "const places: Map<string, Place> = life.locks;",
  },
  { file: "disk/lock.ts", from: 'process.once("exit", removeOwners)', to: "life.atExit = removeOwners" },
  { file: "disk/owner.ts", from: "known ??= {", to: "known = {" },
  { file: "disk/owner.ts", from: "    pid: process.pid,", to: "    pid: life.pid," },
  { file: "disk/owner.ts", from: "    start: startOf(process.pid),", to: "    start: startOf(life.pid)," },
  {
    file: "disk/owner.ts",
    from: "export function thisBoot(): string {",
    to: "export function thisBoot(): string {\n  if (life.boot) return life.boot;",
  },
];
const seamed = new Set(["disk/lock.ts", "disk/owner.ts"]);
const SEAM = 'import { life } from "../../test/crash/seam.ts";\n';

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "../../src/");

/** Cairn in this process, with lives of its own. */
export async function loadProgram(edits: readonly Edit[] = []): Promise<Program> {
  const path = await bundle(join(here, "program.ts"), [...seams, ...edits]);
  return createRequire(import.meta.url)(path) as Program;
}

/**
 * The script of a process of its own, of untouched sources. It starts from compiled code, since hundreds of processes
 * are started only to be killed.
 */
export async function buildDriver(): Promise<string> {
  const path = await bundle(join(here, "driver.ts"), []);
  const boot = `${path.slice(0, -".cjs".length)}.boot.cjs`;
  writeFileSync(`${boot}.${process.pid}`, BOOT.replace("PATH", JSON.stringify(path)));
  renameSync(`${boot}.${process.pid}`, boot);
  if (!existsSync(`${path}.bin`)) spawnSync(process.execPath, [boot], { stdio: "ignore" });
  return boot;
}

/** Without orders it does nothing but leave its compiled code behind. */
const BOOT = `
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { wrap } = require("node:module");
const { Script } = require("node:vm");
const path = PATH;
const kept = path + ".bin";
const given = existsSync(kept) ? { cachedData: readFileSync(kept) } : {};
const script = new Script(wrap(readFileSync(path, "utf8")), { filename: path, ...given });
script.runInThisContext()(exports, require, module, path, ".");
if (process.argv[2] === undefined) {
  writeFileSync(kept + process.pid, script.createCachedData());
  renameSync(kept + process.pid, kept);
}
`;

async function bundle(entry: string, edits: readonly Edit[]): Promise<string> {
  const built = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    logLevel: "warning",
    plugins: [editing(edits)],
  });
  const text = built.outputFiles[0]!.contents;
  const folder = join(tmpdir(), `cairn-drivers-${process.getuid?.() ?? 0}`);
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 24)}.cjs`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

function editing(edits: readonly Edit[]): Plugin {
  return {
    name: "edits",
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const file = path.slice(sources.length);
        const mine = edits.filter((edit) => edit.file === file);
        if (mine.length === 0) return undefined;
        const text = mine.reduce(applied, readFileSync(path, "utf8"));
        return {
          contents: seamed.has(file) && mine.some((edit) => seams.includes(edit)) ? SEAM + text : text,
          loader: "ts",
        };
      });
    },
  };
}

function applied(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
