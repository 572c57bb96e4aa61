/** What git knows of the team's folder: who changed a file last, what is not committed, which driver merges it. Reads only. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { askGit } from "../places/ask-git.ts";
import { parseGitConfig } from "../places/git-config.ts";
import { readText } from "../places/paths.ts";
import { noRepository } from "../store/stores.ts";

export const teamFolder = ".claude/memory";
const MOST_BYTES = 8_000_000;
const LARGEST = 1_000_000;

/** Who brought a file to where it stands. */
export interface Attribution {
  readonly author: string;
  readonly email: string;
  readonly commit: string;
  readonly at: string;
}

/** Of text that lies in the working tree and in no commit. */
export const uncommitted: Attribution = { author: "not committed", email: "", commit: "", at: "" };

export interface TeamRepository {
  readonly worktree: string;
  ask(...words: string[]): Promise<string | undefined>;
  /** What the attributes of the repository say of these paths, one word after the other. Undefined where git does not answer. */
  attributes(paths: readonly string[]): Promise<readonly string[] | undefined>;
}

export function repositoryOf({ places, env }: Cairn): TeamRepository {
  const { worktree, gitDir } = places.project.git ?? {};
  if (worktree === undefined || gitDir === undefined) throw noRepository();
  const asked = { gitDir, env, mostBytes: MOST_BYTES };
  const ask = (...words: string[]) => askGit({ ...asked, words: ["-C", worktree, ...words] });
  return {
    worktree,
    ask,
    async attributes(paths) {
      const words = ["-C", worktree, "check-attr", "-z", "--stdin", "--all"];
      const said = await askGit({ ...asked, words, input: paths.map((path) => `${path}\0`).join("") });
      return said?.split("\0");
    },
  };
}

/** What your git is told, this clone's config first: read as text, since git is asked without yours. The key in lower case. */
export function configured({ env, places }: Cairn, key: string): string | undefined {
  const home = env["HOME"] ?? "";
  const { commonDir } = places.project.git ?? {};
  const own = [join(home, ".gitconfig"), join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git", "config")];
  const given = env["GIT_CONFIG_GLOBAL"];
  const files = [
    ...(commonDir === undefined ? [] : [join(commonDir, "config")]),
    ...(given === undefined ? own : [given]),
  ];
  const named = files.map(
    (path) => parseGitConfig(readText(path, LARGEST) ?? "").findLast(({ name }) => name === key)?.value,
  );
  return named.find((value) => value !== undefined && value !== "");
}

/** By which git tells your commits from others'. */
export function ownAddress(cairn: Cairn): string | undefined {
  return cairn.env["GIT_AUTHOR_EMAIL"] ?? configured(cairn, "user.email");
}

/** A NUL stands in no name and no subject: nobody's name can be taken for the next commit. */
const FORMAT = "--format=%x00%h%x00%aI%x00%an%x00%ae%x00%s";
const FIELDS = 5;

/**
 * By the path below the team's folder: the last commit that touched it, unless the working tree says something else. Of
 * what a merge put together it is the last of somebody else's: what is new to `me` (an address) is theirs.
 */
export async function attributionsIn(
  repository: TeamRepository,
  me?: string | undefined,
): Promise<ReadonlyMap<string, Attribution>> {
  const found = new Map<string, Attribution>();
  // Who wrote it is said by the commits it came with; the line of first parents only knows of what a merge itself made.
  const line = await logOf(repository, "-m", "--first-parent", "--", teamFolder);
  const commits = await commitsOf(repository);
  const written = new Set(commits.map(({ commit }) => commit));
  const last = new Map([...line].reverse().map(({ path, commit }) => [path, commit]));
  const isMerged = (path: string) => last.has(path) && !written.has(last.get(path) ?? "");
  const others = commits.filter(({ path, email }) => me !== undefined && email !== me && isMerged(path));
  for (const commit of [...others, ...commits, ...line]) if (!found.has(commit.path)) found.set(commit.path, commit);
  const status =
    (await repository.ask("status", "--porcelain=v1", "-z", "--untracked-files=all", "--", teamFolder)) ?? "";
  for (const entry of status.split("\0")) {
    const path = belowOf(entry.slice(3));
    if (path !== undefined) found.set(path, uncommitted);
  }
  return found;
}

interface TeamCommit extends Attribution {
  /** Below the team's folder. */
  readonly path: string;
  readonly subject: string;
}

/** Newest first, merges left out; of one file of the folder's, which is followed where it was renamed, or of all. */
export async function commitsOf(repository: TeamRepository, path?: string): Promise<TeamCommit[]> {
  const where = path === undefined ? ["--", teamFolder] : ["--follow", "--", `${teamFolder}/${path}`];
  return logOf(repository, "--no-merges", ...where);
}

async function logOf(repository: TeamRepository, ...words: string[]): Promise<TeamCommit[]> {
  const log = (await repository.ask("log", FORMAT, "--name-only", ...words)) ?? "";
  const parts = log.split("\0").slice(1);
  const commits: TeamCommit[] = [];
  for (let n = 0; n + FIELDS <= parts.length; n += FIELDS) {
    const [commit = "", at = "", author = "", email = "", last = ""] = parts.slice(n, n + FIELDS);
    const [subject = "", ...paths] = last.split("\n");
    for (const path of paths.flatMap((line) => belowOf(line) ?? []))
      commits.push({ path, author, email, commit, at, subject });
  }
  return commits;
}

function belowOf(path: string): string | undefined {
  return path.startsWith(`${teamFolder}/`) ? path.slice(teamFolder.length + 1) : undefined;
}
