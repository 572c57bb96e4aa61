/**
 * Recovery, before anything else is changed: what an interrupted write left is judged by the files as they are. It
 * repeats nothing (a hard forget excepted), so what was reported as failed never happens later. Idempotent.
 */

import { isTempName, removeTemp } from "../disk/durable.ts";
import { type Folder, isMissing } from "../disk/files.ts";
import type { Book } from "./book.ts";
import { folderOf, type Ground, largestMemory, nameIn } from "./ground.ts";
import type { LogEntry, NewRecord } from "./log.ts";
import { sha256 } from "./record.ts";

export interface Settling {
  readonly ground: Ground;
  readonly book: Book;
  readonly now: () => Date;
  /** Carries out a hard forget that was begun. */
  readonly finishForget: (entry: LogEntry) => void;
}

/** Under the lock. */
export function settle({ ground, book, now, finishForget }: Settling): void {
  book.refresh();
  book.log.closeTorn();
  const inDoubt = book.open;
  if (inDoubt.length === 0) return;
  const verdicts: NewRecord[] = [];
  for (const entry of inDoubt) {
    if (entry.record.op === "forget") finishForget(entry);
    else verdicts.push({ op: judge(ground, entry), at: now().toISOString(), of: entry.record.seq });
  }
  book.log.append(verdicts, { durable: true });
  book.refresh();
}

/** Under the lock: a temporary file that is not ours is a dead writer's. */
export function removeTemps(ground: Ground, temps: ReadonlySet<string>): void {
  for (const temp of temps) {
    const folder = ground.folder(folderOf(temp));
    if (folder === undefined) continue;
    removeTemp(folder, nameIn(temp));
    folder.close();
  }
}

/** The folder is synced before the record is called done: only then is what was found there to stay. */
function judge(ground: Ground, { record }: LogEntry): "done" | "void" {
  const path = record.path ?? "";
  const folder = ground.folder(folderOf(path));
  if (folder === undefined) return record.op === "remove" ? "done" : "void";
  try {
    if (record.tmp !== undefined && isTempName(record.tmp)) removeTemp(folder, record.tmp);
    const verdict = record.op === "append" ? judgeAppend(folder, path, record) : judgeWhole(folder, path, record);
    folder.sync();
    return verdict;
  } finally {
    folder.close();
  }
}

function judgeWhole(folder: Folder, path: string, { op, before, after }: LogEntry["record"]): "done" | "void" {
  const bytes = folder.readFile(nameIn(path), largestMemory * 4);
  const hash = bytes === undefined ? undefined : sha256(bytes);
  if (hash === after) return "done";
  if (hash === before || hash === undefined) return "void";
  return op === "create" ? "void" : "done";
}

/** Added in part: the part goes, nothing was acknowledged. */
function judgeAppend(folder: Folder, path: string, record: LogEntry["record"]): "done" | "void" {
  const offset = record.offset ?? 0;
  try {
    const file = folder.open(nameIn(path), "update");
    try {
      const added = file.read(offset, record.na);
      if (added.length === record.na && sha256(added) === record.stored?.after) {
        file.sync();
        return "done";
      }
      const { size } = file.stat();
      if (size > offset && size <= offset + record.na) {
        file.truncate(offset);
        file.sync();
      }
      return "void";
    } finally {
      file.close();
    }
  } catch (error) {
    if (isMissing(error)) return "void";
    throw error;
  }
}
