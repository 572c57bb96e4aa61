/**
 * The last pass: candidates among the touched leaves, and the ones beside them, each described by its features.
 * Nothing here knows files; hits are leaves of a corpus.
 */

import type { Corpus, LeafAt, OpenPart } from "../index/corpus.ts";
import { comparePaths } from "../index/path-list.ts";
import { leafFlag } from "../index/unit.ts";
import { Best, firstOfEach } from "./best.ts";
import { bound, boundBelow, cutFor } from "./bounds.ts";
import { type LeafFeature, leafFeatureNames, leafValuesIn, type Values, type Weights } from "./features.ts";
import { bitCount, rarestOf, weightOf } from "./masks.ts";
import { DayShares, isDated, type Question } from "./question.ts";
import type { Scan } from "./scan.ts";
import type { Scratch } from "./scratch.ts";
import { mendedOf, Surroundings } from "./surroundings.ts";

export interface ScoredLeaf extends LeafAt {
  readonly score: number;
  readonly features: Values<LeafFeature>;
  /** Which terms of the question it holds, one bit each. */
  readonly mask: number;
}

/** Whether a leaf may be shown at all. */
export type Visible = (part: OpenPart, leaf: number) => boolean;

const WIDTH = leafFeatureNames.length;
/** A session that left more than this says no more by its order. */
const MOST_LATER = 12;

export class LeafRanker {
  readonly scan: Scan;
  readonly surroundings: Surroundings;
  readonly #corpus: Corpus;
  readonly #question: Question;
  readonly #named: readonly Uint8Array[];
  readonly #days: DayShares;
  readonly #row = new Float64Array(WIDTH);

  constructor(corpus: Corpus, question: Question, scan: Scan) {
    this.#corpus = corpus;
    this.#question = question;
    this.scan = scan;
    this.surroundings = new Surroundings(scan);
    this.#named = corpus.parts.map((part) => namedSpeakers(part, question.people));
    this.#days = new DayShares(question.date);
  }

