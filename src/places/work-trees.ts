/** The linked work trees of a repository: those it lists that are there and point back to it. */

import { basename, dirname, join, resolve } from "node:path";
import { folderEntries, readFileAt } from "../disk/files.ts";
import { findRepository, type Repository } from "./git.ts";
import { isFolder } from "./paths.ts";

const SMALL = 65_536;

export function workTreesOf({ commonDir }: Repository): string[] {
  if (commonDir === undefined) return [];
  const listed = (folderEntries(join(commonDir, "worktrees")) ?? []).flatMap(({ name }) =>
    placeOf(join(commonDir, "worktrees", name)),
  );
  return listed.filter((place) => isFolder(place) && findRepository(place)?.commonDir === commonDir);
}

function placeOf(gitDir: string): string[] {
  const back = readFileAt(join(gitDir, "gitdir"), SMALL)?.toString("utf8").trim() ?? "";
  const dotGit = resolve(gitDir, back);
  return basename(dotGit) === ".git" ? [dirname(dotGit)] : [];
}
