/**
 * `cairn sync` of a project with many memories of which ten changed elsewhere, as a ratio to what git takes for `git fetch`
 * and `git merge` of the same files and changes, in the same run, by turns: processor time with that of every program they
 * start, which another load changes little, and the time on the wall. `--size=10000`, `--json`; `--program=<dist/cairn.cjs>`
 * of another build.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { encodePath } from "../src/places/root-names.ts";
import { childrenMs } from "./speed/time.ts";

const GOAL = 2;
const ROUNDS = 5;
const CHANGED = 10;
let program = resolve("dist/cairn.cjs");

export async function run(words: readonly string[]): Promise<void> {
  const size = Number(words.find((word) => word.startsWith("--size="))?.slice(7) ?? 10_000);
  program = resolve(words.find((word) => word.startsWith("--program="))?.slice(10) ?? program);
  const row = measured(size);
  if (words.includes("--json")) return console.log(JSON.stringify({ bench: "sync", ...row }));
  const { sync, git, ratio, wall } = row;
  const verdict = ratio > GOAL ? ", missed" : "";
  console.log(`${size} memories, ${CHANGED} changed: sync ${sync} ms of processor time, git fetch + merge ${git} ms`);
  console.log(
    `ratio ${ratio.toFixed(2)} (<= ${GOAL}${verdict}), on the wall ${wall.toFixed(2)}; ${ROUNDS} rounds by turns`,
  );
}

function measured(size: number) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-bench-sync-")));
  try {
    const machines = ["laptop", "desk"].map((name) => machineIn(base, name)) as [Machine, Machine];
    const [laptop, desk] = machines;
    git(base, "init", "-q", "--bare", join(base, "memory.git"));
    for (let n = 0; n < size; n++) put(join(laptop.root, pathOf(n)), textOf(n, 0));
    for (const machine of machines) sync(machine, "setup", join(base, "memory.git"), "--yes");
    const plain = plainClones(base, laptop.root);
    const [syncs, gits]: [Took[], Took[]] = [[], []];
    for (let round = 1; round <= ROUNDS; round++) {
      for (let n = 0; n < CHANGED; n++) {
        const at = (n * 97 + round * 13) % size;
        put(join(laptop.root, pathOf(at)), textOf(at, round));
        put(join(plain.one, pathOf(at)), textOf(at, round));
      }
      sync(laptop);
      git(plain.one, "commit", "-q", "-a", "-m", `round ${round}`);
      git(plain.one, "push", "-q", "origin", "HEAD:main");
      gits.push(
        timed(() => {
          git(plain.other, "fetch", "-q", "origin");
          git(plain.other, "merge", "-q", "origin/main");
        }),
      );
      syncs.push(timed(() => sync(desk)));
      const at = (round * 13) % size;
      if (!readFileSync(join(desk.root, pathOf(at)), "utf8").includes(`round ${round}`))
        throw new Error("it did not come");
    }
    // The kernel counts in hundredths of a second: the sum of all rounds is told, not one of them.
    const [sync_, git_] = [sum(syncs), sum(gits)];
    const wall = median(syncs.map(({ wall }) => wall)) / median(gits.map(({ wall }) => wall));
    return { size, sync: Math.round(sync_ / ROUNDS), git: Math.round(git_ / ROUNDS), ratio: sync_ / git_, wall };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Machine {
  readonly home: string;
  readonly project: string;
  readonly root: string;
}

function machineIn(base: string, name: string): Machine {
  const home = join(base, name);
  const project = join(home, "widget");
  const origin = join(base, "widget.git");
  mkdirSync(home);
  if (name === "laptop") git(base, "init", "-q", "--bare", "-b", "main", origin);
  git(base, "clone", "-q", origin, project);
  if (name === "laptop") {
    git(project, "commit", "-q", "--allow-empty", "-m", "start");
    git(project, "push", "-q", "origin", "HEAD:main");
  }
  return { home, project, root: join(home, ".claude", "projects", encodePath(project), "memory") };
}

function plainClones(base: string, root: string): { one: string; other: string } {
  const [one, other, origin] = ["one", "other", "plain.git"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  git(base, "init", "-q", "--bare", "-b", "main", origin);
  git(base, "clone", "-q", origin, one);
  spawnSync("cp", ["-r", join(root, "project"), one]);
  git(one, "add", "-A");
  git(one, "commit", "-q", "-m", "all");
  git(one, "push", "-q", "origin", "HEAD:main");
  git(base, "clone", "-q", "-b", "main", origin, other);
  return { one, other };
}

function pathOf(n: number): string {
  return `project/memory-${n}.md`;
}

function textOf(n: number, round: number): string {
  const words = Array.from({ length: 30 }, (_, k) => `word${(n * 31 + k * 7) % 997}`).join(" ");
  return `---\nname: memory-${n}\ndescription: About ${n}\nmetadata:\n  type: project\n  kind: project\n  status: active\n  created: 2025-06-02T12:00:00.000Z\n---\n# Memory ${n}\n\n${words}\n\nAs of round ${round}.\n`;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function sync({ home, project }: Machine, ...words: string[]): void {
  must(spawnSync(process.execPath, [program, "sync", ...words], { cwd: project, env: envOf(home), encoding: "utf8" }));
}

function git(cwd: string, ...words: string[]): void {
  const named = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  must(spawnSync("git", words, { cwd, env: { ...envOf(cwd), ...named }, encoding: "utf8" }));
}

function envOf(home: string) {
  return { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
}

function must({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }): void {
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

interface Took {
  readonly cpu: number;
  readonly wall: number;
}

function timed(work: () => void): Took {
  const [from, cpu] = [performance.now(), childrenMs()];
  work();
  return { cpu: childrenMs() - cpu, wall: performance.now() - from };
}

function sum(all: readonly Took[]): number {
  return all.reduce((total, { cpu }) => total + cpu, 0);
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] as number;
}
