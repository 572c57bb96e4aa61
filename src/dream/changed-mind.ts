/**
 * Whether a newer statement ends an older one: it names what no longer holds ("instead of", "no longer", "moved from"),
 * or says the same thing with another amount or with a denial. By rule, and rather too seldom than too often. Pure.
 */

import { termsOf } from "../text/analyse.ts";
import { countShared, shareOfAll } from "../text/likeness.ts";
import { type Wording, wordingOf } from "./wording.ts";

export interface TopicStatement {
  readonly text: string;
  readonly wording: Wording;
  /** Of what it says before it gives its reason or goes on with something else. */
  readonly core: Wording;
  /** The terms of what it says no longer holds. */
  readonly old: readonly string[];
}

const CORE = /(?:;| —| –|,? (?:because|since)\b).*$/is;

export function topicStatementOf(text: string): TopicStatement {
  const wording = wordingOf(text);
  const core = text.replace(CORE, "");
  return { text, wording, core: core === text ? wording : wordingOf(core), old: oldThing(text) };
}

const END = "(?=[.,;:!?)]|$| (?:because|since|so|as|and|but|for|which|due)\\b)";
/** What was there before stands in the first group. */
const CHANGES: readonly RegExp[] = [
  `\\b(?:instead of|rather than|in place of) (.+?)${END}`,
  `\\bno longer (.+?)${END}`,
  `\\bnot (.+?) any ?more\\b`,
  `\\b(?:switched|moved|migrated|changed|went|ported)(?: \\S+){0,4}? (?:away )?from (.+?)(?: to\\b|${END})`,
  `\\b(?:switched|moved|migrated) (?:away from|off) (.+?)${END}`,
  `\\breplaced? (.+?) (?:with|by)\\b`,
  `\\b(?:dropped|removed|abandoned|reverted|deprecated|gave up|got rid of|took out|rolled back) (.+?)${END}`,
].map((pattern) => new RegExp(pattern, "i"));

/** The old thing's words are few: what follows is no longer its name. */
const MOST_OLD = 5;
const NEARLY = 0.7;

/** `among` says how near the two are known to be: lines of one topic need less in common than strangers. */
export function ends(newer: TopicStatement, older: TopicStatement, among: "topic" | "strangers"): boolean {
  if (contradicts(newer.wording, older.wording) || takesPlaceOf(newer, older, among)) return true;
  // The one says what the other denies, whatever else either adds.
  return among === "topic" && newer.core.denies !== older.core.denies && contradicts(newer.core, older.core);
}

/** Nearly the same words, with a denial or another amount. */
export function contradicts(newer: Wording, older: Wording): boolean {
  if (Math.min(newer.terms.size, older.terms.size) < 2 || shareOfAll(newer.terms, older.terms) < NEARLY) return false;
  if (newer.denies !== older.denies) return sameNumbers(newer, older);
  return newer.amounts.length > 0 && newer.amounts.length === older.amounts.length && !sameAmounts(newer, older);
}

/** It left something for one purpose, or says what stays: of another memory that tells nothing for certain. */
const PARTLY =
  /\b(?:dropped|removed|abandoned|reverted|deprecated|gave up|got rid of|took out|rolled back|replaced?)\b[^.;]*? (?:for|in|on|during|only) (?!good\b|now\b|favou?r\b|all\b|the end\b)|\b(?:stays?|remains?|still|except|only)\b/i;

function takesPlaceOf(newer: TopicStatement, older: TopicStatement, among: "topic" | "strangers"): boolean {
  if (among === "strangers" && PARTLY.test(newer.text)) return false;
  const { old } = newer;
  if (old.length === 0 || !old.every((term) => older.wording.terms.has(term))) return false;
  if (older.old.some((term) => old.includes(term))) return false;
  const shared = countShared(newer.wording.terms, older.wording.terms);
  const share = shared / older.wording.terms.size;
  return among === "topic" ? shared >= 2 || share >= 1 / 3 : shared >= 2 && share >= 1 / 2;
}

/** The terms of what no longer holds; none where nothing is said to have changed. */
export function oldThing(text: string): string[] {
  const found = CHANGES.map((pattern) => pattern.exec(text)?.[1]).find((part) => part !== undefined);
  return found === undefined ? [] : [...new Set(termsOf(found))].slice(0, MOST_OLD);
}

function sameNumbers(one: Wording, other: Wording): boolean {
  return one.numbers.size === other.numbers.size && [...one.numbers].every((number) => other.numbers.has(number));
}

function sameAmounts(one: Wording, other: Wording): boolean {
  return one.amounts.every((amount, n) => amount === other.amounts[n]);
}
