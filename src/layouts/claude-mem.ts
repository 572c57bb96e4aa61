/**
 * claude-mem's SQLite database: observations and summaries of sessions. It is copied with its `-wal` before it is opened,
 * and only the copy is. Columns that are not there are not asked for, so other versions are read as far as they go.
 */

import { join } from "node:path";
import { makeFolders, removeScratch } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import { type Database, openSqlite, readsSqlite } from "../disk/sqlite.ts";
import { firstSentence } from "../format/sentence.ts";
import { readTime } from "../format/values.ts";
import { CairnError } from "../model/error.ts";
import type { Kind } from "../model/kind.ts";
import { counted } from "../text/counted.ts";
import { jsonFrom, textsAmong } from "../text/json.ts";
import { type ForeignObject, type Layout, type StoreReading, skip, type ToldMemory } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

/** How every database of SQLite begins. */
const SQLITE = "SQLite format 3\0";
const NAMES = ["claude-mem.db", ".claude-mem/claude-mem.db"];

export const claudeMem: Layout = {
  name: "claude-mem",
  about: "claude-mem: its database ~/.claude-mem/claude-mem.db (Node 22.13 or newer)",
  sort: "tool",

  detect(source) {
    const file = fileOf(source);
    return file !== undefined && source.beginning(file, SQLITE.length) === SQLITE ? file : undefined;
  },

  *read(source, { scratch, project, isOfAll = false }) {
    const file = fileOf(source);
    if (file === undefined) return;
    if (!readsSqlite()) throw unreadable();
    const folder = join(scratch, `claude-mem-${token()}`);
    makeFolders(folder);
    try {
      const copy = join(folder, "copy.db");
      source.copy(file, copy);
      for (const ending of ["-wal"])
        if (source.has(`${file}${ending}`)) source.copy(`${file}${ending}`, `${copy}${ending}`);
      const database = openSqlite(copy);
      if (database === undefined) throw unreadable();
      try {
        yield* readTables(database, file, { ...project, isOfAll });
      } finally {
        database.close();
      }
    } finally {
      removeScratch(folder);
    }
  },
};

function fileOf(source: SourceFolder): string | undefined {
  if (source.file !== undefined) return /\.(?:db|sqlite3?)$/i.test(source.file) ? source.file : undefined;
  return NAMES.find((name) => source.has(name));
}

function unreadable(): CairnError {
  return new CairnError("READ_ERROR", `Node ${process.versions.node} cannot read SQLite databases.`, {
    field: "path",
    hint: "Nothing was changed. Run the same with Node 22.13 or newer: npx -p node@22 -- node $(which cairn) import claude-mem <path> --yes",
  });
}

function* readTables(
  database: Database,
  file: string,
  project: { readonly path: string; readonly key: string; readonly isOfAll: boolean },
): Generator<StoreReading> {
  const tables = namesIn(database);
  const others = new Map<string, number>();
  const isOnly = project.isOfAll || projectsIn(database, tables).size <= 1;
  const isOthers = (of: string) => !isOnly && of !== "" && of !== project.key && of !== nameOf(project.path);
  const sessions = sessionsIn(database, tables);
  for (const [table, made] of READERS) {
    if (!tables.has(table)) {
      yield { lossy: { path: file, what: `no table ${table}: another version of claude-mem` } };
      continue;
    }
    for (const row of rowsOf(database, table)) {
      const of = text(row, "project");
      if (isOthers(of)) {
        others.set(of, (others.get(of) ?? 0) + 1);
        continue;
      }
      const memory = made(row);
      const from = `${file}#${table}-${row["id"]}`;
      if (memory === undefined) yield skip(from, "it says nothing");
      else yield { record: { from, memory: { ...memory, ...session(row, sessions) }, lossy: leftOf(row) } };
    }
  }
  const prompts = tables.has("user_prompts") ? promptsIn(database, tables, isOthers) : 0;
  if (prompts > 0) yield { lossy: { path: file, what: `${counted(prompts, "prompt")}: what was asked is no memory` } };
  for (const [of, count] of others)
    yield skip(file, `${count} of the project ${of}: import them where that project is`);
}

function namesIn(database: Database): Set<string> {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as ForeignObject[];
  return new Set(rows.map(({ name }) => String(name)));
}

/** Those of sessions that are another project's are left out. */
function promptsIn(database: Database, tables: ReadonlySet<string>, isOthers: (of: string) => boolean): number {
  const sessions = tables.has("sdk_sessions") ? [...rowsOf(database, "sdk_sessions")] : [];
  const others = new Set(sessions.filter((row) => isOthers(text(row, "project"))).map(contentSession));
  others.delete("");
  const columns = columnsOf(database, "user_prompts");
  const column = ["content_session_id", "claude_session_id"].find((name) => columns.includes(name)) ?? "NULL";
  const counts = database.prepare(`SELECT ${column} AS session, count(*) AS count FROM user_prompts GROUP BY 1`).all();
  return (counts as ForeignObject[])
    .filter((row) => !others.has(text(row, "session")))
    .reduce((sum, { count }) => sum + Number(count), 0);
}

function columnsOf(database: Database, table: string): string[] {
  const rows = database.prepare(`PRAGMA table_info(${table})`).all() as ForeignObject[];
  return rows.map(({ name }) => String(name));
}

