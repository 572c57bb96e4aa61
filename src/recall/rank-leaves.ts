/**
 * The last pass: candidates among the touched leaves, and the ones beside them, each described by its features.
 * Nothing here knows files; hits are leaves of a corpus.
 */

import type { Corpus, LeafAt, MendedGroup, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import { Best } from "./best.ts";
import { dot, type LeafFeature, leafFeatureNames, type Values, type Weights } from "./features.ts";
import { DayShares, isDated, type Question } from "./question.ts";
import type { Scan, Scratch } from "./scan.ts";

export interface ScoredLeaf extends LeafAt {
  readonly score: number;
  readonly features: Values<LeafFeature>;
  /** Which terms of the question it holds, one bit each. */
  readonly mask: number;
}

/** Whether a leaf may be shown at all. */
export type Visible = (part: OpenPart, leaf: number) => boolean;

export class LeafRanker {
  readonly #corpus: Corpus;
  readonly #question: Question;
  readonly scan: Scan;
  readonly #named: readonly Uint8Array[];
  readonly #bests: readonly GroupBests[];
  readonly #mendedBests = new Map<MendedGroup, number[]>();
  readonly #days: DayShares;
  readonly #byBit: { idf: number; group: number }[];

  constructor(corpus: Corpus, question: Question, scan: Scan) {
    this.#corpus = corpus;
    this.#question = question;
    this.scan = scan;
    this.#named = corpus.parts.map((part) => namedSpeakers(part, question.people));
    this.#bests = scan.scratches.map((scratch) => new GroupBests(scratch));
    this.#days = new DayShares(question.date);
    this.#byBit = scan.idf.map((idf, i) => ({ idf, group: scan.groupIdf[i]! }));
    this.#joinBests();
  }

  /** The best leaves by the given weights, of at most `limit` candidates of the first stage and their neighbours. */
  rank(weights: Weights<LeafFeature>, limit: number, visible: Visible): ScoredLeaf[] {
    const candidates = this.candidates(limit, visible);
    const scored = candidates.map((at) => this.score(at, weights));
    return scored.sort(byScore);
  }

  score(at: LeafAt, weights: Weights<LeafFeature>): ScoredLeaf {
    const features = this.featuresOf(at);
    const scratch = this.scan.scratches[at.part.nth]!;
    return { ...at, features, score: dot(leafFeatureNames, features, weights), mask: scratch.mask[at.leaf]! };
  }

  featuresOf({ part, leaf }: LeafAt): Values<LeafFeature> {
    const { idfSum, largestIdf } = this.scan;
    const around = this.#around(part, leaf);
    const flags = part.leaves.flags[leaf]!;
    const own = this.#own(part, leaf);
    const mask = this.scan.scratches[part.nth]!.mask[leaf]!;
    const near = [around.before[1], around.before[0], around.after[0]];
    const window = near.reduce((all, at) => all | (at === undefined ? 0 : this.#maskAt(at)), mask);
    const spoken = this.#named[part.nth]![part.leaves.speaker[leaf]!] === 1 ? 1 : 0;
    const [smax, s2] = this.#bestsOf(part, leaf);
    const before = around.before[0];
    const age = this.#corpus.groupsAfter(part.leaves.time[leaf]!);
    const ownAt = (at: LeafAt | undefined) => (at === undefined ? 0 : this.#own(at.part, at.leaf));
    return {
      own,
      p1: ownAt(around.before[0]),
      p2: ownAt(around.before[1]),
      p3: ownAt(around.before[2]),
      n1: ownAt(around.after[0]),
      n2: ownAt(around.after[1]),
      n3: ownAt(around.after[2]),
      idfc: shareOf(this.#idfOf(mask), idfSum),
      cov: shareOf(bitCount(mask), this.#byBit.length),
      win: shareOf(this.#idfOf(window), idfSum),
      rar: shareOf(this.#rarestOf(mask), largestIdf),
      sess: this.sessionOf(part, leaf),
      smax: smax ?? 0,
      s2: s2 ?? 0,
      spk: spoken,
      ownspk: own * spoken,
      date: this.#days.at(part.leaves.time[leaf]!),
      isq: (flags & leafFlag.question) !== 0 ? 1 : 0,
      prevQ: before !== undefined && (before.part.leaves.flags[before.leaf]! & leafFlag.question) !== 0 ? 1 : 0,
      len: Math.log(1 + part.leaves.length[leaf]!),
      first: before === undefined ? 1 : 0,
      whenT: this.#question.asksWhen && (flags & leafFlag.time) !== 0 ? 1 : 0,
      hmQ: this.#question.asksHowMany && (flags & leafFlag.number) !== 0 ? 1 : 0,
      rec5: Math.exp(-age / 5),
      rec20: Math.exp(-age / 20),
      rec80: Math.exp(-age / 80),
    };
  }

  /** The score of the group a leaf is in, over the question's weight among groups. */
  sessionOf(part: OpenPart, leaf: number): number {
    const group = part.leaves.group[leaf]!;
    const mended = part.mended.size === 0 ? undefined : part.mended.get(group);
    const score = mended
      ? (this.scan.mendedScores.get(mended)?.score ?? 0)
      : this.scan.scratches[part.nth]!.groupScore[group]!;
    return shareOf(score, this.scan.groupIdfSum);
  }

  #own(part: OpenPart, leaf: number): number {
    return shareOf(this.scan.scratches[part.nth]!.own[leaf]!, this.scan.idfSum);
  }

  #maskAt({ part, leaf }: LeafAt): number {
    return this.scan.scratches[part.nth]!.mask[leaf]!;
  }

  /** First stage: own + .4 session + .4 before + .2 after + .15 speaker + .3 date, for every touched leaf. */
  candidates(limit: number, visible: Visible): LeafAt[] {
    const best = new Best(limit);
    const days = isDated(this.#question.date) ? this.#days : undefined;
    for (const scratch of this.scan.scratches) {
      this.#offer(scratch, best, visible, days);
      if (days) this.#offerDated(scratch, best, visible, days);
    }
    const chosen = new Map<OpenPart, Set<number>>();
    const take = ({ part, leaf }: LeafAt) => {
      const set = chosen.get(part) ?? new Set();
      chosen.set(part, set.add(leaf));
    };
    for (const { key, tag } of best.taken()) {
      const at = { part: this.#corpus.parts[tag]!, leaf: key };
      take(at);
      const around = this.#around(at.part, at.leaf);
      for (const near of [around.before[0], around.after[0]])
        if (near !== undefined && visible(near.part, near.leaf)) take(near);
    }
    return [...chosen].flatMap(([part, leaves]) => [...leaves].map((leaf) => ({ part, leaf })));
  }

  /** Leaves of the day asked for, even where they share no word with the question. */
  #offerDated(scratch: Scratch, best: Best, visible: Visible, days: DayShares): void {
    const { part, mask, groupScore } = scratch;
    const { start, turnEnd, time } = part.groups;
    const groupScale = this.scan.groupIdfSum === 0 ? 0 : 0.4 / this.scan.groupIdfSum;
    const named = this.#named[part.nth]!;
    for (let group = 0; group < time.length; group++) {
      if (days.at(time[group]!) < 1) continue;
      const [from, to] =
        this.scan.unit === "memory" ? [turnEnd[group]!, start[group + 1]!] : [start[group]!, turnEnd[group]!];
      for (let leaf = from; leaf < to; leaf++) {
        if (mask[leaf] !== 0) continue;
        const score = 0.3 + groupScale * groupScore[group]! + (named[part.leaves.speaker[leaf]!] === 1 ? 0.15 : 0);
        if (score > best.least && visible(part, leaf)) best.offer(score, leaf, part.nth);
      }
    }
  }

  #offer(scratch: Scratch, best: Best, visible: Visible, days: DayShares | undefined): void {
    const { part, own, touched, groupScore } = scratch;
    const { group, speaker, time, flags } = part.leaves;
    const { idfSum, groupIdfSum } = this.scan;
    const named = this.#named[part.nth]!;
    const scale = idfSum === 0 ? 0 : 1 / idfSum;
    const groupScale = groupIdfSum === 0 ? 0 : 0.4 / groupIdfSum;
    for (let i = 0; i < scratch.touchedCount; i++) {
      const leaf = touched[i]!;
      const g = group[leaf]!;
      let score = own[leaf]!;
      if (part.mended.size > 0 && part.mended.has(g)) {
        const around = this.#around(part, leaf);
        const [before, after] = [around.before[0], around.after[0]];
        if (before) score += 0.4 * this.scan.scratches[before.part.nth]!.own[before.leaf]!;
        if (after) score += 0.2 * this.scan.scratches[after.part.nth]!.own[after.leaf]!;
        score = score * scale + 0.4 * this.sessionOf(part, leaf);
      } else {
        if (leaf > 0 && group[leaf - 1] === g && sameSort(flags, leaf - 1, leaf)) score += 0.4 * own[leaf - 1]!;
        if (group[leaf + 1] === g && sameSort(flags, leaf + 1, leaf)) score += 0.2 * own[leaf + 1]!;
        score = score * scale + groupScale * groupScore[g]!;
      }
      if (named[speaker[leaf]!] === 1) score += 0.15;
      if (days) score += 0.3 * days.at(time[leaf]!);
      if (score > best.least && visible(part, leaf)) best.offer(score, leaf, part.nth);
    }
  }

  /** Up to three before and after in the same group, nearest first, of the same sort. */
  #around(part: OpenPart, leaf: number): { before: LeafAt[]; after: LeafAt[] } {
    const group = part.leaves.group[leaf]!;
    const mended = part.mended.size === 0 ? undefined : part.mended.get(group);
    if (mended) return aroundIn(mended, part, leaf);
    const isTurn = (part.leaves.flags[leaf]! & leafFlag.turn) !== 0;
    const from = isTurn ? part.groups.start[group]! : part.groups.turnEnd[group]!;
    const to = isTurn ? part.groups.turnEnd[group]! : part.groups.start[group + 1]!;
    const before: LeafAt[] = [];
    const after: LeafAt[] = [];
    for (let i = leaf - 1; i >= from && i >= leaf - 3; i--) before.push({ part, leaf: i });
    for (let i = leaf + 1; i < to && i <= leaf + 3; i++) after.push({ part, leaf: i });
    return { before, after };
  }

  #bestsOf(part: OpenPart, leaf: number): number[] {
    const group = part.leaves.group[leaf]!;
    const mended = part.mended.size === 0 ? undefined : part.mended.get(group);
    const bests = mended ? this.#mendedBests.get(mended) : this.#bests[part.nth]!.of(group);
    return (bests ?? []).map((score) => shareOf(score, this.scan.idfSum));
  }

  bestsOfGroup(part: OpenPart, group: number): number[] {
    const mended = part.mended.get(group);
    const bests = mended ? this.#mendedBests.get(mended) : this.#bests[part.nth]!.of(group);
    return (bests ?? []).map((score) => shareOf(score, this.scan.idfSum));
  }

  #joinBests(): void {
    for (const part of this.#corpus.parts)
      for (const [group, mended] of part.mended) {
        const all = [...(this.#mendedBests.get(mended) ?? []), ...this.#bests[part.nth]!.of(group)];
        this.#mendedBests.set(mended, all.sort((a, b) => b - a).slice(0, 3));
      }
  }

  #idfOf(mask: number): number {
    let sum = 0;
    for (let bit = 0; bit < this.#byBit.length; bit++) if ((mask >>> bit) & 1) sum += this.#byBit[bit]!.idf;
    return sum;
  }

  groupIdfOf(mask: number): number {
    let sum = 0;
    for (let bit = 0; bit < this.#byBit.length; bit++) if ((mask >>> bit) & 1) sum += this.#byBit[bit]!.group;
    return sum;
  }

  #rarestOf(mask: number): number {
    let rarest = 0;
    for (let bit = 0; bit < this.#byBit.length; bit++)
      if ((mask >>> bit) & 1) rarest = Math.max(rarest, this.#byBit[bit]!.idf);
    return rarest;
  }
}

/** The three best leaves of every touched group. */
class GroupBests {
  readonly #bests = new Map<number, number[]>();

  constructor({ part, own, touched, touchedCount }: Scratch) {
    for (let i = 0; i < touchedCount; i++) {
      const leaf = touched[i]!;
      const group = part.leaves.group[leaf]!;
      const bests = this.#bests.get(group);
      if (bests === undefined) this.#bests.set(group, [own[leaf]!]);
      else insert(bests, own[leaf]!);
    }
  }

  of(group: number): readonly number[] {
    return this.#bests.get(group) ?? [];
  }
}

function insert(bests: number[], score: number): void {
  let at = bests.length;
  while (at > 0 && bests[at - 1]! < score) at--;
  if (at < 3) {
    bests.splice(at, 0, score);
    if (bests.length > 3) bests.pop();
  }
}

function aroundIn(group: MendedGroup, part: OpenPart, leaf: number): { before: LeafAt[]; after: LeafAt[] } {
  const isTurn = (part.leaves.flags[leaf]! & leafFlag.turn) !== 0;
  const same = group.ordered.filter((at) => ((at.part.leaves.flags[at.leaf]! & leafFlag.turn) !== 0) === isTurn);
  const here = same.findIndex((at) => at.part === part && at.leaf === leaf);
  return { before: same.slice(Math.max(0, here - 3), here).reverse(), after: same.slice(here + 1, here + 4) };
}

function sameSort(flags: Uint16Array, a: number, b: number): boolean {
  return ((flags[a]! ^ flags[b]!) & leafFlag.turn) === 0;
}

function namedSpeakers(part: OpenPart, people: ReadonlySet<string>): Uint8Array {
  const { speakers } = part.segment.names;
  return Uint8Array.from(speakers, (speaker) =>
    people.size > 0 &&
    speaker
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => people.has(word))
      ? 1
      : 0,
  );
}

function shareOf(value: number, whole: number): number {
  return whole === 0 ? 0 : value / whole;
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Best first; where equal, by time and then place, so that the order is the same however the collection is cut. */
export function byScore(a: ScoredLeaf, b: ScoredLeaf): number {
  return b.score - a.score || b.part.leaves.time[b.leaf]! - a.part.leaves.time[a.leaf]! || pathOrder(a, b);
}

function pathOrder(a: LeafAt, b: LeafAt): number {
  if (a.part === b.part) return a.part.leaves.doc[a.leaf]! - b.part.leaves.doc[b.leaf]! || a.leaf - b.leaf;
  const left = a.part.segment.path(a.part.leaves.doc[a.leaf]!);
  const right = b.part.segment.path(b.part.leaves.doc[b.leaf]!);
  return left < right ? -1 : left > right ? 1 : a.leaf - b.leaf;
}
