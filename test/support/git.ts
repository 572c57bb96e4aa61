/** A real git repository in a test's project, on days of the test's choosing, without any configuration of the machine's. */

import { execFileSync } from "node:child_process";

/** Nobody's configuration, and nobody's name. */
export const gitEnv = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

export function git(cwd: string, args: readonly string[], at = "2025-06-01T12:00:00Z"): string {
  const dated = { ...gitEnv, PATH: process.env["PATH"], HOME: cwd, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const words = ["-c", "init.defaultBranch=main", ...args];
  return execFileSync("git", words, { cwd, env: dated, encoding: "utf8", stdio: "pipe" }).trim();
}

/** Everything that lies there now; the repository is begun with the first. Returns the commit's id. */
export function commitAll(cwd: string, message: string, at?: string): string {
  git(cwd, ["init", "-q"]);
  git(cwd, ["add", "-A"]);
  git(cwd, ["commit", "-q", "--allow-empty", "-m", message], at);
  return git(cwd, ["rev-parse", "HEAD"]);
}
