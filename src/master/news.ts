/**
 * What is new to a master since the one that stands: summaries, each counted once by what that one says it is made of,
 * and what changed besides. Commits are no summaries. Pure.
 */

import { counted } from "../text/counted.ts";
import { conversationsIn } from "./print-master.ts";
import type { Proposal } from "./proposal.ts";

interface News {
  /** Summaries the master that stands was not made of. */
  readonly summaries: number;
  /** Summaries it was made of that say something else by now. */
  readonly changed: number;
  /** Other memories that are new or changed. */
  readonly others: number;
  /** The project's own commits, of which it tells the last. */
  readonly commits: boolean;
}

type Seen = Pick<Proposal, "before" | "draft" | "gathered" | "sources">;

export function synthesisNewsOf(seen: Seen, body: string): News {
  const { before, draft } = seen;
  const summaries = Math.max(0, draft.counts.conversations - (conversationsIn(before ?? "") ?? 0));
  const read = readFor(seen);
  return {
    summaries,
    changed: read.filter(({ isSummary, isChanged }) => isSummary && isChanged).length,
    others: read.filter(({ isSummary }) => !isSummary).length,
    commits: before !== undefined && lastCommitIn(before) !== lastCommitIn(body),
  };
}

/** Statements that were not known before. */
export function learnedFor(seen: Seen): number {
  return readFor(seen).reduce((sum, { learned }) => sum + learned, 0);
}

/** Of what was read this time, what this master is made of: a domain's is not made of everything. */
function readFor({ gathered, sources }: Seen) {
  return sources.flatMap(({ id }) => gathered.reading.anew.get(id) ?? []);
}

/** How many it looks at is a setting; which is the last is not. */
function lastCommitIn(body: string): string | undefined {
  return /\bcommit ([0-9a-f]{7,40}): .*\[git\]$/m.exec(body)?.[1];
}

export function synthesisNewsInWords(
  { summaries, changed, others, commits }: News,
  learned: number,
  isSame: boolean,
): string {
  const parts = [
    summaries === 0 ? "no new summary" : counted(summaries, "new summary", "new summaries"),
    ...(changed === 0 ? [] : [`${changed} changed`]),
    ...(others === 0 || isSame ? [] : [counted(others, "other memory", "other memories")]),
    ...(commits && !isSame ? [summaries + changed + others === 0 ? "only new commits" : "new commits"] : []),
    ...(learned === 0 || isSame ? [] : [`${counted(learned, "statement")} learned`]),
    ...(isSame || commits || summaries + changed + others + learned > 0 ? [] : ["only its wording"]),
  ];
  return parts.join(", ");
}