/** What Claude Code calls the sessions that its memory sessions are of. */
function sessionsIn(database: Database, tables: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (!tables.has("sdk_sessions")) return new Map();
  return new Map(
    [...rowsOf(database, "sdk_sessions")].map((row) => [
      text(row, "memory_session_id") || text(row, "sdk_session_id"),
      contentSession(row),
    ]),
  );
}

function contentSession(row: ForeignObject): string {
  return text(row, "content_session_id") || text(row, "claude_session_id");
}

const PAGE = 500;

/** Page by page: a database may be larger than what fits. */
function* rowsOf(database: Database, table: string): Generator<ForeignObject> {
  const page = database.prepare(`SELECT rowid AS row, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`);
  for (let last = 0, rows: ForeignObject[] = []; ; last = Number(rows.at(-1)?.["row"])) {
    rows = page.all(last) as ForeignObject[];
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

/** Of a database with a single project that one is meant, whatever it is called. */
function projectsIn(database: Database, tables: ReadonlySet<string>): Set<string> {
  const asked = (sql: string) => database.prepare(sql).all() as ForeignObject[];
  const told = READERS.map(([table]) => table).filter(
    (table) => tables.has(table) && columnsOf(database, table).includes("project"),
  );
  const rows = told.flatMap((table) => asked(`SELECT DISTINCT project FROM ${table}`));
  return new Set(rows.map((row) => text(row, "project")).filter((name) => name !== ""));
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

/** What its sorts of observation are here. */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Kind>({
    decision: "decision",
    bugfix: "project",
    discovery: "project",
    feature: "project",
    refactor: "project",
    change: "project",
  }),
);

const READERS: readonly (readonly [string, (row: ForeignObject) => ToldMemory | undefined])[] = [
  ["observations", observation],
  ["session_summaries", summary],
];

function observation(row: ForeignObject): ToldMemory | undefined {
  const said = text(row, "narrative") || text(row, "text");
  const title = text(row, "title") || firstSentence(said, 80);
  if (title === "") return undefined;
  const kind = KINDS.get(text(row, "type")) ?? "project";
  const facts = list(row, "facts").map((fact) => `- ${fact}`);
  const parts = [text(row, "subtitle"), said, facts.length === 0 ? "" : `## Facts\n${facts.join("\n")}`];
  const body = parts.filter((part) => part !== "").join("\n\n");
  return {
    id: title,
    kind,
    title,
    body,
    tags: tagsOf(row),
    files: filesOf(row),
    ...times(row),
  };
}

function summary(row: ForeignObject): ToldMemory | undefined {
  const sections: readonly (readonly [string, string])[] = [
    ["Goal", "request"],
    ["Context", "investigated"],
    ["Tracking Points", "learned"],
    ["Completed", "completed"],
    ["Next Actions", "next_steps"],
    ["Notes", "notes"],
  ];
  const parts = sections.flatMap(([heading, column]) =>
    text(row, column) === "" ? [] : [`## ${heading}\n${text(row, column)}`],
  );
  if (parts.length === 0) return undefined;
  const title = firstSentence(text(row, "request") || text(row, "completed"), 80) || `Session ${row["id"]}`;
  const id = `claude-mem-session-${row["id"]}`;
  return {
    id,
    kind: "session_summary",
    title,
    body: parts.join("\n\n"),
    fields: { session: id },
    files: filesOf(row),
    ...times(row),
  };
}

/** Front matter is read by others too: of a longer list the rest is told. */
const MOST_FILES = 20;

function allFiles(row: ForeignObject): string[] {
  return [...new Set(["files_modified", "files_edited", "files_read"].flatMap((column) => list(row, column)))];
}

function filesOf(row: ForeignObject) {
  return allFiles(row)
    .slice(0, MOST_FILES)
    .map((path) => ({ path }));
}

function leftOf(row: ForeignObject): string[] {
  const more = allFiles(row).slice(MOST_FILES);
  return more.length === 0
    ? []
    : [`${counted(more.length, "file")} it names besides (${more.slice(0, 3).join(", ")} …)`];
}

function text(row: ForeignObject, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value.trim() : "";
}

function list(row: ForeignObject, column: string): string[] {
  const said = text(row, column);
  const value = jsonFrom(said);
  if (Array.isArray(value)) return textsAmong(value);
  return said === "" || value !== undefined ? [] : [said];
}

function tagsOf(row: ForeignObject): string[] {
  const words = [text(row, "type"), ...list(row, "concepts")].map((word) =>
    word.toLowerCase().replaceAll(/[\s,]+/g, "-"),
  );
  return [...new Set(words)].filter((word) => word !== "").slice(0, 12);
}

function times(row: ForeignObject): { created?: string } {
  const epoch = Number(row["created_at_epoch"] ?? Number.NaN);
  const ms = epoch < 1e11 ? epoch * 1_000 : epoch;
  const created = readTime(text(row, "created_at")) ?? (Number.isFinite(ms) ? new Date(ms).toISOString() : undefined);
  return created === undefined ? {} : { created };
}

function session(row: ForeignObject, sessions: ReadonlyMap<string, string>): { source?: { session: string } } {
  const id = text(row, "memory_session_id") || text(row, "sdk_session_id");
  return id === "" ? {} : { source: { session: sessions.get(id) || id } };
}
