/**
 * `_index.md` and `_index-archive.md` as values: the most recent memories, and what has left them. The rows about
 * memories are Cairn's; every other line of the old page is a person's and stays in its section.
 */

import { oneLine } from "../guard/one-line.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { textOrder } from "../text/order.ts";
import { isStateLine } from "./current-state.ts";
import type { SessionSheet } from "./session-sheet.ts";
import { cellsOf, linesUnder, otherSections, rowOf, type Sheet } from "./sheet.ts";

interface IndexHead {
  readonly project: string;
  readonly path: string;
  /** The lines of the current state, without their heading. */
  readonly state: readonly string[];
  readonly maxEntries: number;
  readonly session?: SessionSheet | undefined;
}

interface Archive {
  readonly project: string;
  /** What left the index. */
  readonly left: readonly Memory[];
  readonly now: Date;
  readonly session?: SessionSheet | undefined;
}

/** Was this row about a memory, there now or not? */
export type IsRow = (path: string) => boolean;

const SUMMARY_LENGTH = 120;
const MOST_TOPICS = 12;
const MOST_OF_TOPIC = 3;
const TOPIC = 40;
const CLOSING = "<!-- Older entries archived to _index-archive.md -->";
const HEAD_LINE = /^(?:# Memory Index(?: Archive)?: |Session: |Status: |Path: )/;
const RULE = /^\|[-| :]+\|\s*$/;
const INDEX_COLUMNS = ["Category", "File", "Updated", "Summary"];
const SESSION_COLUMNS = ["Session Started", "Session Ended", "Entries Archived"];
const ARCHIVE_COLUMNS = [...INDEX_COLUMNS, "Archived"];

/** What only keeps a place has nothing to say in a row. */
export function isTabled(memory: Memory): boolean {
  const { status, supersededBy, trust } = memory;
  return status === "active" && supersededBy === undefined && trust !== "untrusted" && !keepsAPlace(memory);
}

/** The newest first. */
export function recentFirst(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => textOrder(timeOf(b), timeOf(a)) || textOrder(a.path, b.path));
}

export function printIndex(head: IndexHead, memories: readonly Memory[], old: Sheet, isRow: IsRow): string {
  const rows = handRows(linesUnder(old, "Recent Files"), INDEX_COLUMNS, isRow);
  const recent = recentFirst(memories).slice(0, Math.max(0, head.maxEntries - rows.filter(cellsOf).length));
  const topics = lookup(memories);
  return page([
    `# Memory Index: ${head.project}`,
    `Session: ${head.session?.started ?? /^Session: (\d.*)$/m.exec(old.head.join("\n"))?.[1] ?? "none"}`,
    `Status: ${head.session?.status ?? /^Status: ([A-Z]+)$/m.exec(old.head.join("\n"))?.[1] ?? "ACTIVE"}`,
    `Path: ${head.path}`,
    ...written(old.head).filter((line) => !HEAD_LINE.test(line)),
    "",
    "## Current State",
    ...head.state,
    ...written(linesUnder(old, "Current State")).filter((line) => !isStateLine(line)),
    "",
    `## Recent Files (Last ${head.maxEntries})`,
    ...table(INDEX_COLUMNS, [...recent.map((memory) => rowOf(cells(memory))), ...rows]),
    "",
    "## Quick Lookup",
    ...topics,
    ...written(linesUnder(old, "Quick Lookup")).filter((line) => !topics.includes(line) && !isTopic(line, isRow)),
    ...otherSections(old, ["Current State", "Recent Files", "Quick Lookup"], isClosing),
    "",
    CLOSING,
  ]);
}

/** What left the index keeps the time at which it did; rows of sessions stay as they are. */
export function printArchive({ project, left, now, session }: Archive, old: Sheet, isRow: IsRow): string {
  const entries = linesUnder(old, "Archived Entries");
  const times = new Map(entries.flatMap((line) => timeIn(cellsOf(line))));
  const rows = left.map((memory) => rowOf([...cells(memory), times.get(fileCell(memory)) ?? now.toISOString()]));
  return page([
    `# Memory Index Archive: ${project}`,
    ...written(old.head).filter((line) => !HEAD_LINE.test(line)),
    "",
    "## Archived Sessions",
    ...table(
      SESSION_COLUMNS,
      withSession(
        handRows(linesUnder(old, "Archived Sessions"), SESSION_COLUMNS, () => false),
        session,
        left.length,
      ),
    ),
    "",
    "## Archived Entries",
    ...table(ARCHIVE_COLUMNS, [...rows, ...handRows(entries, ARCHIVE_COLUMNS, isRow)]),
    ...otherSections(old, ["Archived Sessions", "Archived Entries"], isClosing),
  ]);
}

