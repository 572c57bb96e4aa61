/**
 * Taking changes back, byte for byte, as changes of their own. What the file is now must be what the change left;
 * otherwise both are named and nothing happens.
 */

import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import { kindRow } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import type { ChangeContext } from "./change-context.ts";
import type { History } from "./history.ts";
import type { LogEntry } from "./log.ts";
import { sha256 } from "./record.ts";
import { inOrderOfTime, isLate } from "./version.ts";
import type { Step } from "./write.ts";

const OWN = new Set(["create", "update", "append", "remove"]);

/** The newest change made through Cairn that nobody took back: with its whole group, newest first. */
export function lastChange(history: History, concerns: (entry: LogEntry) => boolean): LogEntry[] {
  const entry = newestStanding(history, concerns);
  return entry === undefined ? [] : groupOf(history, entry);
}

/** The last change of one memory, with the changes that can only be undone together with it. */
export function lastChangeOf(history: History, id: string): LogEntry[] {
  const entry = newestStanding(history, ({ record }) => record.id === id);
  return entry === undefined ? [] : boundTo(history, entry, groupOf(history, entry));
}

function newestStanding(history: History, concerns: (entry: LogEntry) => boolean): LogEntry | undefined {
  const isMeant = (entry: LogEntry) => isUndoable(history, entry) && entry.record.of === undefined && concerns(entry);
  return [...inOrderOfTime(history.log.entries)].findLast(isMeant);
}

/** The newest taking out for good behind this change: nothing can bring that back. One that came to nothing is none. */
export function erasureAfter(history: History, seq: number): LogEntry | undefined {
  const counts = ({ record }: LogEntry) => history.entry(record.seq) !== undefined;
  const all = inOrderOfTime(history.log.entries);
  const since = all.slice(all.findIndex(({ record }) => record.seq === seq) + 1);
  return since.findLast((entry) => entry.record.op === "forget" && counts(entry));
}

/** How a change is named outside its root. */
export function changeName(scope: Scope, seq: number): string {
  return `${scope}:${seq}`;
}

/** Every change of one session that still stands, newest first. */
export function changesOf(history: History, session: string): LogEntry[] {
  return [...inOrderOfTime(history.log.entries)]
    .reverse()
    .filter(
      (entry) => isUndoable(history, entry) && entry.record.of === undefined && entry.record.by?.session === session,
    );
}

/** The sessions that changed anything. */
export function sessionsIn(history: History): string[] {
  return history.log.entries.flatMap(({ record }) => (record.kept === undefined ? (record.by?.session ?? []) : []));
}

interface RunChanges {
  readonly made: number;
  /** Newest first. */
  readonly standing: LogEntry[];
  readonly undone: LogEntry[];
}

/** How many changes a run made, those that still stand and those somebody took back. */
export function changesOfRun(history: History, run: string): RunChanges {
  const all = history.versions().filter(({ record }) => record.run === run);
  const undone = all.filter(({ record }) => history.undoneBy(record.seq) !== undefined);
  return { made: all.length, standing: all.filter((entry) => isUndoable(history, entry)).reverse(), undone };
}

/** The newest run of this sort of which anything stands. */
export function lastRun(history: History, sort: string, concerns: (entry: LogEntry) => boolean): LogEntry | undefined {
  const isOf = ({ record }: LogEntry) => record.run?.startsWith(`${sort}-`) && record.of === undefined;
  return history.versions().findLast((entry) => isOf(entry) && concerns(entry) && isUndoable(history, entry));
}

/**
 * A change by its number, a hand edit too, with what is one with it; what was taken back in one comes again in one. One
 * that was taken back already is itself alone: nothing else is meant by it.
 */
export function changeNumbered(history: History, seq: number): LogEntry[] {
  const entry = history.entry(seq);
  if (entry === undefined || !(OWN.has(entry.record.op) || entry.record.op === "outside")) return [];
  if (isLate(entry) || entry.record.erased || entry.record.kept !== undefined) return [];
  if (!isUndoable(history, entry)) return [entry];
  const group = groupOf(history, entry);
  return entry.record.of === undefined ? boundTo(history, entry, group) : group;
}

/** The step that takes this change back. Throws a conflict that names both where the file is no longer what it left. */
export function stepBack(context: ChangeContext, entry: LogEntry): Step {
  const { record } = entry;
  const path = record.path as string;
  const base = context.open(path);
  if (context.history.undoneBy(record.seq) !== undefined)
    throw already(context, entry, context.history.undoneBy(record.seq) as number);
  if (base?.hash !== record.after) throw changedSince(context, entry, base?.hash);
  const before = record.op === "append" ? base?.bytes.subarray(0, record.offset) : textBefore(context, entry);
  const common = {
    id: (record.id ?? "") as MemoryId,
    kind: record.kind ?? "project",
    path,
    trust: trustBefore(context.history, entry),
    why: `undo of ${nameOf(context, record.seq)}`,
    of: record.seq,
  };
  if (before === undefined && base === undefined) throw nothingBefore(context, entry);
  if (before === undefined) return { ...common, op: "remove", base: base as NonNullable<typeof base> };
  return base === undefined
    ? { ...common, op: "create", after: before }
    : { ...common, op: "update", base, after: before };
}

