/**
 * Taking changes back, byte for byte, as changes of their own. What the file is now must be what the change left;
 * otherwise both are named and nothing happens.
 */

import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import type { Book } from "./book.ts";
import type { LogEntry } from "./log.ts";
import { sha256 } from "./record.ts";
import type { Site } from "./site.ts";
import { inTime, isLate } from "./version.ts";
import type { Step } from "./write.ts";

const OWN = new Set(["create", "update", "append", "remove"]);

/** The newest change made through Cairn that nobody took back: with its whole group, newest first. */
export function lastChange(book: Book, concerns: (entry: LogEntry) => boolean): LogEntry[] {
  for (const entry of [...inTime(book.log.entries)].reverse()) {
    if (isUndoable(book, entry) && entry.record.of === undefined && concerns(entry)) return groupOf(book, entry);
  }
  return [];
}

/** The newest taking out for good behind this change: nothing can bring that back. One that came to nothing is none. */
export function erasureAfter(book: Book, seq: number): LogEntry | undefined {
  const counts = ({ record }: LogEntry) => book.entry(record.seq) !== undefined;
  const all = inTime(book.log.entries);
  const since = all.slice(all.findIndex(({ record }) => record.seq === seq) + 1);
  return since.findLast((entry) => entry.record.op === "forget" && counts(entry));
}

/** How a change is named outside its root. */
export function changeName(scope: Scope, seq: number): string {
  return `${scope}:${seq}`;
}

/** Every change of one session that still stands, newest first. */
export function changesOf(book: Book, session: string): LogEntry[] {
  return [...inTime(book.log.entries)]
    .reverse()
    .filter(
      (entry) => isUndoable(book, entry) && entry.record.of === undefined && entry.record.by?.session === session,
    );
}

/** The sessions that changed anything. */
export function sessionsIn(book: Book): string[] {
  return book.log.entries.flatMap(({ record }) => record.by?.session ?? []);
}

export interface RunChanges {
  readonly made: number;
  /** Newest first. */
  readonly standing: LogEntry[];
  readonly undone: LogEntry[];
}

/** How many changes a run made, those that still stand and those somebody took back. */
export function changesOfRun(book: Book, run: string): RunChanges {
  const all = book.versions().filter(({ record }) => record.run === run && record.of === undefined);
  const undone = all.filter(({ record }) => book.undoneBy(record.seq) !== undefined);
  return { made: all.length, standing: all.filter((entry) => isUndoable(book, entry)).reverse(), undone };
}

/** The newest run of this sort of which anything stands. */
export function lastRun(book: Book, sort: string, concerns: (entry: LogEntry) => boolean): LogEntry | undefined {
  const isOf = ({ record }: LogEntry) => record.run?.startsWith(`${sort}-`) && record.of === undefined;
  return book.versions().findLast((entry) => isOf(entry) && concerns(entry) && isUndoable(book, entry));
}

/** A change by its number, with its group: a hand edit too. */
export function changeNumbered(book: Book, seq: number): LogEntry[] {
  const entry = book.entry(seq);
  if (entry === undefined || !(OWN.has(entry.record.op) || entry.record.op === "outside")) return [];
  if (isLate(entry) || entry.record.erased) return [];
  return OWN.has(entry.record.op) ? groupOf(book, entry) : [entry];
}

/** The step that takes this change back. Throws a conflict that names both where the file is no longer what it left. */
export function stepBack(site: Site, entry: LogEntry): Step {
  const { record } = entry;
  const path = record.path as string;
  const base = site.open(path);
  if (site.book.undoneBy(record.seq) !== undefined)
    throw already(site, entry, site.book.undoneBy(record.seq) as number);
  if (base?.hash !== record.after) throw changedSince(site, entry, base?.hash);
  const before = record.op === "append" ? base?.bytes.subarray(0, record.offset) : textBefore(site, entry);
  const common = {
    id: (record.id ?? "") as MemoryId,
    kind: record.kind ?? "project",
    path,
    trust: trustBefore(site.book, entry),
    why: `undo of ${record.seq}`,
    of: record.seq,
  };
  if (before === undefined && base === undefined) throw nothingBefore(site, entry);
  if (before === undefined) return { ...common, op: "remove", base: base as NonNullable<typeof base> };
  return base === undefined
    ? { ...common, op: "create", after: before }
    : { ...common, op: "update", base, after: before };
}

