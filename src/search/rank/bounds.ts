/**
 * The most a leaf can score in the first stage, from the terms that it, its neighbours and its group hold. Whole numbers
 * and small tables: what cannot be among the best is passed over without working out its score.
 */

import type { Scan } from "./scan.ts";
import type { Scratch } from "./scratch.ts";
import { documentShape, groupShape, leafNorm, leafShape, passageShape, saturated } from "./shapes.ts";

/** One is this much. Everything is rounded up by more than scores are by their own rounding. */
const ONE = 5 * 2 ** 20;
/** What a leaf's terms are counted in, and what length makes of them. */
const FIFTH = 2 ** 20;
const SHARE = 2 ** 10;
/** Terms beyond these are counted as if all of them were there. */
const TABLED = 8;
const TABLED_MASK = 2 ** TABLED - 1;
/** Longer leaves are bounded as if they were this long. */
const LONG = 127;

/** Works out the bounds of all touched leaves of a part. `extra`: the most that anything but terms can add. */
export function bound(scan: Scan, scratch: Scratch, extra: number): void {
  const { idf, groupIdf, idfSum, groupIdfSum, leafAverage } = scan;
  if (idf.length === 0) return;
  const leaf = new Sums(idf.map((weight) => upTo(weight / idfSum, FIFTH)));
  const session = new Sums(
    groupIdf.map((weight, bit) => upTo((0.4 * weight * mostOf(scan, scratch, bit)) / groupIdfSum, ONE)),
  );
  fill(scratch, leaf, session, shares(leafAverage), upTo(extra, ONE));
}

/** A score at least this good has at least this bound. */
export function boundBelow(score: number): number {
  return score === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, Math.floor(score * ONE) - 1);
}

const STEPS = 256;

/** A bound that about so many reach. */
export function cutFor({ bounds, touchedCount }: Scratch, many: number): number {
  const counts = new Uint32Array(STEPS);
  for (let i = 0; i < touchedCount; i++) counts[stepOf(bounds[i]!)]!++;
  let step = STEPS;
  for (let reached = 0; step > 0 && reached < many; ) reached += counts[--step]!;
  return step << 15;
}

function stepOf(bound: number): number {
  return Math.min(bound >> 15, STEPS - 1);
}

/** One loop of whole numbers, since it goes over every touched leaf. */
function fill(scratch: Scratch, leafSums: Sums, sessionSums: Sums, share: Uint32Array, extra: number): void {
  const { mask, repeats, groupMask, isMended, touched, touchedCount, bounds } = scratch;
  const { group, length } = scratch.part.leaves;
  const { table: ofLeaf, rest: restOfLeaf } = leafSums;
  const { table: ofSession, rest: restOfSession } = sessionSums;
  for (let i = 0; i < touchedCount; i++) {
    const leaf = touched[i]!;
    const terms = mask[leaf]!;
    const g = group[leaf]!;
    const there = groupMask[g]!;
    let own = ofLeaf[terms & TABLED_MASK]!;
    let near: number;
    if (isMended !== undefined && isMended[g] === 1) near = 3 * ofLeaf[there & TABLED_MASK]!;
    else {
      near = leaf === 0 ? 0 : 2 * ofLeaf[mask[leaf - 1]! & TABLED_MASK]!;
      if (leaf + 1 < mask.length) near += ofLeaf[mask[leaf + 1]! & TABLED_MASK]!;
    }
    if (restOfLeaf > 0) {
      own += restOfLeaf;
      near += 3 * restOfLeaf + restOfSession;
    }
    if (repeats[leaf] === 0) {
      const size = length[leaf]!;
      own = ((own * share[Math.min(size, LONG)]!) >> 10) + 1;
    }
    bounds[i] = 5 * own + near + ofSession[there & TABLED_MASK]! + extra;
  }
}

/** Sums over the first bits of a mask, and the sum of all other terms. */
class Sums {
  readonly table: Uint32Array;
  readonly rest: number;

  constructor(values: readonly number[]) {
    this.table = new Uint32Array(2 ** Math.min(values.length, TABLED));
    for (let mask = 1; mask < this.table.length; mask++)
      this.table[mask] = this.table[mask & (mask - 1)]! + values[31 - Math.clz32(mask & -mask)]!;
    this.rest = values.slice(TABLED).reduce((sum, value) => sum + value, 0);
  }
}

/** The most a term is worth to a group of the part: as often as anywhere, in the shortest. */
function mostOf({ groupAverage }: Scan, { part, isMended, mostFrequent }: Scratch, bit: number): number {
  if (isMended !== undefined) return 1;
  const frequency = mostFrequent[bit] ?? 0;
  const { shortest } = part.segment.names;
  return Math.max(
    saturated(frequency, shortest, groupAverage, groupShape),
    saturated(frequency, shortest, groupAverage, documentShape),
  );
}

/** What a term that occurs once is worth at most, by the leaf's length. */
function shares(average: number): Uint32Array {
  return Uint32Array.from({ length: LONG + 1 }, (_, length) => {
    const norm = Math.min(leafNorm(leafShape, length, average), leafNorm(passageShape, length, average));
    return Math.ceil(SHARE / (1 + norm));
  });
}

function upTo(share: number, one: number): number {
  return Math.ceil(share * one) + 8;
}
