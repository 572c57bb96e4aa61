/** What stands around a leaf in its group: the leaves before and after it, and the best of them all. */

import type { LeafAt, MendedGroup, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import type { Scan } from "./scan.ts";

/** Scores and masks of the three before and the three after, nearest first; 0 where there is none. */
interface Around {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly maskBefore: Uint32Array;
  readonly maskAfter: Uint32Array;
  /** The one before is there; it is a question. */
  hasBefore: boolean;
  afterQuestion: boolean;
  /** How many of its sort come after it. */
  laterCount: number;
}

export class Surroundings {
  readonly #scan: Scan;
  readonly #bests = new Map<number, readonly number[]>();
  readonly #mendedBests = new Map<MendedGroup, readonly number[]>();
  readonly #around: Around = {
    before: new Float64Array(3),
    after: new Float64Array(3),
    maskBefore: new Uint32Array(3),
    maskAfter: new Uint32Array(3),
    hasBefore: false,
    afterQuestion: false,
    laterCount: 0,
  };

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** Valid until the next call. */
  around(part: OpenPart, leaf: number): Around {
    const around = this.#around;
    const mended = mendedOf(part, leaf);
    if (mended) {
      const places = neighboursIn(mended, part, leaf);
      for (let i = 0; i < 3; i++) this.#note(i, places.before[i], places.after[i]);
      this.#noteBefore(places.before[0]);
      around.laterCount = places.laterCount;
      return around;
    }
    const scratch = this.#scan.scratches[part.nth]!;
    const [from, to] = boundsOf(part, leaf);
    for (let i = 0; i < 3; i++) {
      const before = leaf - 1 - i;
      const after = leaf + 1 + i;
      around.before[i] = before >= from ? this.#scan.scores.own(scratch, before) : 0;
      around.maskBefore[i] = before >= from ? scratch.mask[before]! : 0;
      around.after[i] = after < to ? this.#scan.scores.own(scratch, after) : 0;
      around.maskAfter[i] = after < to ? scratch.mask[after]! : 0;
    }
    around.hasBefore = leaf - 1 >= from;
    around.laterCount = to - leaf - 1;
    around.afterQuestion = around.hasBefore && (part.leaves.flags[leaf - 1]! & leafFlag.question) !== 0;
    return around;
  }

  /** The leaves right before and after. */
  beside(part: OpenPart, leaf: number): LeafAt[] {
    const mended = mendedOf(part, leaf);
    if (mended) {
      const { before, after } = neighboursIn(mended, part, leaf);
      return [before[0], after[0]].filter((at) => at !== undefined);
    }
    const [from, to] = boundsOf(part, leaf);
    return [leaf - 1, leaf + 1].filter((at) => at >= from && at < to).map((at) => ({ part, leaf: at }));
  }

  /** The three best own scores of the leaf's group, among leaves of its sort. */
  bests(part: OpenPart, leaf: number): readonly number[] {
    const mended = mendedOf(part, leaf);
    if (mended) return this.#mendedBestsOf(mended);
    const key = part.leaves.group[leaf]! * 256 + part.nth;
    const known = this.#bests.get(key);
    if (known) return known;
    const scratch = this.#scan.scratches[part.nth]!;
    const group = part.leaves.group[leaf]!;
    const [from, to] =
      this.#scan.unit === "group" ? [part.groups.start[group]!, part.groups.start[group + 1]!] : boundsOf(part, leaf);
    const bests: number[] = [];
    for (let i = from; i < to; i++) if (scratch.mask[i] !== 0) insert(bests, this.#scan.scores.own(scratch, i));
    this.#bests.set(key, bests);
    return bests;
  }

  #mendedBestsOf(group: MendedGroup): readonly number[] {
    const known = this.#mendedBests.get(group);
    if (known) return known;
    const bests: number[] = [];
    for (const { part, leaf } of group.ordered) {
      const own = this.#own(part, leaf);
      if (own > 0) insert(bests, own);
    }
    this.#mendedBests.set(group, bests);
    return bests;
  }

  #note(i: number, before: LeafAt | undefined, after: LeafAt | undefined): void {
    const around = this.#around;
    around.before[i] = before ? this.#own(before.part, before.leaf) : 0;
    around.maskBefore[i] = before ? this.#scan.scratches[before.part.nth]!.mask[before.leaf]! : 0;
    around.after[i] = after ? this.#own(after.part, after.leaf) : 0;
    around.maskAfter[i] = after ? this.#scan.scratches[after.part.nth]!.mask[after.leaf]! : 0;
  }

  #own(part: OpenPart, leaf: number): number {
    return this.#scan.scores.own(this.#scan.scratches[part.nth]!, leaf);
  }

  #noteBefore(before: LeafAt | undefined): void {
    this.#around.hasBefore = before !== undefined;
    this.#around.afterQuestion =
      before !== undefined && (before.part.leaves.flags[before.leaf]! & leafFlag.question) !== 0;
  }
}

export function mendedOf(part: OpenPart, leaf: number): MendedGroup | undefined {
  return part.mended.size === 0 ? undefined : part.mended.get(part.leaves.group[leaf]!);
}

/** Where the leaves of this leaf's sort begin and end in its group. */
function boundsOf(part: OpenPart, leaf: number): [from: number, to: number] {
  const group = part.leaves.group[leaf]!;
  const isTurn = (part.leaves.flags[leaf]! & leafFlag.turn) !== 0;
  return isTurn
    ? [part.groups.start[group]!, part.groups.turnEnd[group]!]
    : [part.groups.turnEnd[group]!, part.groups.start[group + 1]!];
}

interface Neighbours {
  readonly before: LeafAt[];
  readonly after: LeafAt[];
  readonly laterCount: number;
}

function neighboursIn(group: MendedGroup, part: OpenPart, leaf: number): Neighbours {
  const isTurn = (part.leaves.flags[leaf]! & leafFlag.turn) !== 0;
  const same = group.ordered.filter((at) => ((at.part.leaves.flags[at.leaf]! & leafFlag.turn) !== 0) === isTurn);
  const here = same.findIndex((at) => at.part === part && at.leaf === leaf);
  return {
    before: same.slice(Math.max(0, here - 3), here).reverse(),
    after: same.slice(here + 1, here + 4),
    laterCount: same.length - here - 1,
  };
}

function insert(bests: number[], score: number): void {
  let at = bests.length;
  while (at > 0 && bests[at - 1]! < score) at--;
  if (at > 2) return;
  bests.splice(at, 0, score);
  if (bests.length > 3) bests.pop();
}