  /**
   * The best `most` by the given weights, a memory by its best passage, of at most `limit` candidates of the first
   * stage and their neighbours.
   */
  rank(weights: Weights<LeafFeature>, limit: number, most: number, visible: Visible): ScoredLeaf[] {
    const column = columnOf(weights);
    const scored = this.candidates(limit, visible).map(({ part, leaf }) => ({
      part,
      leaf,
      score: this.#scoreOf(part, leaf, column),
    }));
    scored.sort(byScore);
    const best = (this.scan.unit === "memory" ? firstOfEach(scored) : scored).slice(0, most);
    const rows = new Float64Array(best.length * WIDTH);
    return best.map((at, i) => this.#describedIn(rows.subarray(i * WIDTH, (i + 1) * WIDTH), at));
  }

  /** One leaf with its score and what it is made of. */
  described(weights: Weights<LeafFeature>, { part, leaf }: LeafAt): ScoredLeaf {
    const score = this.#scoreOf(part, leaf, columnOf(weights));
    return this.#describedIn(new Float64Array(WIDTH), { part, leaf, score });
  }

  #describedIn(row: Float64Array, at: LeafAt & { score: number }): ScoredLeaf {
    this.#describe(at.part, at.leaf);
    row.set(this.#row);
    return new DescribedLeaf(at, row, this.scan.scratches[at.part.nth]!.mask[at.leaf]!);
  }

  /** A score of one leaf by weights in the order of the features. */
  scoreBy(column: Float64Array, { part, leaf }: LeafAt): number {
    return this.#scoreOf(part, leaf, column);
  }

  featuresOf({ part, leaf }: LeafAt): Values<LeafFeature> {
    this.#describe(part, leaf);
    return leafValuesIn(this.#row);
  }

  /** The score of the group a leaf is in, over the question's weight among groups. */
  sessionOf(part: OpenPart, leaf: number): number {
    return shareOf(this.scan.scores.group(part, part.leaves.group[leaf]!), this.scan.groupIdfSum);
  }

  candidates(limit: number, visible: Visible): LeafAt[] {
    const { parts } = this.#corpus;
    const best = new Best(limit, (leaf, nth, otherLeaf, otherNth) => {
      const at = { part: parts[nth]!, leaf };
      return byTime(at, { part: parts[otherNth]!, leaf: otherLeaf }) < 0;
    });
    const days = isDated(this.#question.date) ? this.#days : undefined;
    for (const scratch of this.scan.scratches) {
      this.#offer(scratch, best, limit, visible, days);
      if (days) this.#offerDated(scratch, best, visible, days);
    }
    const chosen = new Set<number>();
    const leaves: LeafAt[] = [];
    const take = (at: LeafAt) => {
      const key = at.leaf * 256 + at.part.nth;
      if (chosen.has(key)) return;
      chosen.add(key);
      leaves.push(at);
    };
    for (const { key, tag } of best.taken()) {
      const part = this.#corpus.parts[tag]!;
      take({ part, leaf: key });
      for (const near of this.surroundings.beside(part, key)) if (visible(near.part, near.leaf)) take(near);
    }
    return leaves;
  }

  #scoreOf(part: OpenPart, leaf: number, column: Float64Array): number {
    this.#describe(part, leaf);
    const row = this.#row;
    let score = 0;
    for (let i = 0; i < WIDTH; i++) score += row[i]! * column[i]!;
    return score;
  }

  /** Fills the row, in the order of `leafFeatures`. */
  #describe(part: OpenPart, leaf: number): void {
    const { idfSum, largestIdf, idf } = this.scan;
    const scratch = this.scan.scratches[part.nth]!;
    const { flags, length, time, speaker } = part.leaves;
    const scale = idfSum === 0 ? 0 : 1 / idfSum;
    const around = this.surroundings.around(part, leaf);
    const bests = this.surroundings.bests(part, leaf);
    const own = this.scan.scores.own(scratch, leaf) * scale;
    const mask = scratch.mask[leaf]!;
    const flag = flags[leaf]!;
    const spoken = this.#named[part.nth]![speaker[leaf]!] === 1 ? 1 : 0;
    const window = mask | around.maskBefore[0]! | around.maskBefore[1]! | around.maskAfter[0]!;
    const age = this.#corpus.groupsAfter(time[leaf]!);
    const row = this.#row;
    let at = 0;
    row[at++] = own;
    for (let i = 0; i < 3; i++) row[at++] = around.before[i]! * scale;
    for (let i = 0; i < 3; i++) row[at++] = around.after[i]! * scale;
    row[at++] = weightOf(mask, idf) * scale;
    row[at++] = shareOf(bitCount(mask), idf.length);
    row[at++] = weightOf(window, idf) * scale;
    row[at++] = shareOf(rarestOf(mask, idf), largestIdf);
    row[at++] = this.sessionOf(part, leaf);
    row[at++] = (bests[0] ?? 0) * scale;
    row[at++] = (bests[1] ?? 0) * scale;
    row[at++] = spoken;
    row[at++] = own * spoken;
    row[at++] = this.#days.at(time[leaf]!);
    row[at++] = (flag & leafFlag.question) !== 0 ? 1 : 0;
    row[at++] = around.afterQuestion ? 1 : 0;
    row[at++] = Math.log(1 + length[leaf]!);
    row[at++] = around.hasBefore ? 0 : 1;
    row[at++] = this.#question.asksWhen && (flag & leafFlag.time) !== 0 ? 1 : 0;
    row[at++] = this.#question.asksHowMany && (flag & leafFlag.number) !== 0 ? 1 : 0;
    row[at++] = Math.exp(-age / 5);
    row[at++] = Math.exp(-age / 20);
    row[at++] = Math.exp(-age / 80);
    row[at++] = (flag & leafFlag.passage) !== 0 ? 0 : Math.log(1 + Math.min(around.laterCount, MOST_LATER));
  }

  /** First stage: own + .4 session + .4 before + .2 after + .15 speaker + .3 date. Leaves of great promise come first. */
  #offer(scratch: Scratch, best: Best, limit: number, visible: Visible, days: DayShares | undefined): void {
    bound(this.scan, scratch, (this.#question.people.size > 0 ? 0.15 : 0) + (days ? 0.3 : 0));
    const cut = cutFor(scratch, limit);
    this.#offerBetween(scratch, best, cut, Number.MAX_SAFE_INTEGER, visible, days);
    this.#offerBetween(scratch, best, 0, cut, visible, days);
  }

  #offerBetween(
    scratch: Scratch,
    best: Best,
    from: number,
    to: number,
    visible: Visible,
    days: DayShares | undefined,
  ): void {
    const { part, touched, touchedCount, bounds } = scratch;
    let least = Math.max(from, boundBelow(best.least));
    for (let i = 0; i < touchedCount; i++) {
      if (bounds[i]! < least || bounds[i]! >= to) continue;
      const leaf = touched[i]!;
      const score = this.#firstScore(scratch, leaf, days);
      if (score < best.least || !visible(part, leaf)) continue;
      best.offer(score, leaf, part.nth);
      least = Math.max(from, boundBelow(best.least));
    }
  }

  #firstScore(scratch: Scratch, leaf: number, days: DayShares | undefined): number {
    const { part } = scratch;
    const { idfSum, groupIdfSum, scores } = this.scan;
    const scale = idfSum === 0 ? 0 : 1 / idfSum;
    let score = scores.own(scratch, leaf);
    if (mendedOf(part, leaf)) {
      const around = this.surroundings.around(part, leaf);
      score = (score + 0.4 * around.before[0]! + 0.2 * around.after[0]!) * scale + 0.4 * this.sessionOf(part, leaf);
    } else {
      const { group, flags } = part.leaves;
      const g = group[leaf]!;
      if (leaf > 0 && group[leaf - 1] === g && sameSort(flags, leaf - 1, leaf))
        score += 0.4 * scores.own(scratch, leaf - 1);
      if (leaf + 1 < group.length && group[leaf + 1] === g && sameSort(flags, leaf + 1, leaf))
        score += 0.2 * scores.own(scratch, leaf + 1);
      const groupScale = groupIdfSum === 0 ? 0 : 0.4 / groupIdfSum;
      score = score * scale + groupScale * scores.group(part, g);
    }
    if (this.#named[part.nth]![part.leaves.speaker[leaf]!] === 1) score += 0.15;
    return days ? score + 0.3 * days.at(part.leaves.time[leaf]!) : score;
  }

  /** Leaves of the day asked for, even where they share no word with the question. */
  #offerDated(scratch: Scratch, best: Best, visible: Visible, days: DayShares): void {
    const { part, mask } = scratch;
    const { start, turnEnd, time } = part.groups;
    const named = this.#named[part.nth]!;
    for (let group = 0; group < time.length; group++) {
      if (days.at(time[group]!) < 1) continue;
      const [from, to] =
        this.scan.unit === "memory" ? [turnEnd[group]!, start[group + 1]!] : [start[group]!, turnEnd[group]!];
      for (let leaf = from; leaf < to; leaf++) {
        if (mask[leaf] !== 0) continue;
        const score = 0.3 + 0.4 * this.sessionOf(part, leaf) + (named[part.leaves.speaker[leaf]!] === 1 ? 0.15 : 0);
        if (score >= best.least && visible(part, leaf)) best.offer(score, leaf, part.nth);
      }
    }
  }
}

