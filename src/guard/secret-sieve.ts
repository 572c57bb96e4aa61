/**
 * A quick look at a text that has no secret: whatever `redact` could find has one of these marks, so what has none need not
 * be looked through, nor the table of secrets be loaded. For a process that reads many texts and is over before V8 has made
 * the look itself quick; what passes the sieve is nothing yet.
 */

import { caselessMarks, exactMarks } from "./secret-marks-table.ts";

/** Below this many texts the look itself is not yet compiled. */
const UNTIL_QUICK = 2_000;
/** So many texts of this length are asked mark by mark: to make one pattern of all marks takes longer than that. */
const FEW = 16;
const SHORT = 4_000;
let looked = 0;
let asked = 0;
let sieve: readonly RegExp[] | undefined;

/** False only where `redact` finds nothing; after many texts always true. */
export function mayHoldSecret(text: string): boolean {
  return ++looked > UNTIL_QUICK || hasMark(text);
}

/** What may veil one, a table with heads, a long run of characters, or a mark of the table. */
export function hasMark(text: string): boolean {
  if (ODD.test(text) || hasRun(text)) return true;
  return text.length <= SHORT && ++asked <= FEW ? saysMark(text) : matchesMark(text);
}

const ODD = /[^\t\n\r -~]|%[0-7]|\\[u/]|[|+][ \t]*:?--|--\+/;

/** Of a text in which nothing is odd: then small letters tell all there is to case. */
export function saysMark(text: string): boolean {
  const small = text.toLowerCase();
  return exactMarks.some((mark) => text.includes(mark)) || caselessMarks.some((mark) => small.includes(mark));
}

/** The same for very many. */
export function matchesMark(text: string): boolean {
  sieve ??= [new RegExp(exactMarks.map(literal).join("|")), new RegExp(caselessMarks.map(literal).join("|"), "i")];
  return sieve.some((marks) => marks.test(text));
}

/** Characters that may be a secret, or encode one. */
const RUN = /(?:^|[^A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{28}/;
const WHOLE_RUNS = /[A-Za-z0-9+/_=-]{28,}/g;
/** The name of a session, and the sum of a text: read as base64 or hex neither is a text, in its first twelve bytes. */
const NAMELESS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(?=(?:..){0,11}[89a-f].)[0-9a-f]{64}$/;

function hasRun(text: string): boolean {
  return RUN.test(text) && (text.match(WHOLE_RUNS) ?? []).some((run) => !NAMELESS.test(run));
}

function literal(mark: string): string {
  return mark.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
