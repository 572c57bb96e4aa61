/** Which segments are made into one. Pure. */

import type { Layer } from "./layers.ts";

/** Eight segments of one size class are made into one. */
const MERGE_AT = 8;

/** Eight or more segments of one size class; a class is a factor of eight wide. */
export function mergeable(layers: readonly Layer[], largest: number): Layer[][] {
  const classes = new Map<number, Layer[]>();
  for (const layer of layers) {
    const size = Math.floor(Math.log2(layer.segment.header.docs) / 3);
    classes.set(size, [...(classes.get(size) ?? []), layer]);
  }
  return [...classes.values()].filter((some) => some.length >= MERGE_AT && documentsIn(some) <= largest);
}

/** What was read in pieces, and with it what is no larger than eight times all of them. */
export function piecesIn(layers: readonly Layer[], largestPiece: number, largest: number): Layer[] {
  const pieces = layers.filter(({ segment }) => segment.header.docs <= largestPiece);
  const together = layers.filter(({ segment }) => segment.header.docs <= MERGE_AT * documentsIn(pieces));
  for (const some of [together, pieces]) if (some.length > 1 && documentsIn(some) <= largest) return some;
  return [];
}

function documentsIn(layers: readonly Layer[]): number {
  return layers.reduce((sum, { segment }) => sum + segment.header.docs, 0);
}
