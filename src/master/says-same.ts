/**
 * Whether two statements that share nearly all their words say the same. They do not where each has a word the other lacks
 * ("staging", "production"), where one says no more often, or where one says before and the other after. Pure.
 */

import { termsOf } from "../text/analyse.ts";
import { denialsIn } from "../text/denials.ts";
import { isOneSided } from "../text/likeness.ts";

export interface SaidText {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Words that are looked past when texts are compared, and that turn one into its opposite. */
const OPPOSED = (
  [
    ["before", "after"],
    ["above", "below"],
    ["over", "under"],
    ["on", "off"],
    ["in", "out"],
    ["up", "down"],
    ["from", "to"],
    ["more", "less"],
    ["most", "least"],
  ] as const
).map((pair) => pair.map((word) => new RegExp(`\\b${word}\\b`, "i")));
const ONE_OF_TWO: ReadonlySet<string> = new Set(["true false", "false true"]);
/** Said of what was not chosen: it denies nothing of what was. */
const LEFT = /\b(?:instead of|rather than)\b/gi;

/** What it says was not chosen, up to where the sentence goes on. */
const NOT_CHOSEN = /\b(?:instead of|rather than) ([^,;.—(]+)/gi;

export function saysSame(one: SaidText, other: SaidText): boolean {
  if (isLeftBy(one, other) || isLeftBy(other, one)) return false;
  return isOneSided(one.terms, other.terms) && !isDenied(one.text, other.text) && !isTurned(one.text, other.text);
}

/** The very same words, of which one says no. */
export function isOpposite(one: SaidText, other: SaidText): boolean {
  return one.terms.size === other.terms.size && isOneSided(one.terms, other.terms) && isDenied(one.text, other.text);
}

/** “Colour instead of black and white” does not say “black and white”: the one chose what the other did not. */
function isLeftBy(one: SaidText, other: SaidText): boolean {
  const own = notChosen(one.text);
  return [...notChosen(other.text)].some((term) => one.terms.has(term) && !own.has(term));
}

/** The words that stand only in what was not chosen. */
function notChosen(text: string): ReadonlySet<string> {
  if (!text.includes(" of ") && !text.includes(" than ")) return NONE;
  const left = [...text.matchAll(NOT_CHOSEN)].flatMap(([, words = ""]) => termsOf(words));
  if (left.length === 0) return NONE;
  const chosen = new Set(termsOf(text.replace(NOT_CHOSEN, " ")));
  return new Set(left.filter((term) => !chosen.has(term)));
}

const NONE: ReadonlySet<string> = new Set();

/** The same words with other numbers: the later one holds. `wordsAlone` of both is the same. */
export function isRenumbered(one: SaidText, other: SaidText, words: string): boolean {
  return words.includes(" ") && !isOneSided(one.terms, other.terms);
}

/** Without the numbers, in one order, parted by blanks. */
export function wordsAlone({ terms }: Pick<SaidText, "terms">): string {
  return [...terms]
    .filter((term) => !/\d/.test(term))
    .sort()
    .join(" ");
}

function isDenied(one: string, other: string): boolean {
  return denials(one) !== denials(other);
}

/** "No, use …" says no to what was said before it, and nothing of what it says. */
const TO_ANOTHER = /^(?:no|nope|nah|nein|non)[,.!:][ \t]+/i;

function denials(text: string): number {
  return denialsIn(text.replace(TO_ANOTHER, "").replace(LEFT, " "));
}

function isTurned(one: string, other: string): boolean {
  return OPPOSED.some(([left, right]) => {
    const only = (text: string) => `${left?.test(text)} ${right?.test(text)}`;
    return only(one) !== only(other) && ONE_OF_TWO.has(only(one)) && ONE_OF_TWO.has(only(other));
  });
}
