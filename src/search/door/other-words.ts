/**
 * Memories for a question, as the ranking finds them; where none of them bears much on it, also the few that say it in
 * other words, found by the thesaurus and weighed as for a moment. Those come last and take the place of the weakest.
 */

import type { OpenPart } from "../index/corpus.ts";
import type { Row } from "../index/segment.ts";
import type { LeafFeature, Values } from "../rank/features.ts";
import { type Asked, searchMemories } from "../rank/search.ts";
import type { Searcher } from "../rank/searcher.ts";
import { judged } from "./door.ts";

/** Who asks would rather look at one too many: unasked, even odds are wanted. */
const addedFrom = 0.05;
/** Where it takes the place of the last of a full answer. */
const insteadFrom = 0.25;
const MOST_OTHERWISE = 3;

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
  const known = new Set(hits.map(placeOf));
  const room = asked.limit - hits.length;
  const added = judged(searcher.corpus, { prompt: asked.text }, asked)
    .filter((likely) => !known.has(placeOf(likely)))
    .map((likely) => ({ ...likely, otherWords: likely.reasons.filter(({ adds }) => adds > 0).map(({ says }) => says) }))
    .filter(({ otherWords }) => otherWords.length > 0)
    .slice(0, Math.min(MOST_OTHERWISE, asked.limit))
    .filter(({ probability }, n) => probability >= (n < room ? addedFrom : insteadFrom))
    .map(({ part, doc, row, probability: score, otherWords }) => ({
      part,
      doc,
      row,
      score,
      features: undefined,
      otherWords,
    }));
  return { hits: [...hits.slice(0, asked.limit - added.length), ...added], weak };
}

function placeOf({ part, doc }: Pick<WiderHit, "part" | "doc">): string {
  return `${part.place}/${doc}`;
}
