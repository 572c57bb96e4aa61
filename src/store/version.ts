/** One version of a file as a log has it, and how it counts. Pure. */

import { defined } from "../model/defined.ts";
import type { LogEntry } from "./log.ts";
import type { LogRecord, RecordOp } from "./record.ts";

const VERSIONS: ReadonlySet<RecordOp> = new Set(["create", "update", "append", "remove", "outside", "accept"]);

/** As much of a version as tells what a file is worth: all there is of it where the log was not read from its start. */
export interface Version {
  readonly record: Pick<
    LogRecord,
    "seq" | "op" | "id" | "kind" | "after" | "trust" | "by" | "redacted" | "erased" | "from" | "kept"
  >;
}

/** The newest version of a path, and what else of its history can still count. */
export interface PathStanding extends Version {
  /** The versions behind it that may vouch for a file, oldest first: where its file was found to be gone. */
  readonly earlier?: readonly Version[];
  /** A text of Cairn's own is among its versions. */
  readonly hasOwnText: boolean;
}

export function isVersion(op: RecordOp): boolean {
  return VERSIONS.has(op);
}

/**
 * The numbers are the order, but for what was copied: from the log of a root that moved here it is as old as it says, and
 * from a part of this log that was dropped it has the number it had there.
 */
export function inOrderOfTime(entries: readonly LogEntry[]): readonly LogEntry[] {
  if (!entries.some(({ record }) => isCopy(record))) return entries;
  const isMoved = entries.some(({ record }) => record.from !== undefined);
  const time = ({ record }: LogEntry) => (isMoved ? Date.parse(record.at) : 0);
  return [...entries].sort((a, b) => time(a) - time(b) || firstNumber(a.record) - firstNumber(b.record));
}

/** What is kept of a part that could not be dropped then stands there twice: its own record counts, else the last copy. */
export function toldOnce(entries: readonly LogEntry[]): readonly LogEntry[] {
  const told = new Map<number, LogEntry>();
  for (const entry of entries) {
    const number = firstNumber(entry.record);
    if (told.get(number)?.record.kept !== undefined || !told.has(number)) told.set(number, entry);
  }
  return entries.filter((entry) => told.get(firstNumber(entry.record)) === entry);
}

/** Where it stands among all there ever were. */
export function firstNumber({ seq, kept }: Pick<LogRecord, "seq" | "kept">): number {
  return kept ?? seq;
}

/** It tells of a change that another record told of first, and changed no file itself. */
export function isCopy({ from, kept }: Pick<LogRecord, "from" | "kept">): boolean {
  return from !== undefined || kept !== undefined;
}

export function brief({
  seq,
  op,
  id,
  kind,
  after,
  trust,
  by,
  redacted,
  erased,
  from,
  kept,
}: Version["record"]): Version["record"] {
  return {
    seq,
    op,
    ...defined({ id, kind, after, trust }),
    ...(op === "outside" && by !== undefined ? { by } : {}),
    ...(op === "outside" && from !== undefined ? { from } : {}),
    ...defined({ redacted, erased, kept }),
  };
}

/** Its file was found to be gone. */
export function isDeparture({ record }: Version): boolean {
  return record.op === "outside" && record.after === undefined;
}

/** A text another program wrote into a file that was being replaced: a version of its own, but it never stood there. */
export function isLate({ record }: LogEntry): boolean {
  return record.op === "outside" && record.of !== undefined;
}

export function isOwnText({ record }: LogEntry): boolean {
  return isWholeText(record) && !record.erased;
}

/** All of the file went through redaction on its way: an addition leaves what stood there before as it was. */
export function isWholeText({ op }: Pick<LogRecord, "op">): boolean {
  return op === "create" || op === "update";
}

/** Written by Cairn, and so redacted on the way. */
export function vouchesWhole(vouching: Version | undefined): boolean {
  return vouching !== undefined && isWholeText(vouching.record);
}

/** What a sync's run is called by begins so. */
export const syncRun = "sync-";

/** It was written here, but another machine brought it. */
export function cameBySync({ run }: Pick<LogRecord, "run">): boolean {
  return run?.startsWith(syncRun) === true;
}
