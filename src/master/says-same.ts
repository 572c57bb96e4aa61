/**
 * Whether two statements that share nearly all their words say the same. They do not where each has a word the other lacks
 * ("staging", "production"), where one says no more often, or where one says before and the other after. Pure.
 */

import { denialsIn } from "../text/denials.ts";
import { isOneSided } from "../text/likeness.ts";

export interface Said {
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

export function saysSame(one: Said, other: Said): boolean {
  return isOneSided(one.terms, other.terms) && !isDenied(one.text, other.text) && !isTurned(one.text, other.text);
}

/** The very same words, of which one says no. */
export function isOpposite(one: Said, other: Said): boolean {
  return one.terms.size === other.terms.size && isOneSided(one.terms, other.terms) && isDenied(one.text, other.text);
}

function isDenied(one: string, other: string): boolean {
  return denialsIn(one.replace(LEFT, " ")) !== denialsIn(other.replace(LEFT, " "));
}

function isTurned(one: string, other: string): boolean {
  return OPPOSED.some(([left, right]) => {
    const only = (text: string) => `${left?.test(text)} ${right?.test(text)}`;
    return only(one) !== only(other) && ONE_OF_TWO.has(only(one)) && ONE_OF_TWO.has(only(other));
  });
}
