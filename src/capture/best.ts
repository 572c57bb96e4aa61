/** Of all that could be written of a session, the few that are. Pure. */

import { likenessOf } from "./likeness.ts";
import type { Penned } from "./scribe/scribe.ts";

/** A session leaves so many drafts at most. */
export const mostDrafts = 5;
const MOST_OF_A_KIND = 2;
/** From here on two say the same, whatever their kinds. */
const ALIKE = 0.7;

/** The strongest first; no two that say the same, and no kind crowds out the others. */
export function bestOf(penned: readonly Penned[], most = mostDrafts): Penned[] {
  const chosen: Penned[] = [];
  for (const one of [...penned].sort((a, b) => b.strength - a.strength)) {
    if (chosen.length >= most) break;
    const ofKind = chosen.filter(({ intent }) => intent.kind === one.intent.kind).length;
    if (ofKind < MOST_OF_A_KIND && !chosen.some((other) => saysTheSame(one, other))) chosen.push(one);
  }
  return chosen;
}

function saysTheSame({ intent }: Penned, { intent: other }: Penned): boolean {
  if (intent.kind === "session_summary" || other.kind === "session_summary") return false;
  const news = { kind: intent.kind, title: intent.title, text: intent.summary, tags: [] };
  const there = { title: other.title, description: other.summary, tags: [], body: "" };
  return likenessOf(news, there).similarity >= ALIKE;
}
