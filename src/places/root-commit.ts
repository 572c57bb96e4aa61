/** The first commit of a repository, by which its clones know each other. */

import { askGit } from "./ask-git.ts";
import type { Repository } from "./git.ts";

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
