/**
 * Scores of leaves and groups, worked out when first asked for. Each is the sum over its terms in the order of the
 * alphabet, rounded after each, so that it is the same wherever its group lies.
 */

import type { Corpus, MendedGroup, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import { repeatsOf } from "./postings.ts";
import type { Scratch } from "./scratch.ts";
import {
  averageOf,
  documentShape,
  groupShape,
  leafNorm,
  leafShape,
  passageShape,
  saturated,
  totalsOf,
  type UnitSort,
} from "./shapes.ts";

/** Sums of a group, not yet over the question's weight. */
interface GroupSums {
  readonly score: number;
  readonly user: number;
  readonly mask: number;
}

export class Scores {
  readonly #scratches: readonly Scratch[];
  readonly #idf: readonly number[];
  readonly #groupIdf: readonly number[];
  readonly #leafAverage: number;
  readonly #groupAverage: number;
  readonly #speechAverage: number;
  readonly #mended = new Map<MendedGroup, GroupSums>();

  constructor(
    corpus: Corpus,
    scratches: readonly Scratch[],
    unit: UnitSort,
    weights: { readonly idf: readonly number[]; readonly groupIdf: readonly number[] },
  ) {
    this.#scratches = scratches;
    this.#idf = weights.idf;
    this.#groupIdf = weights.groupIdf;
    this.#leafAverage = averageOf(totalsOf(corpus, unit));
    this.#groupAverage = averageOf(unit === "turn" ? corpus.totals.dialogues : corpus.totals.groups);
    this.#speechAverage = averageOf(corpus.totals.userSpeech);
  }

  /** A leaf's BM25, not yet over the question's weight. */
  own(scratch: Scratch, leaf: number): number {
    const mask = scratch.mask[leaf]!;
    if (mask === 0) return 0;
    const known = scratch.own[leaf]!;
    if (known !== 0) return known;
    const score = this.#ownOf(scratch, leaf, mask);
    scratch.own[leaf] = score;
    scratch.scored.push(leaf);
    return score;
  }

  #ownOf(scratch: Scratch, leaf: number, mask: number): number {
    const { length, flags } = scratch.part.leaves;
    const shape = (flags[leaf]! & leafFlag.passage) !== 0 ? passageShape : leafShape;
    const norm = leafNorm(shape, length[leaf]!, this.#leafAverage);
    const isOnce = scratch.repeats[leaf] === 0;
    let score = 0;
    for (let bit = 0, rest = mask; rest !== 0; bit++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const frequency = isOnce ? 1 : repeatsOf(scratch, bit, leaf);
      score = Math.fround(score + (this.#idf[bit]! * frequency) / (frequency + norm));
    }
    return score;
  }

  /** A group's BM25, not yet over the question's weight among groups. */
  group(part: OpenPart, group: number): number {
    const scratch = this.#scratches[part.nth]!;
    if (scratch.isMended?.[group] === 1) return this.mended(part.mended.get(group)!).score;
    if (scratch.groupMask[group] === 0) return 0;
    if (scratch.groupScore[group] === 0) this.#scoreGroup(scratch, group);
    return scratch.groupScore[group]!;
  }

  /** The same for the user's words alone, and the terms it holds. */
  sums(part: OpenPart, group: number): GroupSums {
    const scratch = this.#scratches[part.nth]!;
    if (scratch.isMended?.[group] === 1) return this.mended(part.mended.get(group)!);
    const score = this.group(part, group);
    return { score, user: scratch.userScore[group]!, mask: scratch.groupMask[group]! };
  }

  #scoreGroup(scratch: Scratch, group: number): void {
    const { groups, hasTurns } = scratch.part;
    const isDialogue = hasTurns[group] === 1;
    const length = (isDialogue ? groups.turnLength : groups.memoryLength)[group]!;
    const shape = isDialogue ? groupShape : documentShape;
    const hasUser = scratch.userFrequency.length > 0;
    let score = 0;
    let user = 0;
    for (let bit = 0, at = group; bit < this.#groupIdf.length; bit++, at += scratch.groups) {
      const frequency = scratch.frequency[at]!;
      if (frequency === 0) continue;
      const weight = this.#groupIdf[bit]!;
      score = Math.fround(score + weight * saturated(frequency, length, this.#groupAverage, shape));
      if (hasUser && scratch.userFrequency[at]! > 0) {
        const said = saturated(scratch.userFrequency[at]!, groups.userLength[group]!, this.#speechAverage, groupShape);
        user = Math.fround(user + weight * said);
      }
    }
    scratch.groupScore[group] = score;
    scratch.userScore[group] = user;
    scratch.scoredGroups.push(group);
  }

  /** A group that is put together: its frequencies are sums over where it lies. */
  mended(group: MendedGroup): GroupSums {
    const known = this.#mended.get(group);
    if (known !== undefined) return known;
    const isDialogue = group.turnCount > 0;
    const length = isDialogue ? group.turnLength : group.memoryLength;
    const shape = isDialogue ? groupShape : documentShape;
    const sums = { score: 0, user: 0, mask: 0 };
    for (const [bit, weight] of this.#groupIdf.entries()) {
      const { frequency, user } = this.#frequenciesOf(group, bit);
      if (frequency === 0) continue;
      sums.mask = (sums.mask | (2 ** bit)) >>> 0;
      sums.score = Math.fround(sums.score + weight * saturated(frequency, length, this.#groupAverage, shape));
      if (user > 0)
        sums.user = Math.fround(
          sums.user + weight * saturated(user, group.userLength, this.#speechAverage, groupShape),
        );
    }
    this.#mended.set(group, sums);
    return sums;
  }

  #frequenciesOf({ places }: MendedGroup, bit: number): { frequency: number; user: number } {
    let frequency = 0;
    let user = 0;
    for (const { part, group } of places) {
      const scratch = this.#scratches[part.nth]!;
      const at = bit * scratch.groups + group;
      frequency += scratch.frequency[at]!;
      user += scratch.userFrequency[at] ?? 0;
    }
    return { frequency, user };
  }
}
