import { expect, test } from "vitest";
import { memoryOf } from "../../test/support/memories.ts";
import type { Memory } from "../model/memory.ts";
import { currentState } from "./current-state.ts";
import { printArchive, printIndex, recentFirst } from "./index-tables.ts";
import { linesUnder, sheetOf } from "./sheet.ts";

const head = { project: "web-app", path: "/srv/web-app", maxEntries: 20 };
const now = new Date("2025-06-02T12:00:00Z");
const isRow = (path: string) => path.startsWith("project/");

function index(memories: readonly Memory[], old = "", maxEntries = 20, bodies: Record<string, string> = {}): string {
  const sheet = sheetOf(old);
  const state = currentState(memories, ({ id }) => bodies[id] ?? "", linesUnder(sheet, "Current State"));
  return printIndex({ ...head, maxEntries, state }, memories, sheet, isRow);
}

function numbered(count: number): Memory[] {
  return Array.from({ length: count }, (_, n) =>
    memoryOf(`m-${n}`, { updated: new Date(Date.UTC(2025, 0, 1, 0, n)).toISOString() }),
  );
}

const rowsIn = (text: string) => text.split("\n").filter((line) => line.startsWith("| Project |"));

test("the index has S0's head, state, table, lookup and closing line", () => {
  const decided = memoryOf("wal", {
    kind: "decision",
    path: "decisions/2025-01-01_001_wal.md",
    description: "WAL, not rollback",
  });
  expect(index([decided])).toMatchInlineSnapshot(`
    "# Memory Index: web-app
    Session: none
    Status: ACTIVE
    Path: /srv/web-app

    ## Current State
    - **Task**: None
    - **Progress**: None
    - **Active Blocker**: None

    ## Recent Files (Last 20)
    | Category | File | Updated | Summary |
    |----------|------|---------|---------|
    | Decision | decisions/2025-01-01_001_wal.md | 2025-01-01T00:00:00.000Z | WAL, not rollback |

    ## Quick Lookup
    - Decision memories → decisions/
    - Current task → context/current-task.md
    - Blockers → context/blockers.md

    <!-- Older entries archived to _index-archive.md -->
    "
  `);
});

test("the index holds the twenty most recent, newest first; the twenty-first is in the archive", () => {
  const memories = numbered(21);
  const rows = rowsIn(index(memories));
  expect(rows).toHaveLength(20);
  expect(rows[0]).toContain("project/m-20.md");
  const archive = printArchive({ project: "web-app", left: recentFirst(memories).slice(20), now }, sheetOf(""), isRow);
  expect(rowsIn(archive)).toEqual([
    "| Project | project/m-0.md | 2025-01-01T00:00:00.000Z | What is known of m-0 | 2025-06-02T12:00:00.000Z |",
  ]);
});

test("the current state comes from the memories that hold it, else from the old index: a rebuild loses none of it", () => {
  const old = index([])
    .replace("**Task**: None", "**Task**: port the parser")
    .replace("**Progress**: None", "**Progress**: 3 of 5");
  expect(index([], old)).toBe(old);
  const task = memoryOf("current-task", { kind: "task", path: "context/current-task.md" });
  const shown = index([task], old, 20, { "current-task": "## Now\n\nWrite the printer. Then rest." });
  expect(shown).toContain("- **Task**: Write the printer.\n- **Progress**: 3 of 5\n");
});

test("the session and the status of the old index stay", () => {
  const old = index([]).replace("Session: none", "Session: 2025-06-01T09:00:00Z").replace("ACTIVE", "INACTIVE");
  expect(index([], old)).toBe(old);
});

test("sections, lines, rows and topics a person added stay, each in its section, through every print", () => {
  const mine = index(numbered(2))
    .replace("Path: /srv/web-app\n", "Path: /srv/web-app\nRead this first.\n")
    .replace("Blocker**: None\n", "Blocker**: None\n- **Deadline**: Friday\n")
    .replace("\n\n## Quick", "\n| Doc | docs/adr.md | 2024 | By hand |\n\n## Quick")
    .replace("- Current task", "- Auth → analysis/src_auth*.md\n- Current task")
    .replace("<!-- Older", "## People\n\nAda knows the parser.\n\n- Bob\n\n<!-- Older");
  const printed = index(numbered(3), mine);
  for (const line of [
    "Read this first.",
    "- **Deadline**: Friday",
    "| Doc | docs/adr.md | 2024 | By hand |",
    "- Auth → analysis/src_auth*.md",
  ]) {
    expect(printed.split("\n")).toContain(line);
  }
  expect(printed).toContain("\n\n## People\n\nAda knows the parser.\n\n- Bob\n\n<!-- Older");
  expect(index(numbered(3), printed)).toBe(printed);
});

test("rows a person added count among the twenty", () => {
  const rows = Array.from({ length: 5 }, (_, n) => `| Doc | docs/${n}.md | 2024 | By hand |\n`).join("");
  const printed = index(numbered(30), index([]).replace("\n\n## Quick", `\n${rows}\n## Quick`));
  expect(rowsIn(printed)).toHaveLength(15);
  expect(printed).toContain("| Doc | docs/4.md | 2024 | By hand |");
});

test("a row of a memory that is gone goes too", () => {
  const printed = index(numbered(2), index(numbered(3)));
  expect(printed).toBe(index(numbered(2)));
});

test("a broken index is regenerated around what can be read of it", () => {
  expect(index(numbered(1), "## Recent Files\n| Categ")).toContain("| Categ\n");
  expect(index(numbered(1), "\0\0\0")).toContain("\0\0\0");
});

test("a table has no more cells than columns, whatever a path or description holds", () => {
  const odd = memoryOf("odd", { path: "project/a|b c.md", description: "x | y <b> `c`" });
  expect(index([odd])).toContain("| Project | project/a%7Cb%20c.md | 2025-01-01T00:00:00.000Z | x y b c |");
});

test("what left the index keeps the time at which it did, and rows of sessions stay", () => {
  const memories = recentFirst(numbered(3));
  const first = printArchive({ project: "web-app", left: memories, now }, sheetOf(""), isRow).replace(
    "|\n\n## Archived Entries",
    "|\n| 2025-01-01 | 2025-01-02 | 4 |\n\n## Archived Entries",
  );
  const later = printArchive(
    { project: "web-app", left: memories.slice(1), now: new Date("2025-07-01") },
    sheetOf(first),
    isRow,
  );
  expect(later).toContain("| 2025-01-01 | 2025-01-02 | 4 |");
  expect(rowsIn(later)).toHaveLength(2);
  expect(rowsIn(later).every((row) => row.endsWith("| 2025-06-02T12:00:00.000Z |"))).toBe(true);
  expect(
    printArchive({ project: "web-app", left: memories.slice(1), now: new Date("2025-08-01") }, sheetOf(later), isRow),
  ).toBe(later);
});
