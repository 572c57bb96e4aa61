/**
 * Whether two lines say one thing: all words of the one stand in the other, and neither says no where the other says yes.
 * What was decided is said in the same words, its reason aside: a word more makes it another decision. Pure.
 */

import { parsePoint } from "../model/tracking-point.ts";
import { fold, termsOf } from "../text/analyse.ts";
import { denialsIn } from "../text/denials.ts";
import { isOneSided } from "../text/likeness.ts";

/** Fewer words than this are in many a line by chance. */
const FEWEST = 3;
const DECIDED = "Decision";
const MOST_KNOWN = 10_000;

interface Read {
  readonly flat: string;
  readonly terms: ReadonlySet<string>;
  readonly denials: number;
}

/** Lists are held line against line: each is read once. */
const known = new Map<string, Read>();

export function isAlike(one: string, other: string): boolean {
  const [a, b] = [readLine(one), readLine(other)];
  if (a.flat === b.flat) return true;
  const isTooShort = Math.min(a.terms.size, b.terms.size) < FEWEST;
  if (isTooShort || a.denials !== b.denials || !isOneSided(a.terms, b.terms)) return false;
  return !isDecision(one) && !isDecision(other) ? true : isSameDecision(one, other);
}

/** Case, blanks, marks of a list and the end of a sentence aside. */
export function flat(text: string): string {
  return readLine(text).flat;
}

function readLine(text: string): Read {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const read = { flat: flattened(text), terms: new Set(termsOf(text)), denials: denialsIn(text) };
  known.set(text, read);
  return read;
}

function flattened(text: string): string {
  return fold(text)
    .replace(/[*_`]/g, "")
    .replace(/[.,;:!]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function isDecision(line: string): boolean {
  return line.includes(DECIDED) && parsePoint(line).label === DECIDED;
}

function isSameDecision(one: string, other: string): boolean {
  const [a, b] = [one, other].map((line) => readLine(parsePoint(line).text).terms) as [Set<string>, Set<string>];
  return a.size === b.size && isOneSided(a, b);
}
