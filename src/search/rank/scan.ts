/**
 * The first pass over the postings of a question: which leaves and groups hold which of its terms, and how rare each
 * term is. However the collection is cut into parts, the counts are those of one.
 */

import type { Corpus, MendedGroup } from "../index/corpus.ts";
import { livingWith, take } from "./postings.ts";
import { Scores } from "./scores.ts";
import { reserve, type Scratch } from "./scratch.ts";
import { averageOf, idfOf, totalsOf, type UnitSort } from "./shapes.ts";

export { docsWith } from "./postings.ts";
export type { UnitSort } from "./shapes.ts";

const mostTerms = 32;

export interface Scan {
  readonly unit: UnitSort;
  readonly scratches: readonly Scratch[];
  /** One a bit of the masks. */
  readonly idf: readonly number[];
  readonly groupIdf: readonly number[];
  readonly terms: readonly string[];
  /** Sums over all terms of the question, known or not. */
  readonly idfSum: number;
  readonly groupIdfSum: number;
  readonly largestIdf: number;
  /** Words of a leaf and of a group, on average. */
  readonly leafAverage: number;
  readonly groupAverage: number;
  /** Share of `idfSum` whose terms occur anywhere. */
  readonly known: number;
  readonly scores: Scores;
}

/** The scratches must be clear. */
export function scanCorpus(corpus: Corpus, scratches: readonly Scratch[], question: Terms, unit: UnitSort): Scan {
  const terms = rarest(corpus, question.terms);
  const leafCount = totalsOf(corpus, unit).count;
  const groupTotals = unit === "turn" ? corpus.totals.dialogues : corpus.totals.groups;
  const idf: number[] = [];
  const groupIdf: number[] = [];
  let knownSum = 0;
  for (const scratch of scratches) reserve(scratch, terms.length, unit === "group");
  for (const [bit, term] of terms.entries()) {
    let leaves = 0;
    let groups = 0;
    for (const scratch of scratches) {
      const having = take(scratch, term, bit, unit);
      leaves += having.leaves;
      groups += having.groups;
    }
    groups -= countedTwice(corpus.mended, scratches, bit);
    idf.push(idfOf(leafCount, leaves));
    groupIdf.push(idfOf(groupTotals.count, groups));
    if (leaves > 0) knownSum += idf[bit]!;
  }
  for (const group of corpus.mended) spread(group, scratches);
  const idfSum = sumOf(idf);
  return {
    unit,
    scratches,
    idf,
    groupIdf,
    terms,
    idfSum,
    groupIdfSum: sumOf(groupIdf),
    largestIdf: idf.reduce((a, b) => Math.max(a, b), 0),
    leafAverage: averageOf(totalsOf(corpus, unit)),
    groupAverage: averageOf(groupTotals),
    known: idfSum === 0 ? 0 : knownSum / idfSum,
    scores: new Scores(corpus, scratches, unit, { idf, groupIdf }),
  };
}

interface Terms {
  readonly terms: readonly string[];
}

/**
 * At most 32, the rarest that occur anywhere before those that do not; in order of the alphabet, so that sums are the
 * same however the collection is cut.
 */
function rarest(corpus: Corpus, terms: readonly string[]): string[] {
  if (terms.length <= mostTerms) return [...terms].sort();
  const counted = terms.map((term) => ({ term, count: livingWith(corpus, term) }));
  counted.sort((a, b) => rarity(a.count) - rarity(b.count) || (a.term < b.term ? -1 : 1));
  return counted
    .slice(0, mostTerms)
    .map(({ term }) => term)
    .sort();
}

/** A term that occurs nowhere finds nothing: in a long question it takes no place from one that does. */
function rarity(count: number): number {
  return count === 0 ? Number.MAX_SAFE_INTEGER : count;
}

/** A group that lies in several parts is one group. */
function countedTwice(mended: readonly MendedGroup[], scratches: readonly Scratch[], bit: number): number {
  let extra = 0;
  for (const { places } of mended) {
    let times = 0;
    for (const { part, group } of places) {
      const { frequency, groups } = scratches[part.nth]!;
      if (frequency[bit * groups + group]! > 0) times++;
    }
    if (times > 1) extra += times - 1;
  }
  return extra;
}

/** Wherever a part of the group lies, it holds all its terms. */
function spread({ places }: MendedGroup, scratches: readonly Scratch[]): void {
  let mask = 0;
  for (const { part, group } of places) mask |= scratches[part.nth]!.groupMask[group]!;
  for (const { part, group } of places) scratches[part.nth]!.groupMask[group] = mask;
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
