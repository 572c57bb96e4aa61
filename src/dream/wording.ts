/** What a sentence says, for holding it against another: its terms, its numbers, and whether it denies. Pure. */

import { termsOf } from "../text/analyse.ts";
import { saysNo } from "../text/denials.ts";
import { shareOfAll } from "../text/likeness.ts";

export interface Wording {
  readonly terms: ReadonlySet<string>;
  /** As they stand, dates aside. */
  readonly numbers: ReadonlySet<string>;
  /** Numbers that say how much something is, not which one. */
  readonly amounts: readonly string[];
  readonly denies: boolean;
}

const DATE = /\b\d{4}-\d\d(?:-\d\d)?\b|\bthe week of\b/g;
const NUMBER = /\d+(?:[.,:]\d+)*/g;
const AMOUNT =
  /(?:\b(?:is|are|was|be|to|at|of|needs?|takes?|costs?|uses?|has|have|gets?|allows?|holds?|keeps?|runs?|lasts?|waits?|about|only|least|most|braucht|dauert|kostet)|[=:])\s+(?:(?:now|about|only|at least|at most|up to|approx\.)\s+)*[$€]?(\d+(?:[.,:]\d+)*)/gi;
/** Below so many terms, likeness is chance. */
const FEWEST = 2;

export function wordingOf(text: string): Wording {
  const timeless = text.replace(DATE, " ");
  const numbers = new Set(timeless.match(NUMBER) ?? []);
  return {
    terms: new Set(termsOf(timeless).filter((term) => !/^\d/.test(term))),
    numbers,
    amounts: [...timeless.matchAll(AMOUNT)].map(([, amount = ""]) => amount),
    denies: saysNo(text),
  };
}

/** One thing said twice. Another number or a denial makes it another thing, however alike the rest is. */
export function isSameThing(one: Wording, other: Wording, from: number): boolean {
  const areEnough = Math.min(one.terms.size, other.terms.size) >= FEWEST;
  const sameNumbers = one.numbers.size === other.numbers.size && [...one.numbers].every((n) => other.numbers.has(n));
  return areEnough && sameNumbers && one.denies === other.denies && shareOfAll(one.terms, other.terms) >= from;
}
