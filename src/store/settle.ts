/**
 * Recovery, before anything else is changed: what an interrupted write left is judged by the files as they are. It
 * repeats nothing (a hard forget excepted), so what was reported as failed never happens later. Idempotent.
 */

import { isTempName, removeTemp } from "../disk/durable.ts";
import { closing, type Folder, inFolder, unlessMissing } from "../disk/files.ts";
import { folderOf, nameIn } from "../text/relative-path.ts";
import type { History } from "./history.ts";
import type { Log, LogEntry, NewRecord } from "./log.ts";
import { isVerdict, type RecordOp, sha256 } from "./record.ts";
import { largestMemory, type RootFolder } from "./root-folder.ts";
import { cutBack } from "./step-record.ts";
import { isCopy, isLate } from "./version.ts";

/** They only copy what is there into the log. */
const NOTES: ReadonlySet<RecordOp> = new Set(["outside", "accept"]);

interface Settling {
  readonly rootFolder: RootFolder;
  readonly history: History;
  readonly now: () => Date;
  /** Carries out a hard forget that was begun. */
  readonly finishForget: (entry: LogEntry) => void;
}

/** Under the lock. Returns the paths it looked at: what is known of them may be of before. */
export function settle({ rootFolder, history, now, finishForget }: Settling): string[] {
  history.refresh();
  // Nobody writes on in a torn segment, so nobody else would sync what is whole in it.
  const ended = history.log.closeTorn() ? history.log.entries.slice(-1) : [];
  secure(history.log, [...history.open, ...ended]);
  const torn = tornTexts(history);
  if (torn.length === 0 && history.open.length === 0) return [];
  const changes = history.open.filter(({ record }) => record.op !== "forget");
  const forgets = history.open.filter(({ record }) => record.op === "forget");
  const verdicts = [
    ...torn.map((entry) => verdict("void", entry, now())),
    ...changes.map((entry) => verdict(judge(rootFolder, history, entry), entry, now())),
  ];
  history.log.append(verdicts, { durable: true });
  history.refresh();
  for (const entry of forgets) finishForget(entry);
  return changes.map(({ record }) => record.path ?? "");
}

/** Their writer may have died before the sync: nothing is done because of a record that a power cut can still take. */
export function secure({ folder: place }: Log, entries: readonly LogEntry[]): void {
  const segments = new Set(entries.map(({ segment }) => segment));
  if (segments.size === 0) return;
  inFolder(place, (folder) => {
    for (const segment of segments) syncIn(folder, segment);
    folder.sync();
  });
}

/** Under the lock: whoever goes on from the log's end looks at nothing before it again, so all of it must be whole, and stay so. */
export function isLasting(history: History): boolean {
  if (tornTexts(history).length > 0) return false;
  secure(history.log, history.log.recent.slice(-1));
  return true;
}

function syncIn(folder: Folder, name: string): void {
  closing(folder.open(name, "update"), (file) => file.sync());
}

function verdict(op: "done" | "void", { record }: LogEntry, now: Date): NewRecord {
  return { op, at: now.toISOString(), of: record.seq };
}

/**
 * What is only copied into the log, another program's text or one whose segment is about to be dropped, changes no file,
 * so nothing else tells whether all of it was on the disk when the power went. Only what was written in one go at the
 * very end can be torn.
 */
export function tornTexts({ log }: History): LogEntry[] {
  const end = log.recent.at(-1);
  if (end === undefined) return [];
  const from = log.recent.findLastIndex((entry) => isEnding(entry) !== isEnding(end)) + 1;
  return log.unsound(log.recent.slice(from).filter(changesNoFile));
}

function changesNoFile({ record }: LogEntry): boolean {
  return NOTES.has(record.op) || isCopy(record);
}

/** Or a late text, which is written with one. */
function isEnding(entry: LogEntry): boolean {
  return isVerdict(entry.record) || isLate(entry);
}

/** Under the lock: a temporary file that is not ours is a dead writer's. Those that stay are left in `temps`. */
export function removeTemps(rootFolder: RootFolder, temps: Set<string>): void {
  for (const temp of temps) {
    const folder = rootFolder.folder(folderOf(temp));
    if (folder === undefined || removeTemp(folder, nameIn(temp))) temps.delete(temp);
    folder?.close();
  }
  rootFolder.sweepStaging();
}

/** Where the text was to stay as it is, the file tells nothing: a record that the power cut took half of was never acted on. */
function isTornInPlace({ log }: History, entry: LogEntry): boolean {
  const { before, after } = entry.record;
  return before !== undefined && before === after && log.unsound([entry]).length > 0;
}

/** The folder is synced before the record is called done: only then is what was found there to stay. */
function judge(rootFolder: RootFolder, history: History, entry: LogEntry): "done" | "void" {
  const { record } = entry;
  const path = record.path ?? "";
  const folder = rootFolder.folder(folderOf(path));
  if (folder === undefined) return record.op === "remove" ? "done" : "void";
  return closing(folder, () => {
    // One in a folder of Cairn's own is swept there.
    if (record.tmp !== undefined && isTempName(record.tmp)) removeTemp(folder, record.tmp);
    const added = record.op === "append" ? (history.log.textsOf(entry).after ?? Buffer.alloc(0)) : undefined;
    const byFile = added === undefined ? judgeWhole(folder, path, record) : judgeAppend(folder, path, record, added);
    const is = isTornInPlace(history, entry) ? "void" : byFile;
    folder.sync();
    return is;
  });
}

function judgeWhole(folder: Folder, path: string, { op, before, after }: LogEntry["record"]): "done" | "void" {
  const bytes = folder.readFile(nameIn(path), largestMemory * 4);
  const hash = bytes === undefined ? undefined : sha256(bytes);
  if (hash === after) return "done";
  if (hash === before || hash === undefined) return "void";
  return op === "create" ? "void" : "done";
}

/** Added in part: the part goes, nothing was acknowledged. */
function judgeAppend(folder: Folder, path: string, { offset = 0 }: LogEntry["record"], added: Buffer): "done" | "void" {
  const file = unlessMissing(() => folder.open(nameIn(path), "update"));
  if (file === undefined) return "void";
  return closing(file, () => {
    const isWhole = file.read(offset, added.length).equals(added);
    if (!isWhole) cutBack(file, offset, added);
    file.sync();
    return isWhole ? "done" : "void";
  });
}
