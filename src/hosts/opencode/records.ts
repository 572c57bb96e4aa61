/**
 * The records opencode keeps of its sessions: all in one SQLite database, which is only looked at. A session goes by the
 * path of the database and its own name behind a `#`, and is read as lines, a part of a message each.
 */

import { join } from "node:path";
import { statOf } from "../../disk/files.ts";
import { bytesAsSource } from "../../disk/pieces.ts";
import { type Database, openSqlite, readsSqlite } from "../../disk/sqlite.ts";
import { opencodeSession } from "../../transcripts/opencode-session.ts";
import type { HostHomes, Records, TranscriptFile } from "../../transcripts/records.ts";
import { isAt, lastPromptAmong } from "../record-files.ts";

export const records: Records = {
  formats: [opencodeSession],
  startedAt: (places, homes) =>
    sessionsIn(databaseOf(homes))
      .filter(({ directory }) => isAt(directory, places) && !isAt(directory, [homes.cairnHome]))
      .map(fileOf),
  every: (homes) =>
    sessionsIn(databaseOf(homes))
      .filter(({ parent, directory }) => parent === null && !isAt(directory, [homes.cairnHome]))
      .map(fileOf),
  agentOf: (sessionPath, agent) => {
    const { database } = namedBy(sessionPath) ?? {};
    const found = database === undefined ? [] : sessionsIn(database, agent);
    return found.map(fileOf).find((file) => file.agent === agent);
  },
  folderOf: (path) => {
    const named = namedBy(path);
    return named && sessionsIn(named.database, named.session)[0]?.directory;
  },
  open: (path) => {
    const named = namedBy(path);
    const text = named && linesOf(named.database, named.session);
    return text === undefined ? undefined : bytesAsSource(Buffer.from(text));
  },
  lastPromptIn,
  // Nothing says what was pasted.
  pastedIn: () => [],
  unread: (homes) => {
    const why = recordsUnread(homes);
    return why && `opencode's sessions are left out: they are ${why}. ${NEWER_NODE}`;
  },
};

export function opencodeFolder({ home, hostHomes }: HostHomes, sort: "config" | "data"): string {
  const moved = hostHomes[sort === "config" ? "XDG_CONFIG_HOME" : "XDG_DATA_HOME"];
  return join(moved || join(home, ...(sort === "config" ? [".config"] : [".local", "share"])), "opencode");
}

export const NEWER_NODE = "Run Cairn with Node 22.13 or newer to have them.";

/** Where sessions are that are there and cannot be read. */
export function recordsUnread(homes: HostHomes): string | undefined {
  if (readsSqlite() || statOf(databaseOf(homes)) === undefined) return undefined;
  return `in an SQLite database, which Node ${process.versions.node} cannot read`;
}

function databaseOf(homes: HostHomes): string {
  return join(opencodeFolder(homes, "data"), "opencode.db");
}

interface SessionRow {
  readonly database: string;
  readonly id: string;
  readonly parent: string | null;
  readonly directory: string;
  readonly born: number;
  readonly changed: number;
  readonly size: number;
}

const NAMED = /^(.*[\\/]opencode\.db)#(ses_\w{1,100})$/;

function namedBy(path: string): { database: string; session: string } | undefined {
  const [, database, session] = NAMED.exec(path) ?? [];
  return database === undefined || session === undefined ? undefined : { database, session };
}

/** `directory` is where a session was started; the newest part tells when it last changed, whatever the session's row says. */
const SESSIONS = `SELECT s.id AS id, s.parent_id AS parent, s.directory AS directory, s.time_created AS born,
  coalesce(max(p.time_updated), s.time_updated) AS changed, coalesce(sum(length(p.data)), 0) AS size
  FROM session s LEFT JOIN part p ON p.session_id = s.id`;

/** What the person has taken back stays in the tables until they go on. */
const PARTS = `SELECT p.id AS id, p.time_created AS at, p.data AS part, m.data AS message
  FROM part p JOIN message m ON m.id = p.message_id JOIN session s ON s.id = p.session_id
  WHERE p.session_id = ? AND m.id < coalesce(json_extract(s.revert, '$.messageID'), '~')
  ORDER BY m.time_created, m.id, p.id`;

/** A session before its sub-agents. */
function sessionsIn(database: string, id?: string): SessionRow[] {
  const which = id === undefined ? "" : " WHERE s.id = ?";
  const sql = `${SESSIONS}${which} GROUP BY s.id ORDER BY s.parent_id IS NOT NULL, s.time_created, s.id`;
  const rows = queried(database, (opened) => opened.prepare(sql).all(...(id === undefined ? [] : [id])));
  return (rows as Omit<SessionRow, "database">[]).map((row) => ({ ...row, database }));
}

/** Nothing where there is no such file, Node cannot read it, or it is another version's. */
function queried(database: string, ask: (opened: Database) => unknown[]): unknown[] {
  if (statOf(database)?.kind !== "file") return [];
  let opened: Database | undefined;
  try {
    opened = openSqlite(database);
    return opened === undefined ? [] : ask(opened);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SQLITE_ERROR") return [];
    throw error;
  } finally {
    opened?.close();
  }
}

function linesOf(database: string, session: string): string | undefined {
  const [row] = sessionsIn(database, session);
  if (row === undefined) return undefined;
  const parts = queried(database, (opened) => opened.prepare(PARTS).all(session));
  const about = { opencode: row.parent ?? session, ...(row.parent === null ? {} : { agent: session }) };
  return (parts as { id: string; at: number; part: string; message: string }[])
    .map(({ id, at, part, message }) => {
      const head = JSON.stringify({ ...about, id, at }).slice(0, -1);
      return `${head},"message":${message},"part":${part}}\n`;
    })
    .join("");
}

function fileOf({ database, id, parent, born, changed, size }: SessionRow): TranscriptFile {
  const whose = parent === null ? { session: id } : { session: parent, agent: id };
  return { path: `${database}#${id}`, ...whose, size, changedNs: BigInt(changed) * 1_000_000n, born };
}

function lastPromptIn(path: string): string | undefined {
  const named = namedBy(path);
  if (named === undefined) return undefined;
  const reader = opencodeSession.reader({});
  const lines = (linesOf(named.database, named.session) ?? "").split("\n");
  return lastPromptAmong(lines.flatMap((text) => reader.take({ text, from: 0, to: 0 })));
}