/** What stood there before the change; undefined if nothing did. */
function textBefore(site: Site, entry: LogEntry): Buffer | undefined {
  const { book } = site;
  const { record } = entry;
  if (record.op === "create") return undefined;
  if (record.op !== "outside") return book.log.textsOf(entry).before;
  const previous = versionBefore(book, entry);
  const text = previous === undefined ? undefined : textAfter(book, previous);
  if (previous === undefined || (text === undefined && previous.record.after !== undefined))
    throw nothingBefore(site, entry);
  return text;
}

/**
 * What the change left; an append's whole text is pieced together from the versions before it. Undefined too where the
 * history that had the text is gone: an empty text is never made up for it.
 */
export function textAfter(book: Book, entry: LogEntry): Buffer | undefined {
  const { op, after, na } = entry.record;
  if (after === undefined) return undefined;
  const own = book.log.textsOf(entry).after;
  if (op !== "append") return na === 0 && after !== sha256("") ? undefined : own;
  const previous = versionBefore(book, entry);
  const base = previous?.record.after === entry.record.before && previous ? textAfter(book, previous) : undefined;
  return base === undefined || own === undefined ? undefined : Buffer.concat([base, own]);
}

function versionBefore(book: Book, { record }: LogEntry): LogEntry | undefined {
  return book
    .versionsOf(record.path ?? "")
    .filter((other) => other.record.seq < record.seq)
    .at(-1);
}

function trustBefore(book: Book, entry: LogEntry) {
  return versionBefore(book, entry)?.record.trust ?? entry.record.trust ?? "imported";
}

function isUndoable(book: Book, { record }: LogEntry): boolean {
  const counts = book.entry(record.seq) !== undefined && !record.erased;
  return counts && OWN.has(record.op) && book.undoneBy(record.seq) === undefined;
}

function groupOf(book: Book, entry: LogEntry): LogEntry[] {
  const { group } = entry.record;
  if (group === undefined) return [entry];
  return [...inTime(book.log.entries)]
    .reverse()
    .filter((other) => other.record.group === group && isUndoable(book, other));
}

/** `now` is what the file is; the newest record of it may not know of that yet. */
function changedSince(site: Site, entry: LogEntry, now: string | undefined): CairnError {
  const { record } = entry;
  const last = site.book.last(record.path ?? "")?.record;
  const isKnown = last !== undefined && last.seq > record.seq && last.after === now;
  const edit = now === undefined ? "the deletion of its file outside Cairn" : "an edit made outside Cairn";
  const later = isKnown ? `change ${nameOf(site, last.seq)}${last.op === "outside" ? ` (${edit})` : ""}` : edit;
  const message = `Change ${nameOf(site, record.seq)} of ${record.id} cannot be taken back: ${later} came after it. Nothing was changed.`;
  return new CairnError("conflict", "UNDO_CONFLICT", message, {
    hint: isKnown ? `First undo ${nameOf(site, last.seq)}.` : `History of ${record.id} names it; undo that first.`,
  });
}

function already(site: Site, { record }: LogEntry, by: number): CairnError {
  const message = `Change ${nameOf(site, record.seq)} was taken back already, by change ${nameOf(site, by)}.`;
  return new CairnError("conflict", "UNDO_CONFLICT", message, {
    hint: `To have it again, undo ${nameOf(site, by)}.`,
  });
}

function nothingBefore(site: Site, { record }: LogEntry): CairnError {
  const message = `Nothing is known of ${record.id} before change ${nameOf(site, record.seq)}.`;
  return new CairnError("conflict", "UNDO_CONFLICT", message, { hint: "Use forget to retire it." });
}

function nameOf({ ground }: Site, seq: number): string {
  return changeName(ground.root.scope, seq);
}
