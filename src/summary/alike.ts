/** Whether two lines say one thing: all words of the one stand in the other, and neither says no where the other says yes. Pure. */

import { fold, termsOf } from "../index/analyse.ts";

/** Fewer words than this are in many a line by chance. */
const FEWEST = 3;
const NO =
  /\b(?:not|never|no longer|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|without|instead of|rather than)\b/gi;

export function isAlike(one: string, other: string): boolean {
  if (flat(one) === flat(other)) return true;
  const [fewer, more] = [new Set(termsOf(one)), new Set(termsOf(other))].sort((a, b) => a.size - b.size);
  if (fewer === undefined || more === undefined || fewer.size < FEWEST) return false;
  return noesIn(one) === noesIn(other) && [...fewer].every((term) => more.has(term));
}

/** Case, blanks, marks of a list and the end of a sentence aside. */
export function flat(text: string): string {
  return fold(text)
    .replace(/[*_`]/g, "")
    .replace(/[.,;:!]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function noesIn(text: string): number {
  return (text.match(NO) ?? []).length;
}