/** A session that is over has one row; while it goes on it has none. */
function withSession(rows: readonly string[], session: SessionSheet | undefined, archived: number): string[] {
  const { started, lastActivity, status } = session ?? {};
  if (started === undefined || lastActivity === undefined || status === "ACTIVE") return [...rows];
  const others = rows.filter((row) => cellsOf(row)?.[0] !== started);
  return [...others, rowOf([started, lastActivity, String(archived)])];
}

function page(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

function table(columns: readonly string[], rows: readonly string[]): string[] {
  return [rowOf(columns), `|${columns.map((column) => "-".repeat(column.length + 2)).join("|")}|`, ...rows];
}

/** Lines with words in them. */
function written(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "" && !isClosing(line));
}

/** The lines of a table Cairn did not make. */
function handRows(lines: readonly string[], columns: readonly string[], isRow: IsRow): string[] {
  const heading = rowOf(columns);
  return written(lines).filter((line) => line !== heading && !RULE.test(line) && !isRow(cellsOf(line)?.[1] ?? ""));
}

function isClosing(line: string): boolean {
  return line.trim() === CLOSING;
}

function timeIn(row: readonly string[] | undefined): [string, string][] {
  const [file, time] = [row?.[1], row?.[4]];
  return file === undefined || time === undefined || Number.isNaN(Date.parse(time)) ? [] : [[file, time]];
}

function cells(memory: Memory): string[] {
  const summary = oneLine(memory.description.replace(/[<>`|]/g, " "), SUMMARY_LENGTH);
  return [kindRow(memory.kind).label, fileCell(memory), timeOf(memory) || "unknown", summary];
}

/** A path as it stands in a cell. */
export function fileCell({ path }: Pick<Memory, "path">): string {
  return path.replaceAll("|", "%7C").replaceAll(/\s/g, "%20");
}

/** The words memories are most tagged by, each with its newest files; a kind that has no tags points at its folder. */
function lookup(memories: readonly Memory[]): string[] {
  const byTag = new Map<string, Memory[]>();
  for (const memory of recentFirst(memories))
    for (const tag of memory.tags) byTag.set(tag, [...(byTag.get(tag) ?? []), memory]);
  const topics = [...byTag]
    .sort(([a, one], [b, other]) => other.length - one.length || textOrder(a, b))
    .slice(0, MOST_TOPICS)
    .sort(([a], [b]) => textOrder(a, b));
  const named = topics.map(([tag, about]) =>
    topicLine(oneLine(tag, TOPIC), about.slice(0, MOST_OF_TOPIC).map(fileCell)),
  );
  const folders = new Map<string, string>();
  for (const { kind, tags } of memories) {
    const { label, folder } = kindRow(kind);
    if (folder !== "" && tags.length === 0) folders.set(`${label} memories`, `${folder}/`);
  }
  const others = [...folders].sort(([a], [b]) => textOrder(a, b)).map(([topic, glob]) => topicLine(topic, [glob]));
  return [...named, ...others, ...ofWork];
}

const ofWork = ["- Current task → context/current-task.md", "- Blockers → context/blockers.md"];

function topicLine(topic: string, files: readonly string[]): string {
  return `- ${topic} → ${files.join(", ")}`;
}

/** Of what was there once: it points at files Cairn keeps, and at nothing else. */
function isTopic(line: string, isRow: IsRow): boolean {
  const files = /^- .{1,60} → (.+)$/.exec(line)?.[1]?.split(", ") ?? [];
  return files.length > 0 && files.every((file) => /^[a-z-]{1,20}\/$/.test(file) || isRow(file));
}

/** Of a listed one its time is at hand. */
function timeOf(memory: Memory & { readonly time?: string }): string {
  return memory.time ?? memory.updated ?? memory.created ?? "";
}
