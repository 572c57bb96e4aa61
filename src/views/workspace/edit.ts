/** Rows put into `workspace.md` and taken out again; every line that is not meant stays as it is. Pure. */

import { CairnError } from "../../model/error.ts";
import { bare, closed, endOf, linesWithEnds } from "../../text/lines.ts";
import { cellKeyIn, emptyPage, initiativesTable, projectsTable, quickHeading, relationsTable } from "./page.ts";
import { quickLines } from "./quick-reference.ts";
import {
  cellAt,
  openFenceAt,
  rowCellsOf,
  rowLine,
  type TableRow,
  type TableShape,
  tableIn,
  withCell,
} from "./table.ts";

/** What the page says before anything is in it. */
export const blankPage = [
  "# Workspace",
  "",
  "Kept by Cairn from the projects it knows. What you write here stays, and is read.",
  "",
  ...headLines(projectsTable),
  "",
  ...headLines(relationsTable),
  "",
  ...headLines(initiativesTable),
  "",
  `## ${quickHeading}`,
  "",
  ...quickLines([], emptyPage),
  "",
].join("\n");

function headLines({ heading, columns }: TableShape): string[] {
  const names = Object.values(columns).map(([name = ""]) => name);
  return [`## ${heading}`, "", `| ${names.join(" | ")} |`, `| ${names.map(() => "---").join(" | ")} |`];
}

/** The page's lines with a table of that shape in it, at the end where there was none. */
export function withTable(given: readonly string[], shape: TableShape): string[] {
  if (tableIn(given, shape) !== undefined) return [...given];
  const end = endOf(given);
  const lines = closed(given, end);
  const gap = lines.length === 0 || bare(lines.at(-1) ?? "") === "" ? [] : [""];
  return [...lines, ...[...gap, ...headLines(shape)].map((line) => line + end)];
}

export interface RowEdit {
  readonly shape: TableShape;
  /** Which row is meant. */
  readonly isMeant: (cells: TableRow["cells"]) => boolean;
  /** Its cells; those not named stay. */
  readonly values: Readonly<Record<string, string>>;
}

/** The row as wanted, in its place or at the end of its table. */
export function withRow(text: string, { shape, isMeant, values }: RowEdit): string {
  const lines = withTable(linesWithEnds(text === "" ? blankPage : text), shape);
  const table = tableIn(lines, shape);
  if (table === undefined) throw hiddenTable(lines, shape);
  const row = table.rows.find(({ cells }) => isMeant(cells));
  if (row === undefined) return added(lines, table.end, rowLine(table.columns, values)).join("");
  for (const [place, column] of table.columns.entries()) {
    const value = values[column];
    if (value !== undefined) lines[row.at] = withCell(lines[row.at] ?? "", place, value);
  }
  return lines.join("");
}

export function withoutRow(text: string, { shape, isMeant }: Omit<RowEdit, "values">): string {
  const lines = linesWithEnds(text);
  const table = tableIn(lines, shape);
  if (table === undefined && openFenceAt(lines) >= 0) throw hiddenTable(lines, shape);
  const doomed = table?.rows.filter(({ cells }) => isMeant(cells)) ?? [];
  return lines.filter((_, at) => !doomed.some((row) => row.at === at)).join("");
}

/** Put at the end of the page, a table would stand in the fence too, and nobody would read it. */
function hiddenTable(lines: readonly string[], { heading }: TableShape): CairnError {
  const line = openFenceAt(lines) + 1;
  const why = `The code block that begins in line ${line} of workspace.md is never closed, so its table of ${heading} cannot be read.`;
  return new CairnError("UPDATE_ERROR", `${why} Nothing was changed.`, {
    hint: "Close it on the page (three back-ticks on a line of their own), and do it again.",
  });
}

/** A further line where a table ends. */
export function added(given: readonly string[], at: number, line: string): string[] {
  const end = endOf(given);
  const lines = closed(given, end);
  return [...lines.slice(0, at), line + end, ...lines.slice(at)];
}

/** Something the person put beside what Cairn knows of. */
export function hasForeignCells(line: string, columns: readonly string[]): boolean {
  return (rowCellsOf(line) ?? []).some((cell, n) => (columns[n] ?? "") === "" && cell !== "");
}

/** Relations and initiatives follow a project that got another key: the old name in a cell becomes the new one. */
interface Named {
  readonly key: string;
  readonly aliases: readonly string[];
}

const CELLS: readonly { readonly shape: TableShape; readonly columns: readonly string[] }[] = [
  { shape: relationsTable, columns: ["project", "other"] },
  { shape: initiativesTable, columns: ["projects"] },
];

export function withKeysRenewed(given: readonly string[], projects: readonly Named[]): string[] {
  const keys = new Set(projects.map(({ key }) => key));
  const renewed = new Map(projects.flatMap(({ key, aliases }) => aliases.map((alias) => [alias, key] as const)));
  for (const key of keys) renewed.delete(key);
  const lines = [...given];
  if (renewed.size === 0) return lines;
  for (const { shape, columns } of CELLS) {
    const table = tableIn(lines, shape);
    for (const { at } of table?.rows ?? []) {
      for (const [place, column] of (table?.columns ?? []).entries()) {
        const cell = cellAt(lines[at] ?? "", place);
        const next = columns.includes(column) ? inCell(cell, renewed) : cell;
        if (next !== cell) lines[at] = withCell(lines[at] ?? "", place, next);
      }
    }
  }
  return lines;
}

/** Whatever stands around a name stays. */
function inCell(cell: string, renewed: ReadonlyMap<string, string>): string {
  return cell
    .split(/([,;])/)
    .map((part) => {
      const name = cellKeyIn(part.trim());
      return part.replace(name, () => renewed.get(name) ?? name);
    })
    .join("");
}
