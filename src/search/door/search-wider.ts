/**
 * Memories for a question. Where the ranking is not sure of its best, the judgement that decides what is shown unasked is
 * asked too: it puts a short question's answers in order, brings in those that say it in other words, and tells whether
 * the first of them is a clear answer.
 */

import type { OpenPart } from "../index/corpus.ts";
import type { Row } from "../index/segment.ts";
import type { LeafFeature, Values } from "../rank/features.ts";
import { type Asked, newestFirst, searchMemories } from "../rank/search.ts";
import type { Searcher } from "../rank/searcher.ts";
import { judged } from "./door.ts";
import { tellsWords } from "./reasons.ts";

/** Who asks would rather look at one too many: unasked, even odds are wanted. */
const addedFrom = 0.05;
/** Where it takes the place of the last of a full answer. */
const insteadFrom = 0.25;
const MOST_OTHERWISE = 3;

/** A longer one is a conversation's message, which the ranking was learned on and judges better. */
const MOST_TERMS_JUDGED = 12;
/** What the ranking's score adds to the log-odds of the judgement. */
const SCORE_COUNTS = 0.5;
const NEVER = 1e-4;
/** So likely, the first one is a clear answer. */
const clearFrom = 0.35;

type RankedHit = ReturnType<typeof searchMemories>["hits"][number];

interface WiderHit {
  readonly part: OpenPart;
  readonly doc: number;
  readonly row: Row;
  /** Of what was found otherwise: the probability that it bears on the question. */
  readonly score: number;
  readonly features: Values<LeafFeature> | undefined;
  /** Which of its words say what was asked otherwise; missing where it was found by the question's own. */
  readonly otherWords?: readonly string[];
}

export interface WiderFound {
  readonly hits: readonly WiderHit[];
  /** Nothing found bears much on the question. */
  readonly weak: boolean;
}

export function searchWider(searcher: Searcher, asked: Asked): WiderFound {
  const { hits, weak } = searchMemories(searcher, asked);
  if (!weak) return { hits, weak };
  const likely = judged(searcher.corpus, { prompt: asked.text }, asked);
  const chances = new Map(likely.map((one) => [placeOf(one), one.probability]));
  const chanceOf = (hit: WiderHit) => chances.get(placeOf(hit)) ?? 0;
  const added = sayingOtherwise(likely, hits, asked.limit);
  const own = hits.slice(0, asked.limit - added.length);
  // A retired memory is never judged likelier than what took its place.
  const isJudged = !asked.includeRetired && searcher.question(asked.text).terms.length <= MOST_TERMS_JUDGED;
  const shown = isJudged ? inOrder(own, added, chanceOf) : [...own, ...added];
  const [first] = shown;
  return { hits: shown, weak: first === undefined || chanceOf(first) < clearFrom };
}

function sayingOtherwise(
  likely: ReturnType<typeof judged>,
  hits: readonly RankedHit[],
  limit: number,
): (WiderHit & { readonly otherWords: readonly string[] })[] {
  const known = new Set(hits.map(placeOf));
  const room = limit - hits.length;
  return likely
    .filter((one) => one.probability >= addedFrom && !known.has(placeOf(one)))
    .map(({ part, doc, row, probability: score, reasons }) => {
      const otherWords = reasons.filter(tellsWords).map(({ says }) => says);
      return { part, doc, row, score, features: undefined, otherWords };
    })
    .filter(({ otherWords }) => otherWords.length > 0)
    .slice(0, Math.min(MOST_OTHERWISE, limit))
    .filter(({ score }, n) => n < room || score >= insteadFrom);
}

/** By both judgements. What was found otherwise has no score, and stands where the ranking's last one would. */
function inOrder(
  own: readonly RankedHit[],
  added: readonly WiderHit[],
  chanceOf: (hit: WiderHit) => number,
): readonly WiderHit[] {
  const least = Math.min(...own.map(({ score }) => score)) - 1;
  const worth = new Map<WiderHit, number>([
    ...own.map((hit) => [hit, SCORE_COUNTS * hit.score + logOdds(chanceOf(hit))] as const),
    ...added.map((hit) => [hit, (own.length === 0 ? 0 : SCORE_COUNTS * least) + logOdds(chanceOf(hit))] as const),
  ]);
  const ordered = [...worth.keys()].sort((a, b) => worth.get(b)! - worth.get(a)!);
  const versions = newestFirst(ordered.filter((hit): hit is RankedHit => !added.includes(hit)));
  return ordered.map((hit) => (added.includes(hit) ? hit : versions.shift()!));
}

function logOdds(probability: number): number {
  const bounded = Math.min(1 - NEVER, Math.max(NEVER, probability));
  return Math.log(bounded / (1 - bounded));
}

function placeOf({ part, doc }: Pick<WiderHit, "part" | "doc">): string {
  return `${part.place}/${doc}`;
}
