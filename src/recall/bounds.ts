/**
 * The most a leaf can score in the first stage, from the terms that it, its neighbours and its group hold. Whole numbers
 * and small tables: what cannot be among the best is passed over without working out its score.
 */

import type { Scan } from "./scan.ts";
import type { Scratch } from "./scratch.ts";
import { averageOf, leafNorm, leafShape, passageShape } from "./shapes.ts";

/** One is this much. Everything is rounded up by more than scores are by their own rounding. */
const ONE = 5 * 2 ** 20;
/** What a leaf's own terms are counted in, before and after their number is divided by its length. */
const FIFTH = 2 ** 20;
const FINE = 2 ** 10;
/** Terms beyond these are looked at one by one. */
const TABLED = 8;
/** Longer leaves are bounded as if they were this long. */
const LONG = 128;

/** Bounds of all touched leaves of a part, in their order. `extra`: the most that anything but terms can add. */
export function boundsOf({ idf, groupIdf, idfSum, groupIdfSum, leafTotals }: Scan, scratch: Scratch, extra: number) {
  const bounds = new Uint32Array(scratch.touchedCount);
  if (idfSum === 0) return bounds.fill(ONE);
  const tables: Tables = {
    full: tableOf(idf.map((weight) => upTo(weight / idfSum, FIFTH))),
    session: tableOf(groupIdf.map((weight) => upTo((0.4 * weight) / groupIdfSum, ONE))),
    share: onceByLength(averageOf(leafTotals)),
    extra: upTo(extra, ONE),
  };
  if (idf.length > TABLED) slowly(bounds, scratch, tables);
  else if (scratch.isMended !== undefined) withMended(bounds, scratch, tables, scratch.isMended);
  else quickly(bounds, scratch, tables);
  return bounds;
}
