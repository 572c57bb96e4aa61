/** Of all that could be written of a session, the few that are. Pure. */

import { mostDrafts } from "../model/draft.ts";
import { contentWords, overlapOf } from "../text/word-sets.ts";
import { likenessOf } from "./likeness.ts";
import type { Penned } from "./scribe/scribe.ts";

const MOST_OF_A_KIND = 2;
/** From here on two say the same, whatever their kinds. */
const ALIKE = 0.7;
/** The same of the shorter's telling words. */
const SAME_WORDS = 0.6;

/** What was concluded first, then the strongest of the rest; no two that say the same, and no kind crowds out the others. */
export function bestOf(penned: readonly Penned[], most = mostDrafts): Penned[] {
  const chosen: Penned[] = [];
  const rank = (one: Penned) => (one.intent.kind === "session_summary" ? 2 : isConcluded(one) ? 1 : 0);
  for (const one of [...penned].sort((a, b) => rank(b) - rank(a) || b.strength - a.strength)) {
    if (chosen.length >= most) break;
    const ofKind = chosen.filter((other) => other.intent.kind === one.intent.kind && !isConcluded(other)).length;
    const isTooMany = !isConcluded(one) && ofKind >= MOST_OF_A_KIND;
    if (!isTooMany && !chosen.some((other) => saysTheSame(one, other))) chosen.push(one);
  }
  return chosen;
}

function isConcluded(penned: Penned): boolean {
  return "conclusion" in penned;
}

function saysTheSame({ intent }: Penned, { intent: other }: Penned): boolean {
  if (intent.kind === "session_summary" || other.kind === "session_summary") return false;
  const news = { kind: intent.kind, title: intent.title, text: intent.summary, tags: [] };
  const there = { title: other.title, description: other.summary, tags: [], body: "" };
  const words = (said: Penned["intent"]) => contentWords(`${said.title} ${said.summary}`);
  return likenessOf(news, there).similarity >= ALIKE || overlapOf(words(intent), words(other)) >= SAME_WORDS;
}
