/**
 * The first commit of a repository: the only thing Cairn asks the git program for. A repository may be hostile, so git is
 * given no configuration but ours on top of the repository's, no network, no hooks, no terminal and little time.
 */

import { delimiter, dirname, isAbsolute } from "node:path";
import type { Repository } from "./git.ts";

/** Not from `node:os`: nearly every command is done without it. */
const NOTHING = process.platform === "win32" ? "\\\\.\\nul" : "/dev/null";
const LIMIT_MS = 5_000;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Of the line of first parents, so that merging in another history does not change it. Undefined where it is unknown. */
export async function rootCommitOf(
  { gitDir }: Repository,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (gitDir === undefined) return undefined;
  const { execFile } = await import("node:child_process");
  return new Promise((settle) => {
    const options = { cwd: dirname(process.execPath), env: environment(env), ...bounds };
    const git = execFile("git", [...safely, `--git-dir=${gitDir}`, ...question], options, (error, stdout) => {
      const commit = stdout.trim().split("\n").at(-1) ?? "";
      settle(error === null && COMMIT.test(commit) ? commit : undefined); // no git, no commits, too slow: unknown
    });
    git.stdin?.end();
  });
}

const bounds = { timeout: LIMIT_MS, killSignal: "SIGKILL", maxBuffer: 65_536, windowsHide: true } as const;

const safely = [
  "--no-pager",
  "--no-optional-locks",
  "--no-replace-objects",
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat", "protocol.allow=never"].flatMap((set) => [
    "-c",
    set,
  ]),
];

const question = ["rev-list", "--first-parent", "--max-parents=0", "HEAD", "--"];

/** Nothing of the caller's but the way to the program; relative folders on it could lie in the repository. */
function environment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const path = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
  const system = env["SystemRoot"] === undefined ? {} : { SystemRoot: env["SystemRoot"] };
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
