/**
 * Secrets in the cells of a table, Markdown's or comma-separated: the head of a column names them, or a cell before them
 * does. One pass over its lines.
 */

import { isEncodedPair, isTypedPassword, isVaried, looksRandom } from "./randomness.ts";
import type { Span } from "./scan.ts";

/** Below a head: Markdown's, or the line that programs draw for databases. */
const RULE = /^[ \t>]{0,12}[|+]?[ \t]*:?-{2,}:?[ \t]*(?:[|+][ \t]*:?-{2,}:?[ \t]*)*[|+]?[ \t]*\r?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHORTEST_PASSWORD = 6;
const SETS_OFF = /[\s"'`*]/;

/** `isTelling`: of a head that names what is secret. */
export function tableSpans(text: string, isTelling: RegExp): Span[] {
  const spans: Span[] = [];
  let [at, before, columns]: [number, string, readonly number[]] = [0, "", []];
  for (const line of text.split("\n")) {
    const isRow = line.includes("|");
    if (RULE.test(line) && before.includes("|")) columns = tellingIn(before, "|", isTelling);
    else if (!isRow) columns = [];
    else spans.push(...valuesIn(cellsOf(line, "|"), at, columns, isTelling));
    before = line;
    at += line.length + 1;
  }
  return spans;
}

function tellingIn(head: string, separator: string, isTelling: RegExp): number[] {
  const cells = cellsOf(head, separator);
  const isOfUsers = cells.some(({ text }) => USERS.test(text));
  return cells.flatMap(({ text }, n) => (isTelling.test(text) || (isOfUsers && SHORT.test(text)) ? [n] : []));
}

/** "Pass" heads a column of passwords where another one is of users: else it counts tests. */
const SHORT = /^(?:pass|pw)$/i;
const USERS = /^(?:user(?: ?name)?|login|account|e-?mail)$/i;

/** In the columns that are named, and behind a cell that names one. */
function valuesIn(cells: readonly Cell[], from: number, columns: readonly number[], isTelling: RegExp): Span[] {
  const named = cells.findIndex(({ text }) => isTelling.test(text));
  return cells.flatMap(({ text, at }, n): Span[] => {
    const isNamed = columns.includes(n) || (named >= 0 && n > named);
    return isNamed && isValue(text) ? [[from + at, from + at + text.length]] : [];
  });
}

const NOTHING = /(?!)/;
/** The rest of a head, where its column or its line ends. */
const ENDS_CELL = /[\w-]{2,30}["']?(?:[,;\t]| {2}|\r?\n)/y;
/** Names and separators: neither a sentence nor code. */
const HEAD = /^["\w-]{1,40}(?:(?:, ?|;|\t)["\w-]{1,40}){1,40}$|^[\w-]{1,40}(?: {2,60}[\w-]{1,40}){1,40}$/;
/** Two spaces or more: columns set by hand, or by a program. */
const WIDE = "  ";
const LONGEST_HEAD = 400;
const MOST_ROWS = 2_000;

/** Comma-separated values: what stands below the name at this place, in rows of as many cells as its head has. */
export function columnSpans(text: string, at: number, isTelling: RegExp): Span[] {
  ENDS_CELL.lastIndex = at;
  if (!ENDS_CELL.test(text)) return [];
  const from = text.lastIndexOf("\n", at) + 1;
  const to = text.indexOf("\n", at);
  if (to < 0 || to - from > LONGEST_HEAD || at - from > LONGEST_HEAD) return [];
  const head = text.slice(from, to).trimEnd();
  if (!HEAD.test(head)) return [];
  const separator = /[,;\t]| {2}/.exec(head)![0];
  if (isRowOf(text, from, separator, cellsOf(head, separator).length)) return [];
  return rowsBelow(text, to + 1, head, separator, tellingIn(head, separator, isTelling));
}

/** Does this line go on a table that began above it? A row that looks like a head is none: each would be read to the end. */
function isRowOf(text: string, from: number, separator: string, count: number): boolean {
  if (from === 0) return false;
  const above = text.slice(Math.max(text.lastIndexOf("\n", from - 2) + 1, from - LONGEST_HEAD), from - 1);
  return above.trim() !== "" && cellsOf(above, separator).length === count;
}

function rowsBelow(text: string, start: number, head: string, separator: string, columns: readonly number[]): Span[] {
  const spans: Span[] = [];
  const count = cellsOf(head, separator).length;
  let from = start;
  for (let row = 0; row < MOST_ROWS && from < text.length && columns.length > 0; row++) {
    const end = text.indexOf("\n", from);
    const cells = cellsOf(text.slice(from, end < 0 ? undefined : end), separator);
    if (cells.length !== count) break;
    spans.push(...valuesIn(cells, from, columns, NOTHING));
    from = end < 0 ? text.length : end + 1;
  }
  return spans;
}

function isValue(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (UUID.test(text)) return isVaried(text);
  return looksRandom(text) || isEncodedPair(text) || (text.length >= SHORTEST_PASSWORD && isTypedPassword(text));
}

interface Cell {
  /** Without what sets it off. */
  readonly text: string;
  readonly at: number;
}

function cellsOf(line: string, separator: string): Cell[] {
  if (separator === WIDE) return wideCells(line);
  const cells: Cell[] = [];
  let at = line.search(/\S/) + (line.trimStart().startsWith(separator) ? 1 : 0);
  for (const cell of line.slice(at).split(separator)) {
    const lead = /^[\s"'`*]*/.exec(cell)![0].length;
    cells.push({ text: cell.slice(lead, endOf(cell, lead)), at: at + lead });
    at += cell.length + 1;
  }
  return cells;
}

/** Counted from behind: a pattern for the end alone is begun anew at every sign of every run of blanks before it. */
function endOf(cell: string, from: number): number {
  let end = cell.length;
  while (end > from && SETS_OFF.test(cell.charAt(end - 1))) end--;
  return end;
}

function wideCells(line: string): Cell[] {
  return [...line.matchAll(/[^\s]+(?: [^\s]+)*/g)].map(({ 0: text, index }) => ({ text, at: index }));
}
