/** The built program as a copy of its own: a build elsewhere does not change it under a running test. */

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Ran {
  /** Null if it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Killed after this long; the exit code is null then. */
  readonly limitMs?: number;
}

let built: string | undefined;

/** The path of `cairn.cjs`, built from the sources as they are now. */
export function program(): string {
  built ??= build();
  return join(built, "cairn.cjs");
}

/** Runs the program to its end, without a terminal. */
export function runProgram(argv: readonly string[], { cwd, env, input = "", limitMs }: Running): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program(), ...argv], { cwd, env: { ...env }, stdio: "pipe" });
    const texts = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      texts.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      texts.err += text;
    });
    // It may end without reading its input.
    child.stdin.on("error", () => {}).end(input);
    const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ code, ...texts });
    });
  });
}

function build(): string {
  const place = join(tmpdir(), `cairn-programs-${process.getuid?.() ?? 0}`, sourcesKey());
  if (existsSync(place)) return place;
  // What npm test has just built is taken as it is; several processes of tests begin at once.
  execFileSync(process.execPath, [join(root, "scripts", "fresh.mjs")], { cwd: root, stdio: "inherit" });
  mkdirSync(join(place, ".."), { recursive: true, mode: 0o700 });
  const fresh = `${place}.${process.pid}`;
  cpSync(join(root, "dist"), fresh, { recursive: true });
  try {
    renameSync(fresh, place);
  } catch (error) {
    // Another test was quicker: what it made is the same.
    if (!existsSync(place)) throw error;
  }
  return place;
}

function sourcesKey(): string {
  const hash = createHash("sha256");
  for (const folder of ["src", "scripts"]) {
    for (const name of (readdirSync(join(root, folder), { recursive: true }) as string[]).sort()) {
      const { size, mtimeMs } = statSync(join(root, folder, name));
      hash.update(`${root} ${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex").slice(0, 24);
}
