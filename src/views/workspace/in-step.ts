/**
 * The page and the registry in step: what Cairn printed follows the registry, what a person wrote stays, and a project a
 * person took out stays out until it is used again. The same page, note and projects always give the same bytes. Pure.
 */

import { linesWithEnds } from "../../text/lines.ts";
import { added, blankPage, hasForeignCells, withKeysRenewed, withTable } from "./edit.ts";
import type { WorkspaceNote } from "./note.ts";
import { cellKeyIn, pageOf, projectsTable, restKey } from "./page.ts";
import { quickLines, withQuickLines } from "./quick-reference.ts";
import { cellAt, rowLine, type Table, type TableRow, tableIn, withCell } from "./table.ts";

/** A project as the registry has it. */
export interface KnownProject {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly path: string;
  readonly status: string;
  readonly lastSeen: string;
}

export interface WorkspaceFacts {
  readonly projects: readonly KnownProject[];
  /** The one that is at work just now. */
  readonly used?: string | undefined;
  readonly maxLines: number;
}

interface InStep {
  readonly text: string;
  /** What is to be remembered of it, but for its hash. */
  readonly note: Omit<WorkspaceNote, "wrote">;
}

/** What every page of Cairn's has; the rest of its limit is for rows. What a person writes takes none of it. */
const BLANK_LINES = linesWithEnds(blankPage).length;

/** Cells in which Cairn says what the registry says. */
const OWN_CELLS = ["path", "status"] as const;

export function inStep(text: string, note: WorkspaceNote, facts: WorkspaceFacts): InStep {
  const isBlank = text.trim() === "";
  const projects = facts.projects.filter(({ path }) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(path));
  if (projects.length === 0 && note.shown.length === 0) return { text, note };
  const renewed = withKeysRenewed(linesWithEnds(isBlank ? blankPage : text), projects);
  const given = withTable(renewed, projectsTable);
  const quick = withQuickLines(given, note.quick, quickFor(given, note, projects, facts.used, isBlank));
  const lines = [...quick.lines];
  const table = tableIn(lines, projectsTable);
  if (table === undefined) return { text, note };
  const judged = table.rows.map((row) => judge(row, { table, lines, note, projects }));
  const there = new Set(judged.flatMap(({ project }) => project?.key ?? []));
  const hidden = hiddenNow({ there, note, used: facts.used, isBlank, projects });
  const missing = projects.filter(({ key }) => !there.has(key) && !hidden.includes(key));
  const room = facts.maxLines - BLANK_LINES - Math.max(0, quick.own - 1);
  const { taken, left } = choose({ judged, missing, room, used: facts.used });
  const page = printed({ lines, table, judged, missing, taken, left });
  const cells = Object.fromEntries(
    projects
      .filter(({ key }) => taken.has(key) || there.has(key))
      .map(({ key, path, status }) => [key, { path: [path], status: [status] }]),
  );
  const kept = judged.filter(({ isRemovable, project }) => !isRemovable && project !== undefined);
  const shown = [...new Set([...taken, ...kept.flatMap(({ project }) => project?.key ?? [])])].sort();
  return { text: page, note: { shown, hidden, cells, quick: [...quick.known] } };
}

/** Of the projects a person left on the page. */
function quickFor(
  lines: readonly string[],
  note: WorkspaceNote,
  projects: readonly KnownProject[],
  used: string | undefined,
  isBlank: boolean,
): string[] {
  const page = pageOf(lines.join(""));
  const named = new Set(page.projects.map(({ key }) => key));
  const there = new Set(
    projects.filter(({ key, aliases }) => [key, ...aliases].some((one) => named.has(one))).map(({ key }) => key),
  );
  const hidden = hiddenNow({ there, note, used, isBlank, projects });
  return quickLines(
    projects.filter(({ key }) => !hidden.includes(key)),
    page,
  );
}

interface Judged {
  readonly row: TableRow;
  readonly project?: KnownProject | undefined;
  /** Only Cairn's own words stand in it. */
  readonly isRemovable: boolean;
  /** Of no project any more, or Cairn's line about the rest. */
  readonly isDone: boolean;
  readonly line: string;
}

interface Around {
  readonly table: Table;
  readonly lines: readonly string[];
  readonly note: WorkspaceNote;
  readonly projects: readonly KnownProject[];
}

