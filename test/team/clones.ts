/** A repository in common and people who each have a clone of it, a home and a Cairn of their own, with real git. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { cairnWith, type Setup, type TestCairn } from "../support/cairn-with.ts";

const GIT = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

export interface Clone {
  readonly name: string;
  readonly cairn: TestCairn;
  /** What it printed. Throws where it refuses. */
  git(...words: string[]): string;
  /** The exit code of one that may refuse. */
  tries(...words: string[]): number;
  commit(message?: string): void;
  push(): void;
  /** As `git pull --no-rebase`. */
  pull(): void;
  read(path: string): string;
  /** Every file of the team's folder and what it says. */
  files(): Record<string, string>;
}

/** Emptied when the test is over. */
export function hub(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "cairn-hub-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const path = join(base, "hub.git");
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", path], { env: GIT });
  return path;
}

/** One person's clone. The first has to `start` it. */
export function cloneOf(remote: string, name: string, setup: Setup = {}): Clone {
  const cairn = cairnWith({ ...setup, settings: { "team.enabled": true, ...setup.settings } });
  const run = (words: readonly string[]) =>
    execFileSync("git", ["-C", cairn.project, ...words], {
      env: { ...GIT, HOME: cairn.home },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  execFileSync("git", ["clone", "-q", remote, cairn.project], { env: GIT, stdio: "ignore" });
  run(["config", "user.name", name]);
  run(["config", "user.email", `${name.toLowerCase()}@example.org`]);
  const folder = join(cairn.project, ".claude", "memory");
  return {
    name,
    cairn,
    git: (...words) => run(words),
    tries(...words) {
      try {
        run(words);
        return 0;
      } catch (error) {
        return (error as { status?: number }).status ?? -1;
      }
    },
    commit(message = `by ${name}`) {
      run(["add", "-A"]);
      if (run(["status", "--porcelain"]) !== "") run(["commit", "-q", "-m", message]);
    },
    push: () => run(["push", "-q", "origin", "HEAD:main"]),
    pull: () => run(["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"]),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    files() {
      if (!existsSync(folder)) return {};
      const names = (readdirSync(folder, { recursive: true, withFileTypes: true }) as import("node:fs").Dirent[])
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
      return Object.fromEntries(names.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
    },
  };
}

/** The driver is a program of its own: built once, if the sources are newer. */
export function buildDriver(): void {
  execFileSync(process.execPath, ["scripts/fresh.mjs"], { stdio: "inherit" });
  process.argv[1] = resolve("dist/cairn.cjs");
}

/** Two people whose clones are set up, with that committed. */
export async function pairSetUp(): Promise<{ ann: Clone; bob: Clone }> {
  const { ann, bob } = pair();
  await ann.cairn.ask("team", { action: "setup" }, { confirmed: true });
  ann.commit("set up");
  ann.push();
  bob.pull();
  await bob.cairn.ask("team", { action: "setup" }, { confirmed: true });
  return { ann, bob };
}

/** Two people, with one commit in common. */
export function pair(): { ann: Clone; bob: Clone } {
  const remote = hub();
  const ann = cloneOf(remote, "Ann", { project: {} });
  mkdirSync(join(ann.cairn.project, "src"), { recursive: true });
  ann.git("commit", "-q", "--allow-empty", "-m", "start");
  ann.push();
  return { ann, bob: cloneOf(remote, "Bob") };
}
