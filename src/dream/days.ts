/** The logs of a root, day by day, each entry with what it is worth by who wrote it: one from outside lowers no other. */

import { outlineOf } from "../format/outline.ts";
import { type DayEntry, parseDay } from "../model/day-entry.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { History } from "../store/history.ts";
import type { Store } from "../store/store.ts";

export interface LoggedEntry extends DayEntry {
  readonly day: string;
  readonly trust: Trust;
}

export interface LoggedDay {
  readonly day: string;
  readonly id: MemoryId;
  readonly entries: readonly LoggedEntry[];
}

/** Oldest first. A log that was retired, or holds a secret, is not read. */
export function daysIn(store: Store): LoggedDay[] {
  return store
    .memories()
    .filter(({ kind, status, path }) => kind === "log" && status === "active" && !store.hasSecret(path))
    .flatMap((memory) => dayIn(store, memory) ?? [])
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Days whose log cannot be read, and why. */
export function daysLeftOut(store: Store): string[] {
  return store.problems().flatMap(({ path, message }) => {
    const day = /(?:^|\/)logs\/(?:.*\/)?(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1];
    return day === undefined || store.catalog.file(path) !== undefined
      ? []
      : [`the log of ${day} was left out: it ${message}`];
  });
}

function dayIn(store: Store, memory: Memory): LoggedDay | undefined {
  const day = /(\d{4}-\d\d-\d\d)\.md$/.exec(memory.path)?.[1];
  const bytes = store.bytesAt(memory.path);
  if (day === undefined || bytes === undefined) return undefined;
  const worth = worthOfEntries(store.history, memory.path);
  const entries = entriesIn(bytes.toString("utf8")).map((entry) => {
    return { ...entry, day, trust: worth.get(keyOf(entry)) ?? lowestTrust("imported", memory.trust) };
  });
  return { day, id: memory.id, entries };
}

/** By the record that first had these words. */
function worthOfEntries(history: History, path: string): Map<string, Trust> {
  const worth = new Map<string, Trust>();
  for (const entry of history.versionsOf(path)) {
    const { record } = entry;
    const text = history.log.textsOf(entry).after?.toString("utf8") ?? "";
    const trust = record.said ?? record.trust ?? "imported";
    const own = record.op === "append" ? parseDay(text) : entriesIn(text);
    for (const one of own) if (!worth.has(keyOf(one))) worth.set(keyOf(one), trust);
  }
  return worth;
}

function entriesIn(text: string): DayEntry[] {
  return parseDay(text.slice(outlineOf(text).bodyStart));
}

function keyOf({ time, text }: DayEntry): string {
  return `${time} ${text}`;
}