/** What stood there before the change; undefined if nothing did. */
function textBefore(context: ChangeContext, entry: LogEntry): Buffer | undefined {
  const { history } = context;
  const { record } = entry;
  if (record.op === "create") return undefined;
  if (record.op !== "outside") return history.log.textsOf(entry).before;
  const previous = versionBefore(history, entry);
  const text = previous === undefined ? undefined : textAfter(history, previous);
  if (previous === undefined || (text === undefined && previous.record.after !== undefined))
    throw nothingBefore(context, entry);
  return text;
}

/**
 * What the change left; an append's whole text is pieced together from the versions before it. Undefined too where the
 * history that had the text is gone: an empty text is never made up for it.
 */
export function textAfter(history: History, entry: LogEntry): Buffer | undefined {
  const { op, after, na } = entry.record;
  if (after === undefined) return undefined;
  const own = history.log.textsOf(entry).after;
  if (op !== "append") return na === 0 && after !== sha256("") ? undefined : own;
  const previous = versionBefore(history, entry);
  const base = previous?.record.after === entry.record.before && previous ? textAfter(history, previous) : undefined;
  return base === undefined || own === undefined ? undefined : Buffer.concat([base, own]);
}

function versionBefore(history: History, { record }: LogEntry): LogEntry | undefined {
  return history
    .versionsOf(record.path ?? "")
    .filter((other) => other.record.seq < record.seq)
    .at(-1);
}

function trustBefore(history: History, entry: LogEntry) {
  return versionBefore(history, entry)?.record.trust ?? entry.record.trust ?? "imported";
}

function isUndoable(history: History, { record }: LogEntry): boolean {
  const counts = history.entry(record.seq) !== undefined && !record.erased && record.kept === undefined;
  return counts && OWN.has(record.op) && history.undoneBy(record.seq) === undefined;
}

function groupOf(history: History, entry: LogEntry): LogEntry[] {
  const { group } = entry.record;
  if (group === undefined) return [entry];
  return [...inOrderOfTime(history.log.entries)]
    .reverse()
    .filter((other) => other.record.group === group && isUndoable(history, other));
}

/** `now` is what the file is; the newest record of it may not know of that yet. */
function changedSince(context: ChangeContext, entry: LogEntry, now: string | undefined): CairnError {
  const { record } = entry;
  const last = context.history.last(record.path ?? "")?.record;
  const isKnown = last !== undefined && last.seq > record.seq && last.after === now;
  const edit = now === undefined ? "the deletion of its file outside Cairn" : "an edit made outside Cairn";
  const later = isKnown ? `change ${nameOf(context, last.seq)}${last.op === "outside" ? ` (${edit})` : ""}` : edit;
  const message = `Change ${nameOf(context, record.seq)} of ${record.id} cannot be taken back: ${later} came after it. Nothing was changed.`;
  return new CairnError("UNDO_CONFLICT", message, {
    hint: isKnown ? `First undo ${nameOf(context, last.seq)}.` : `History of ${record.id} names it; undo that first.`,
  });
}

function already(context: ChangeContext, { record }: LogEntry, by: number): CairnError {
  const message = `Change ${nameOf(context, record.seq)} was taken back already, by change ${nameOf(context, by)}.`;
  return new CairnError("UNDO_CONFLICT", message, {
    hint: `To have it again, undo ${nameOf(context, by)}.`,
  });
}

function nothingBefore(context: ChangeContext, { record }: LogEntry): CairnError {
  const message = `Nothing is known of ${record.id} before change ${nameOf(context, record.seq)}.`;
  return new CairnError("UNDO_CONFLICT", message, { hint: "Use forget to retire it." });
}

function nameOf({ rootFolder }: ChangeContext, seq: number): string {
  return changeName(rootFolder.root.scope, seq);
}

/**
 * Of `group`, the changes of one act, in its order: this one and all that hang on it, as a memory on the one whose place it
 * took, and one page of the work on another. The rest only came at the same time, as those of an import did.
 */
function boundTo(history: History, entry: LogEntry, group: readonly LogEntry[]): LogEntry[] {
  if (group.length < 2) return [...group];
  const faces = group.map((one) => faceOf(history, one));
  const bound = new Set(faces.filter(({ seq }) => seq === entry.record.seq));
  for (const one of bound) for (const other of faces) if (areOne(one, other)) bound.add(other);
  return group.filter((_, n) => bound.has(faces[n] as Face));
}

interface Face {
  readonly seq: number;
  readonly id: string;
  readonly path: string;
  /** What it was put in the place of, and what was put in its place, before or since. */
  readonly linked: ReadonlySet<string>;
  /** What leaves one of these pages stands on another from then on. */
  readonly isPage: boolean;
}

function faceOf(history: History, entry: LogEntry): Face {
  const { seq, id = "", path = "", kind = "project" } = entry.record;
  const { before, after } = history.log.textsOf(entry);
  const linked = [before, after].flatMap((text) => (text === undefined ? [] : linksIn(text.toString("utf8"), path)));
  const { naming, nature } = kindRow(kind);
  return { seq, id, path, linked: new Set(linked), isPage: naming.by === "name" && nature !== "knowledge" };
}

function linksIn(text: string, path: string): string[] {
  const { supersedes, supersededBy } = parseMemory(text, path).written;
  return [...supersedes, ...(supersededBy === undefined ? [] : [supersededBy])].map((name) =>
    name.slice(name.indexOf(":") + 1),
  );
}

function areOne(one: Face, other: Face): boolean {
  if (one.id === other.id || one.path === other.path || (one.isPage && other.isPage)) return true;
  return one.linked.has(other.id) || other.linked.has(one.id);
}
