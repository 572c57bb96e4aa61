/**
 * A quick look at a text that has no secret: whatever `redact` could find has one of these marks, so what has none need not
 * be looked through, nor the table of secrets be loaded. For a process that reads many texts and is over before V8 has made
 * the look itself quick; what passes the sieve is nothing yet.
 */

import { caselessMarks, exactMarks } from "./secret-marks-table.ts";

/** Below this many texts the look itself is not yet compiled. */
const UNTIL_QUICK = 2_000;
let looked = 0;
let sieve: readonly RegExp[] | undefined;

/** False only where `redact` finds nothing; after many texts always true. */
export function mayHoldSecret(text: string): boolean {
  return ++looked > UNTIL_QUICK || hasMark(text);
}

export function hasMark(text: string): boolean {
  sieve ??= made();
  return sieve.some((marks) => marks.test(text));
}

/** The marks of the table, what may veil one, a table with heads, and a run of characters that may be one or encode one. */
function made(): RegExp[] {
  return [
    new RegExp(exactMarks.map(literal).join("|")),
    new RegExp(caselessMarks.map(literal).join("|"), "i"),
    /[^\t\n\r -~]|%[0-7]|\\[u/]|\|[ \t]*:?--/,
    /(?:^|[^A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{28}/,
  ];
}

function literal(mark: string): string {
  return mark.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