/** Its features are put into words only where they are asked for. */
class DescribedLeaf implements ScoredLeaf {
  readonly part: OpenPart;
  readonly leaf: number;
  readonly score: number;
  readonly mask: number;
  readonly #row: Float64Array;

  constructor({ part, leaf, score }: LeafAt & { score: number }, row: Float64Array, mask: number) {
    this.part = part;
    this.leaf = leaf;
    this.score = score;
    this.mask = mask;
    this.#row = row;
  }

  get features(): Values<LeafFeature> {
    return leafValuesIn(this.#row);
  }
}

/** Weights in the order of the features. */
export function columnOf(weights: Weights<LeafFeature>): Float64Array {
  return Float64Array.from(leafFeatureNames, (name) => weights[name]);
}

function sameSort(flags: Uint16Array, a: number, b: number): boolean {
  return ((flags[a]! ^ flags[b]!) & leafFlag.turn) === 0;
}

function namedSpeakers(part: OpenPart, people: ReadonlySet<string>): Uint8Array {
  const { speakers } = part.segment.names;
  if (people.size === 0) return new Uint8Array(speakers.length);
  const words = (speaker: string) => speaker.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return Uint8Array.from(speakers, (speaker) => (words(speaker).some((word) => people.has(word)) ? 1 : 0));
}

function shareOf(value: number, whole: number): number {
  return whole === 0 ? 0 : value / whole;
}

/** Best first; where equal, by time and then place, so that the order is the same however the collection is cut. */
function byScore(a: LeafAt & { score: number }, b: LeafAt & { score: number }): number {
  return b.score - a.score || byTime(a, b);
}

function byTime(a: LeafAt, b: LeafAt): number {
  return b.part.leaves.time[b.leaf]! - a.part.leaves.time[a.leaf]! || pathOrder(a, b);
}

function pathOrder(a: LeafAt, b: LeafAt): number {
  if (a.part === b.part) return a.part.leaves.doc[a.leaf]! - b.part.leaves.doc[b.leaf]! || a.leaf - b.leaf;
  const left = a.part.segment.path(a.part.leaves.doc[a.leaf]!);
  const right = b.part.segment.path(b.part.leaves.doc[b.leaf]!);
  return comparePaths(left, right) || a.leaf - b.leaf;
}
