/** Secrets in the columns of a Markdown table: the head names them, the rows below have them. One pass over its lines. */

import { isEncodedPair, isTypedPassword, isVaried, looksRandom } from "./randomness.ts";
import type { Span } from "./scan.ts";

const RULE = /^[ \t>]{0,12}\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*\r?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHORTEST_PASSWORD = 6;

/** `isTelling`: of a head that names what is secret. */
export function tableSpans(text: string, isTelling: RegExp): Span[] {
  const spans: Span[] = [];
  let [at, before, columns]: [number, string, readonly number[]] = [0, "", []];
  for (const line of text.split("\n")) {
    const isRow = line.includes("|");
    if (RULE.test(line) && before.includes("|")) columns = tellingIn(before, isTelling);
    else if (!isRow) columns = [];
    else if (columns.length > 0) spans.push(...valuesIn(line, at, columns));
    before = line;
    at += line.length + 1;
  }
  return spans;
}

function tellingIn(head: string, isTelling: RegExp): number[] {
  return cellsOf(head).flatMap(({ text }, n) => (isTelling.test(text) ? [n] : []));
}

function valuesIn(line: string, from: number, columns: readonly number[]): Span[] {
  const cells = cellsOf(line);
  return columns.flatMap((column): Span[] => {
    const cell = cells[column];
    if (cell === undefined || !isValue(cell.text)) return [];
    return [[from + cell.at, from + cell.at + cell.text.length]];
  });
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

function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let at = line.search(/\S/) + (line.trimStart().startsWith("|") ? 1 : 0);
  for (const cell of line.slice(at).split("|")) {
    const lead = /^[\s"'`*]*/.exec(cell)![0].length;
    cells.push({ text: cell.slice(lead).replace(/[\s"'`*]*$/, ""), at: at + lead });
    at += cell.length + 1;
  }
  return cells;
}
