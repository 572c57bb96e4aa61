/**
 * Tables under second-level headings of a page that a person edits too. Reading makes no change; a change touches one
 * cell, or adds or removes one row, and leaves every other byte as it is. Pure.
 */

import { bare, withoutEnd } from "../../text/lines.ts";

/** What a table is recognised by: its heading, and the names each of its columns may have, the first being Cairn's. */
export interface TableShape {
  readonly heading: string;
  readonly alsoCalled: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** A table counts as one of these if it has these columns. */
  readonly needs: readonly string[];
}

export interface TableRow {
  /** The place of its line. */
  readonly at: number;
  /** By the shape's names of the columns; those the person's table does not have are missing. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface Table {
  readonly rows: readonly TableRow[];
  /** The shape's names of the columns, in the table's order; "" for one Cairn knows nothing of. */
  readonly columns: readonly string[];
  /** Where a further row goes. */
  readonly end: number;
}

interface Part {
  readonly heading: string;
  /** The place of the heading's line, and of the first line that is no longer the part's. */
  readonly at: number;
  readonly end: number;
}

/** The parts under second-level headings; what stands in a fence is no heading. */
export function partsOf(lines: readonly string[]): Part[] {
  const marks = outsideFences(lines).map((line, at) => ({ heading: headingIn(line, 2), at }));
  const heads = marks.filter((mark) => mark.heading !== undefined);
  return heads.map(({ heading = "", at }, n) => ({ heading, at, end: heads[n + 1]?.at ?? lines.length }));
}

/** The words of a heading of that level, without the signs that may close it; undefined where the line is none. */
export function headingIn(line: string, level: number): string | undefined {
  if (!line.startsWith("#".repeat(level)) || !/\s/.test(line.charAt(level))) return undefined;
  const words = line.slice(level).trim();
  const open = withoutEnd(words, "#");
  const heading = /\s$/.test(open.slice(-1)) ? open.trim() : words;
  return withoutEnd(heading, "#") === "" ? undefined : heading;
}

export function isCalled(heading: string, { heading: own, alsoCalled }: TableShape): boolean {
  const plain = heading.toLowerCase();
  return [own, ...alsoCalled].some((name) => plain === name.toLowerCase());
}

/** The first table of that shape under a heading of its name. */
export function tableIn(lines: readonly string[], shape: TableShape): Table | undefined {
  const open = outsideFences(lines);
  for (const part of partsOf(lines).filter(({ heading }) => isCalled(heading, shape))) {
    for (let at = part.at + 1; at < part.end; at++) {
      const columns = headOf(open[at] ?? "", open[at + 1] ?? "", shape);
      if (columns !== undefined) return tableFrom(open, at, part.end, columns);
    }
  }
  return undefined;
}

function tableFrom(lines: readonly string[], head: number, last: number, columns: readonly string[]): Table {
  const rows: TableRow[] = [];
  let end = head + 2;
  for (let at = head + 2; at < last && !endsTable(lines[at] ?? ""); at++) {
    const cells = rowCellsOf(lines[at] ?? "");
    if (cells === undefined) continue;
    end = at + 1;
    const named = columns.flatMap((column, n): [string, string][] =>
      column === "" ? [] : [[column, shown(cells[n] ?? "")]],
    );
    rows.push({ at, cells: Object.fromEntries(named) });
  }
  return { rows, columns, end };
}

