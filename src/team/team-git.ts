/** What git knows of the team's folder: who changed a file last, what is not committed, which driver merges it. Reads only. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { askGit } from "../places/ask-git.ts";

export const teamFolder = ".claude/memory";
const MOST_BYTES = 8_000_000;

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
}

export function repositoryOf({ places, env }: Cairn): TeamRepository {
  const { worktree, gitDir } = places.project.git ?? {};
  if (worktree === undefined || gitDir === undefined) throw noRepository();
  const ask = (...words: string[]) => askGit({ gitDir, env, words: ["-C", worktree, ...words], mostBytes: MOST_BYTES });
  return { worktree, ask };
}

const LINE = "%x01%an%x02%ae%x02%h%x02%aI";

/** By the path below the team's folder: the last commit that touched it, unless the working tree says something else. */
export async function attributionsIn(repository: TeamRepository): Promise<ReadonlyMap<string, Attribution>> {
  const found = new Map<string, Attribution>();
  const log = await repository.ask("log", `--format=${LINE}`, "--name-only", "-m", "--first-parent", "--", teamFolder);
  // The line of first parents says when a file came here; who wrote it is said by the commits it came with.
  const whole = await repository.ask("log", `--format=${LINE}`, "--name-only", "--no-merges", "--", teamFolder);
  for (const said of [whole, log])
    for (const [path, one] of touchedIn(said ?? "")) if (!found.has(path)) found.set(path, one);
  const status =
    (await repository.ask("status", "--porcelain=v1", "-z", "--untracked-files=all", "--", teamFolder)) ?? "";
  for (const entry of status.split("\0")) {
    const path = below(entry.slice(3));
    if (path !== undefined) found.set(path, uncommitted);
  }
  return found;
}

function* touchedIn(log: string): Generator<[string, Attribution]> {
  for (const entry of log.split("\u0001").slice(1)) {
    const [head = "", ...paths] = entry.split("\n");
    const [author = "", email = "", commit = "", at = ""] = head.split("\u0002");
    for (const line of paths) {
      const path = below(line.trim());
      if (path !== undefined) yield [path, { author, email, commit, at }];
    }
  }
}

function below(path: string): string | undefined {
  return path.startsWith(`${teamFolder}/`) ? path.slice(teamFolder.length + 1) : undefined;
}

function noRepository(): CairnError {
  return new CairnError(
    "INPUT_ERROR",
    "There is no git repository here, and git is what the team shares memories by.",
    {
      hint: "Go to a clone of the team's repository, or make one: git init.",
    },
  );
}
