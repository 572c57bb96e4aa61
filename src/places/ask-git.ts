/**
 * The one way the git program is asked. A repository may be hostile, so git is given no configuration but ours on top of the
 * repository's, no network, no hooks, no signature checks, no terminal, little time and a bounded answer.
 */

import { delimiter, dirname, isAbsolute } from "node:path";
import { defined } from "../model/defined.ts";
import type { Repository } from "./git.ts";

/** Not from `node:os`: nearly every command is done without it. */
const NOTHING = process.platform === "win32" ? "\\\\.\\nul" : "/dev/null";
const LIMIT_MS = 5_000;
const MOST_BYTES = 65_536;

interface GitQuestion {
  readonly gitDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly words: readonly string[];
  readonly input?: string;
  readonly mostBytes?: number;
}

/** What it prints; undefined where there is no git, it refuses, takes too long or says too much. */
export async function askGit({
  gitDir,
  env,
  words,
  input = "",
  mostBytes = MOST_BYTES,
}: GitQuestion): Promise<string | undefined> {
  const { execFile } = await import("node:child_process");
  return new Promise((settle) => {
    const options = { cwd: dirname(process.execPath), env: environment(env), maxBuffer: mostBytes, ...bounds };
    const git = execFile("git", [...safely, `--git-dir=${gitDir}`, ...words], options, (error, stdout) => {
      settle(error === null ? stdout : undefined);
    });
    git.stdin?.on("error", () => undefined); // it may have ended before it read what was asked: the answer says so
    git.stdin?.end(input);
  });
}

const bounds = { timeout: LIMIT_MS, killSignal: "SIGKILL", windowsHide: true } as const;

const safely = [
  "--no-pager",
  "--no-optional-locks",
  "--no-replace-objects",
  ...[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.pager=cat",
    "protocol.allow=never",
    "log.showSignature=false",
    "core.quotePath=false",
  ].flatMap((set) => ["-c", set]),
];

/** Nothing of the caller's but the way to the program; relative folders on it could lie in the repository. */
function environment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const path = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
  const system = defined({ SystemRoot: env["SystemRoot"] });
  return { PATH: path, ...system, ...fixed };
}

const fixed = {
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: NOTHING,
  GIT_CONFIG_GLOBAL: NOTHING,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_GRAFT_FILE: NOTHING,
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
};

/** The first commit of a repository, by which its clones know each other. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const words = ["rev-list", "--first-parent", "--max-parents=0", "HEAD", "--"];

/** Of the line of first parents, so that merging in another history does not change it. Undefined where it is unknown. */
export async function rootCommitOf(
  { gitDir }: Repository,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const said = gitDir === undefined ? undefined : await askGit({ gitDir, env, words });
  const commit = said?.trim().split("\n").at(-1) ?? "";
  return COMMIT.test(commit) ? commit : undefined; // no git, no commits, too slow: unknown
}