function judge(row: TableRow, { table, lines, note, projects }: Around): Judged {
  const line = lines[row.at] ?? "";
  const key = cellKeyIn(row.cells["key"] ?? "");
  const isRest = key === restKey;
  const project = projects.find((one) => one.key === key) ?? projects.find(({ aliases }) => aliases.includes(key));
  const cells = Object.hasOwn(note.cells, key) ? note.cells[key] : undefined;
  const isOwn = (column: (typeof OWN_CELLS)[number]) => {
    const cell = row.cells[column] ?? "";
    return cell === "" || cell === project?.[column] || (cells?.[column].includes(cell) ?? false);
  };
  const isRemovable =
    (row.cells["description"] ?? "") === "" && OWN_CELLS.every(isOwn) && !hasForeignCells(line, table.columns);
  const isKnown = project !== undefined || note.shown.includes(key);
  const current = project === undefined ? line : renewed(line, { table, project, isOwn, key });
  const isDone = isRest || (project === undefined && isKnown && isRemovable);
  return { row, project, isRemovable: isRemovable && isKnown, isDone, line: current };
}

interface Renewal {
  readonly table: Table;
  readonly project: KnownProject;
  readonly isOwn: (column: (typeof OWN_CELLS)[number]) => boolean;
  readonly key: string;
}

/** The key follows a project that got another one; path and status follow the registry where Cairn wrote them. */
function renewed(given: string, { table, project, isOwn, key }: Renewal): string {
  const wanted: Record<string, string> = key === project.key ? {} : { key: project.key };
  for (const column of OWN_CELLS) if (isOwn(column)) wanted[column] = project[column];
  return table.columns.reduce((line, column, place) => {
    const value = wanted[column];
    return value === undefined || value === cellAt(line, place) ? line : withCell(line, place, value);
  }, given);
}

interface Hiding {
  readonly there: ReadonlySet<string>;
  readonly note: WorkspaceNote;
  readonly used: string | undefined;
  /** A deleted or emptied page says nothing of any one project. */
  readonly isBlank: boolean;
  readonly projects: readonly KnownProject[];
}

function hiddenNow({ there, note, used, isBlank, projects }: Hiding): string[] {
  const gone = isBlank ? note.hidden : [...note.hidden, ...note.shown];
  const known = new Set(projects.map(({ key }) => key));
  return [...new Set(gone)].filter((key) => key !== used && known.has(key) && !there.has(key)).sort();
}

interface Choosing {
  readonly judged: readonly Judged[];
  readonly missing: readonly KnownProject[];
  /** For rows in which only Cairn's words stand. */
  readonly room: number;
  readonly used: string | undefined;
}

/** The one in use and the newest first; a row a person wrote in needs no choosing. */
function choose({ judged, missing, room, used }: Choosing): { taken: Set<string>; left: number } {
  const listed = judged.flatMap(({ isRemovable, isDone, project }) =>
    isRemovable && !isDone && project !== undefined ? [project] : [],
  );
  const wanting = [...listed, ...missing].sort((a, b) => rank(b, used) - rank(a, used) || byUse(a, b));
  const taken = wanting.length <= room ? wanting : wanting.slice(0, Math.max(1, room - 1));
  return { taken: new Set(taken.map(({ key }) => key)), left: wanting.length - taken.length };
}

function rank({ key }: KnownProject, used: string | undefined): number {
  return key === used ? 1 : 0;
}

function byUse(a: KnownProject, b: KnownProject): number {
  return a.lastSeen < b.lastSeen ? 1 : a.lastSeen > b.lastSeen ? -1 : a.key < b.key ? -1 : 1;
}

interface Printing {
  readonly lines: readonly string[];
  readonly table: Table;
  readonly judged: readonly Judged[];
  readonly missing: readonly KnownProject[];
  readonly taken: ReadonlySet<string>;
  readonly left: number;
}

function printed({ lines, table, judged, missing, taken, left }: Printing): string {
  const byLine = new Map(judged.map((one) => [one.row.at, one]));
  const goes = (one: Judged) => one.isDone || (one.isRemovable && !taken.has(one.project?.key ?? ""));
  const kept = lines.flatMap((line, at) => {
    const one = byLine.get(at);
    return one === undefined ? [line] : goes(one) ? [] : [one.line];
  });
  const fresh = missing.filter(({ key }) => taken.has(key)).sort(byUse);
  const rows = fresh.map(({ key, path, status }) => rowLine(table.columns, { key, path, status }));
  const rest = left === 0 ? [] : [rowLine(table.columns, { key: restKey, ...restCells(left) })];
  const end = table.end - judged.filter(goes).length;
  return [...rows, ...rest].reduce((page, row, n) => added(page, end + n, row), kept).join("");
}

function restCells(left: number): { path: string; description: string } {
  const what = left === 1 ? "1 more project" : `${left} more projects`;
  return { path: what, description: "`cairn workspace` shows all of them" };
}
