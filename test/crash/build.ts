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

/** The text `from`, which stands once in all of the sources, wherever that is, becomes `to`. */
export interface Edit {
  readonly from: string;
  readonly to: string;
}

/** A world that is made again is the same world: its git folder is the one it was. */
const sameMark: Edit = {
  from: "if (ino === undefined || !bornNs || bornNs === ctimeNs) return undefined;",
  to: 'return ino === undefined ? undefined : "mark";',
};

/**
 * What must be told apart from this process is asked of `life`. Nothing is left to chance or to how fast the machine
 * is: every file counts as changed just now, and a folder as never used until something is put into it. Sizes are
 * small, so that a short workload has several segments, and snapshots of a few files.
 */
const seams: readonly Edit[] = [
  { from: "const places = new Map<string, Place>();", to: "const places: Map<string, Place> = life.locks;" },
  { from: 'process.once("exit", removeOwners)', to: "life.atExit = removeOwners" },
  // Each life of this process leaves on its own.
  { from: "  isTidiedAtExit = true;", to: "" },
  { from: "known ??= {", to: "known = {" },
  { from: "    pid: process.pid,", to: "    pid: life.pid," },
  { from: "    start: startOf(process.pid),", to: "    start: startOf(life.pid)," },
  { from: "function thisBoot(): string {", to: "function thisBoot(): string {\n  if (life.boot) return life.boot;" },
  {
    from: "() => fs.openSync(at, flagsOf[mode], 0o600)",
    to: "() => life.opened(fs.openSync(at, flagsOf[mode], 0o600), path)",
  },
  { from: "() => fs.closeSync(fd), { fd }", to: "() => fs.closeSync(life.closed(fd)), { fd }" },
  { from: "    unheld.register(readable, () => this.#close(file));\n", to: "" },
  { from: '  let made = "";\n', to: "  let made = life.token();\n" },
  { from: "randomBytes(KEY_BYTES)", to: "Buffer.alloc(KEY_BYTES, 7)" },
  { from: "Date.now() - Number(ctimeNs / 1_000_000n) < YOUNG_MS", to: "life.pid > 0" },
  {
    from: 'gate("makeFolder", path, () => fs.mkdirSync(at, 0o700));',
    to: 'gate("makeFolder", path, () => fs.utimesSync(at, fs.mkdirSync(at, 0o700) ?? 0, 0));',
  },
  { from: "stat.mtimeNs === stat.bornNs || stat.bornNs === 0n", to: "stat.mtimeNs === 0n" },
  sameMark,
  { from: "const SEGMENT_BYTES = 1_000_000;", to: "const SEGMENT_BYTES = 40_000;" },
  { from: "const FEW = 50;", to: "const FEW = 3;" },
  { from: "const SHARE = 0.02;", to: "const SHARE = 0;" },
];
const SEAM = 'import { life } from "../../test/crash/seam.ts";\n';

const here = dirname(fileURLToPath(import.meta.url));

/** Cairn in this process, with lives of its own. An edit of what a seam changes takes the seam's place. */
export async function loadProgram(edits: readonly Edit[] = []): Promise<Program> {
  const kept = seams.filter(({ from }) => edits.every((edit) => edit.from !== from));
  const path = await bundle(join(here, "program.ts"), [...kept, ...edits]);
  return createRequire(import.meta.url)(path) as Program;
}

/**
 * The script of a process of its own, of sources that are all but untouched. It starts from compiled code, since hundreds of processes
 * are started only to be killed.
 */
export async function buildDriver(entry = "driver.ts"): Promise<string> {
  const path = await bundle(join(here, entry), [sameMark]);
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
    // A compiled script has no loader for import(), as in the program itself.
    supported: { "dynamic-import": false },
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
    setup({ onLoad, onEnd }) {
      const made = new Map(edits.map((edit) => [edit, 0]));
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        const mine = edits.filter(({ from }) => source.includes(from));
        if (mine.length === 0) return undefined;
        for (const edit of mine) made.set(edit, (made.get(edit) ?? 0) + source.split(edit.from).length - 1);
        const text = mine.reduce((before, { from, to }) => before.split(from).join(to), source);
        return { contents: text.includes("life.") ? SEAM + text : text, loader: "ts" };
      });
      onEnd(() => {
        const wrong = [...made].find(([, times]) => times !== 1);
        if (wrong !== undefined) throw new Error(`stands ${wrong[1]} times in the sources: ${wrong[0].from}`);
      });
    },
  };
}
