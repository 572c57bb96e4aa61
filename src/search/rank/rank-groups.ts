/** Whole sessions and documents by what their leaves hold: the same scan, reduced to groups. */

import { termsOf } from "../../text/analyse.ts";
import type { Corpus, MendedGroup, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import { Best } from "./best.ts";
import { dot, type GroupFeature, groupFeatureNames, type LeafFeature, type Values, type Weights } from "./features.ts";
import { weightOf } from "./masks.ts";
import { DayShares, isDated, type Question } from "./question.ts";
import { columnOf, type LeafRanker } from "./rank-leaves.ts";
import type { Scan } from "./scan.ts";
import { idfOf } from "./shapes.ts";

export interface ScoredGroup {
  readonly part: OpenPart;
  readonly group: number;
  readonly mended: MendedGroup | undefined;
  readonly score: number;
  readonly features: Values<GroupFeature>;
}

interface GroupTables {
  readonly session: Weights<GroupFeature>;
  readonly document: Weights<GroupFeature>;
  /** For the leaves in them. */
  readonly turn: Weights<LeafFeature>;
}

export type GroupVisible = (part: OpenPart, group: number) => boolean;

/** How many of the best groups have their leaves scored one by one. */
const LOOKED_INTO = 50;
const LOWEST_LEAF = -8;

export class GroupRanker {
  readonly #corpus: Corpus;
  readonly #question: Question;
  readonly #leaves: LeafRanker;
  readonly #scan: Scan;
  readonly #days: DayShares;

  constructor(corpus: Corpus, question: Question, leaves: LeafRanker) {
    this.#corpus = corpus;
    this.#question = question;
    this.#leaves = leaves;
    this.#scan = leaves.scan;
    this.#days = new DayShares(question.date);
  }

  /** Sessions by their own weights, documents by theirs: whoever asks for both cannot compare their scores. */
  rank(weights: GroupTables, limit: number, visible: GroupVisible): ScoredGroup[] {
    const best = new Best(limit);
    for (const { part, touchedGroups, touchedGroupCount } of this.#scan.scratches)
      for (let i = 0; i < touchedGroupCount; i++)
        if (!part.mended.has(touchedGroups[i]!)) this.#offer(part, touchedGroups[i]!, best, visible);
    if (isDated(this.#question.date)) this.#offerDated(best, visible);
    for (const group of this.#corpus.mended) {
      if (this.#scan.scores.mended(group).mask === 0) continue;
      const { part, group: number } = group.places[0]!;
      this.#offer(part, number, best, visible);
    }
    const chosen = best.taken().sort((a, b) => b.score - a.score);
    const leaves = this.#bestLeaves(chosen.slice(0, LOOKED_INTO), weights.turn);
    const top = leaves.reduce(
      (most, [first]) => Math.max(most, first ?? Number.NEGATIVE_INFINITY),
      Number.NEGATIVE_INFINITY,
    );
    const scored = chosen.map(({ key, tag }, i) => {
      const part = this.#corpus.parts[tag]!;
      const pair = (leaves[i] ?? []).map((score) => Math.max(LOWEST_LEAF, score - top));
      const features = this.#featuresOf(part, key, pair);
      return {
        part,
        group: key,
        mended: part.mended.get(key),
        features,
        score: dot(groupFeatureNames, features, part.hasTurns[key] === 1 ? weights.session : weights.document),
      };
    });
    return scored.sort(
      (a, b) => b.score - a.score || timeOf(b) - timeOf(a) || a.part.groups.key[a.group]! - b.part.groups.key[b.group]!,
    );
  }

  /** Groups of the day asked for, even where they share no word with the question. */
  #offerDated(best: Best, visible: GroupVisible): void {
    for (const { part, groupMask } of this.#scan.scratches)
      for (let group = 0; group < groupMask.length; group++)
        if (groupMask[group] === 0 && !part.mended.has(group) && this.#days.at(part.groups.time[group]!) === 1)
          this.#offer(part, group, best, visible);
  }

  #offer(part: OpenPart, group: number, best: Best, visible: GroupVisible): void {
    const { score } = this.#sums(part, group);
    const [first = 0] = this.#bests(part, group);
    const total = first + score + 0.3 * this.#days.at(this.#time(part, group));
    if (total > best.least && visible(part, group)) best.offer(total, group, part.nth);
  }

  #sums(part: OpenPart, group: number): { score: number; user: number; mask: number } {
    const sums = this.#scan.scores.sums(part, group);
    const whole = this.#scan.groupIdfSum || 1;
    return { score: sums.score / whole, user: sums.user / whole, mask: sums.mask };
  }

  #featuresOf(part: OpenPart, group: number, [leaf, leaf2, lsum]: readonly number[]): Values<GroupFeature> {
    const { score: gs, user, mask } = this.#sums(part, group);
    const [smax = 0, s2 = 0, s3 = 0] = this.#bests(part, group);
    const time = this.#time(part, group);
    const age = this.#corpus.groupsAfter(time);
    const rec20 = Math.exp(-age / 20);
    const rec80 = Math.exp(-age / 80);
    return {
      gs,
      smax,
      s2,
      s3,
      nb: this.#bestWithNeighbours(part, group),
      scov: weightOf(mask, this.#scan.groupIdf) / (this.#scan.groupIdfSum || 1),
      user,
      tcov: this.#titleShare(part, group),
      date: this.#days.at(time),
      rec20,
      rec80,
      leaf: leaf ?? LOWEST_LEAF,
      leaf2: leaf2 ?? LOWEST_LEAF,
      lsum: lsum ?? LOWEST_LEAF,
      gsR20: gs * rec20,
      gsR80: gs * rec80,
    };
  }

  #bests(part: OpenPart, group: number): number[] {
    const bests = this.#leaves.surroundings.bests(part, part.groups.start[group]!);
    return bests.map((score) => score / (this.#scan.idfSum || 1));
  }

  #time(part: OpenPart, group: number): number {
    return part.mended.get(group)?.time ?? part.groups.time[group]!;
  }

  #leavesOf(part: OpenPart, group: number): { part: OpenPart; leaf: number }[] {
    const mended = part.mended.get(group);
    const isDialogue = part.hasTurns[group] === 1;
    const isOfGroup = (at: { part: OpenPart; leaf: number }) =>
      ((at.part.leaves.flags[at.leaf]! & leafFlag.turn) !== 0) === isDialogue;
    if (mended) return mended.ordered.filter(isOfGroup);
    const from = part.groups.start[group]!;
    const leaves = Array.from({ length: part.groups.start[group + 1]! - from }, (_, i) => ({ part, leaf: from + i }));
    return leaves.filter(isOfGroup);
  }

  #bestWithNeighbours(part: OpenPart, group: number): number {
    const leaves = this.#leavesOf(part, group);
    const own = leaves.map((at) => this.#scan.scores.own(this.#scan.scratches[at.part.nth]!, at.leaf));
    let best = 0;
    for (let i = 0; i < own.length; i++)
      best = Math.max(best, own[i]! + 0.4 * (own[i - 1] ?? 0) + 0.2 * (own[i + 1] ?? 0));
    return best / (this.#scan.idfSum || 1);
  }

  /** Best and second best leaf of each group and the soft sum of all, by the leaf weights. */
  #bestLeaves(groups: readonly { key: number; tag: number }[], weights: Weights<LeafFeature>): number[][] {
    const column = columnOf(weights);
    return groups.map(({ key, tag }) => {
      const part = this.#corpus.parts[tag]!;
      const touched = this.#leavesOf(part, key).filter((at) => this.#scan.scratches[at.part.nth]!.mask[at.leaf]! !== 0);
      const scores = touched.map((at) => this.#leaves.scoreBy(column, at)).sort((a, b) => b - a);
      const [first, second] = scores;
      if (first === undefined) return [];
      return [
        first,
        second ?? Number.NEGATIVE_INFINITY,
        first + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - first), 0)),
      ];
    });
  }

  /** The share of the title's weight that the question holds. */
  #titleShare(part: OpenPart, group: number): number {
    const first = this.#leavesOf(part, group)[0];
    if (first === undefined) return 0;
    const title = new Set(termsOf(first.part.segment.row(first.part.leaves.doc[first.leaf]!).title));
    let held = 0;
    let whole = 0;
    for (const term of title) {
      const weight = this.#weightOf(term);
      whole += weight;
      if (this.#question.terms.includes(term)) held += weight;
    }
    return whole === 0 ? 0 : held / whole;
  }

  #weightOf(term: string): number {
    const count = this.#corpus.parts.reduce((sum, { segment }) => sum + (segment.term(term)?.count ?? 0), 0);
    return idfOf(
      this.#corpus.totals.turns.count + this.#corpus.totals.memories.count,
      Math.min(count, this.#corpus.totals.turns.count + this.#corpus.totals.memories.count),
    );
  }
}

function timeOf({ part, group, mended }: ScoredGroup): number {
  return mended?.time ?? part.groups.time[group]!;
}
