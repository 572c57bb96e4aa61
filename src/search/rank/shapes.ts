/** BM25 for leaves and groups: how often a term occurs, weighed by rarity and length. Pure. */

import type { Corpus } from "../index/corpus.ts";

/** What is ranked: turns, memories, or whole sessions and documents. */
export type UnitSort = "turn" | "memory" | "group";

/** Saturation and length normalisation. */
interface Shape {
  readonly k1: number;
  readonly b: number;
}
export const leafShape: Shape = { k1: 0.9, b: 0.4 };
export const passageShape: Shape = { k1: 1.2, b: 0.75 };
export const groupShape: Shape = { k1: 1.2, b: 0.75 };
export const documentShape: Shape = { k1: 1.2, b: 0.9 };

interface Averaged {
  readonly count: number;
  readonly length: number;
}

export function idfOf(count: number, having: number): number {
  return Math.log(1 + (count - having + 0.5) / (having + 0.5));
}

export function totalsOf(corpus: Corpus, unit: UnitSort): Averaged {
  if (unit === "turn") return corpus.totals.turns;
  if (unit === "memory") return corpus.totals.memories;
  return {
    count: corpus.totals.turns.count + corpus.totals.memories.count,
    length: corpus.totals.turns.length + corpus.totals.memories.length,
  };
}

/** Longer leaves count as this long. */
const LONGEST = 2047;

/** k1 times the length part of a leaf. */
export function leafNorm({ k1, b }: Shape, length: number, average: number): number {
  return k1 * (1 - b + (b * Math.min(length, LONGEST)) / average);
}

export function saturated(frequency: number, length: number, average: number, { k1, b }: Shape): number {
  return frequency / (frequency + (k1 * (1 - b) + ((k1 * b) / average) * length));
}

export function averageOf({ count, length }: Averaged): number {
  return count === 0 ? 1 : Math.max(1, length / count);
}
