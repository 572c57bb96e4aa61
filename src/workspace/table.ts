/**
 * Tables under second-level headings of a page that a person edits too. Reading makes no change; a change touches one
 * cell, or adds or removes one row, and leaves every other byte as it is. Pure.
 */

/** What a table is recognised by: its heading, and the names each of its columns may have, the first being Cairn's. */
export interface TableShape {
  readonly heading: string;
  readonly alsoCalled: readonly string[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** A table counts as one of these if it has these columns. */
  readonly needs: readonly string[];
}

export interface Row {
  /** The place of its line. */
  readonly at: number;
  /** By the shape's names of the columns; those the person's table does not have are missing. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface Table {
  readonly rows: readonly Row[];
  /** The shape's names of the columns, in the table's order; "" for one Cairn knows nothing of. */
  readonly columns: readonly string[];
  /** Where a further row goes. */
  readonly end: number;
}

/** Lines with their ends, so that joined they are the text. */
export function linesWithEnds(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

export function bare(line: string): string {
  return line.replace(/\r?\n$/, "");
}

/** How most lines end here. */
export function endOf(lines: readonly string[]): string {
  const long = lines.filter((line) => line.endsWith("\r\n")).length;
  return long * 2 > lines.length ? "\r\n" : "\n";
}

export interface Part {
  readonly heading: string;
  /** The place of the heading's line, and of the first line that is no longer the part's. */
  readonly at: number;
  readonly end: number;
}

/** The parts under second-level headings; what stands in a fence is no heading. */
export function partsOf(lines: readonly string[]): Part[] {
  const marks = outsideFences(lines).map((line, at) => ({ heading: /^##\s+(.+?)\s*#*$/.exec(line)?.[1], at }));
  const heads = marks.filter((mark) => mark.heading !== undefined);
  return heads.map(({ heading = "", at }, n) => ({ heading, at, end: heads[n + 1]?.at ?? lines.length }));
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
  const rows: Row[] = [];
  let at = head + 2;
  for (; at < last; at++) {
    const cells = cellsOf(lines[at] ?? "");
    if (cells === undefined) break;
    const named = columns.flatMap((column, n): [string, string][] =>
      column === "" ? [] : [[column, shown(cells[n] ?? "")]],
    );
    rows.push({ at, cells: Object.fromEntries(named) });
  }
  return { rows, columns, end: at };
}

/** The table's columns by the shape's names; undefined where these two lines begin no such table. */
function headOf(head: string, rule: string, { columns, needs }: TableShape): string[] | undefined {
  const names = cellsOf(head);
  const dashes = cellsOf(rule);
  if (names === undefined || dashes === undefined || !dashes.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const meant = names.map((name) => columnCalled(name, columns));
  return needs.every((column) => meant.includes(column)) ? meant : undefined;
}

function columnCalled(name: string, columns: TableShape["columns"]): string {
  const plain = name.toLowerCase();
  const found = Object.entries(columns).find(([, names]) => names.some((other) => other.toLowerCase() === plain));
  return found?.[0] ?? "";
}

/** The same lines; those inside a fence are empty. */
function outsideFences(lines: readonly string[]): string[] {
  let fence = "";
  return lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === "" && mark === undefined) return bare(line);
    if (fence === "") fence = mark ?? "";
    else if (mark?.startsWith(fence) && bare(line).trim() === mark) fence = "";
    return "";
  });
}

/** As they are written; undefined if the line is no row. */
export function cellsOf(line: string): string[] | undefined {
  const inside = /^\s*\|(.*)\|\s*$/.exec(bare(line))?.[1];
  return inside?.split(/(?<!\\)\|/).map((cell) => cell.trim());
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

/** One cell of one line changed; the other cells and the line's end stay as they are. */
export function withCell(line: string, place: number, value: string): string {
  const parts = bare(line).split(/(?<!\\)\|/);
  const at = place + 1;
  if (parts[at] === undefined || at === parts.length - 1) return line;
  parts[at] = value === "" ? " " : ` ${written(value)} `;
  return parts.join("|") + line.slice(bare(line).length);
}
