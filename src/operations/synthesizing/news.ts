/**
 * What is new to a master since the one that stands: summaries, each counted once by what that one says it is made of,
 * and what changed besides. Commits are no summaries. Pure.
 */

import { counted } from "../../model/counted.ts";
import { conversationsIn } from "../../synthesis/print-master.ts";
import type { Proposal } from "./proposal.ts";

export interface News {
  /** Summaries the master that stands was not made of. */
  readonly summaries: number;
  /** Summaries it was made of that say something else by now. */
  readonly changed: number;
  /** Other memories that are new or changed. */
  readonly others: number;
  /** The project's own commits, of which it tells the last. */
  readonly commits: boolean;
}

type Seen = Pick<Proposal, "before" | "draft" | "gathered">;

export function newsOf({ before, draft, gathered }: Seen, body: string): News {
  const { conversations } = draft.counts;
  const { changed, memories } = gathered.reading;
  const summaries = Math.max(0, conversations - (conversationsIn(before ?? "") ?? 0));
  return { summaries, changed, others: memories, commits: before !== undefined && gitLines(before) !== gitLines(body) };
}

function gitLines(body: string): string {
  return body
    .split("\n")
    .filter((line) => line.endsWith(" [git]"))
    .join("\n");
}

export function newsInWords({ summaries, changed, others, commits }: News, learned: number, isSame: boolean): string {
  const parts = [
    summaries === 0 ? "no new summary" : counted(summaries, "new summary", "new summaries"),
    ...(changed === 0 ? [] : [`${changed} changed`]),
    ...(others === 0 || isSame ? [] : [counted(others, "other memory", "other memories")]),
    ...(commits && !isSame ? [summaries + changed + others === 0 ? "only new commits" : "new commits"] : []),
    ...(learned === 0 || isSame ? [] : [`${counted(learned, "statement")} learned`]),
  ];
  return parts.join(", ");
}