/** As Markdown has it: an empty line, or one that begins something else. */
function endsTable(line: string): boolean {
  return line.trim() === "" || /^ {0,3}(?:#{1,6}\s|[>=<]|[-*+]\s|\d{1,9}[.)]\s)/.test(line);
}

/** The table's columns by the shape's names; undefined where these two lines begin no such table. */
function headOf(head: string, rule: string, { columns, needs }: TableShape): string[] | undefined {
  const names = rowCellsOf(head);
  const dashes = rowCellsOf(rule);
  if (names === undefined || dashes === undefined || !dashes.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const meant = names.map((name) => columnCalled(name, columns));
  return needs.every((column) => meant.includes(column)) ? meant : undefined;
}

function columnCalled(name: string, columns: TableShape["columns"]): string {
  const plain = name.toLowerCase();
  const found = Object.entries(columns).find(([, names]) => names.some((other) => other.toLowerCase() === plain));
  return found?.[0] ?? "";
}

/**
 * The line of a code fence that is never closed, so that the rest of the page stands in it; negative where every fence
 * is closed.
 */
export function openFenceAt(lines: readonly string[]): number {
  let [fence, begun] = ["", -1];
  for (const [at, line] of lines.entries()) {
    const next = fenceAfter(line, fence);
    if (fence === "" && next !== "") begun = at;
    fence = next;
  }
  return fence === "" ? -1 : begun;
}

/** The marks of the fence we are in behind that line; empty outside of one. */
function fenceAfter(line: string, fence: string): string {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence === "") return mark ?? "";
  return mark?.startsWith(fence) && bare(line).trim() === mark ? "" : fence;
}

/** The same lines; those inside a fence are empty, and so is what an editor put before the first. */
function outsideFences(lines: readonly string[]): string[] {
  let fence = "";
  return lines.map((given, at) => {
    const line = at === 0 ? given.replace(/^\uFEFF/, "") : given;
    const before = fence;
    fence = fenceAfter(line, fence);
    return before === "" && fence === "" ? bare(line) : "";
  });
}

/** As they are written; undefined if the line is no row. A row need not begin or end with a bar. */
export function rowCellsOf(line: string): string[] | undefined {
  const text = bare(line);
  return spansOf(text)?.map(({ from, to }) => text.slice(from, to).trim());
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the cells of a line lie, between the bars that are not escaped. */
function spansOf(text: string): Span[] | undefined {
  const bars: number[] = [];
  for (let at = text.indexOf("|"); at >= 0; at = text.indexOf("|", at + 1)) {
    if (text.charAt(at - 1) !== "\\") bars.push(at);
  }
  if (bars.length === 0) return undefined;
  const ends = [...bars, text.length];
  const spans = ends.map((to, n) => ({ from: n === 0 ? 0 : (ends[n - 1] ?? 0) + 1, to }));
  const isBlank = ({ from, to }: Span) => text.slice(from, to).trim() === "";
  const cells = spans.filter((span, n) => !((n === 0 || n === spans.length - 1) && isBlank(span)));
  return cells.length === 0 ? undefined : cells;
}

function shown(cell: string): string {
  return cell.replaceAll("\\|", "|");
}

function written(value: string): string {
  return value.replaceAll("|", "\\|");
}

export function rowLine(columns: readonly string[], values: Readonly<Record<string, string>>): string {
  return `| ${columns.map((column) => written(values[column] ?? "")).join(" | ")} |`;
}

/** One cell of one line changed; the other cells and the line's end stay as they are. A row may be short of cells. */
export function withCell(line: string, place: number, value: string): string {
  const text = bare(line);
  const spans = spansOf(text) ?? [];
  const [span, cell] = [spans[place], value === "" ? " " : ` ${written(value)} `];
  const rest = line.slice(text.length);
  if (span === undefined) return `${extended(text, place - spans.length)}${cell}|${rest}`;
  const changed = `${text.slice(0, span.from)}${cell}${text.slice(span.to)}`;
  // An empty first cell needs its bar, or the second would be taken for it.
  const bar = cell === " " && place === 0 && span.from === 0 ? "|" : "";
  return bar + changed + rest;
}

/** A short row up to where a further cell begins. */
function extended(text: string, empty: number): string {
  const row = text.trimEnd();
  return `${row.endsWith("|") && !row.endsWith("\\|") ? row : `${row} |`}${"  |".repeat(empty)}`;
}

export function cellAt(line: string, place: number): string {
  return shown(rowCellsOf(line)?.[place] ?? "");
}
