/** One version of a file as a log has it, and how it counts. Pure. */

import { defined } from "../model/defined.ts";
import type { LogEntry } from "./log.ts";
import type { LogRecord, RecordOp } from "./record.ts";

const VERSIONS: ReadonlySet<RecordOp> = new Set(["create", "update", "append", "remove", "outside", "accept"]);

/** As much of a version as tells what a file is worth: all there is of it where the log was not read from its start. */
export interface Version {
  readonly record: Pick<
    LogRecord,
    "seq" | "op" | "id" | "kind" | "after" | "trust" | "by" | "redacted" | "erased" | "from"
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

/** The numbers are the order, but for what was copied from the log of a root that moved here: that is as old as it says. */
export function inOrderOfTime(entries: readonly LogEntry[]): readonly LogEntry[] {
  if (!entries.some(({ record }) => record.from !== undefined)) return entries;
  const time = ({ record }: LogEntry) => Date.parse(record.at);
  return [...entries].sort((a, b) => time(a) - time(b) || a.record.seq - b.record.seq);
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
}: Version["record"]): Version["record"] {
  return {
    seq,
    op,
    ...defined({ id, kind, after, trust }),
    ...(op === "outside" && by !== undefined ? { by } : {}),
    ...(op === "outside" && from !== undefined ? { from } : {}),
    ...defined({ redacted, erased }),
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
  return (record.op === "create" || record.op === "update") && !record.erased;
}

/** What a sync's run is called by begins so. */
export const syncRun = "sync-";

/** It was written here, but another machine brought it. */
export function cameBySync({ run }: Pick<LogRecord, "run">): boolean {
  return run?.startsWith(syncRun) === true;
}
