/** What happened to memories, as people ask for it: what stood there at a time, and how much history is kept. */

import type { MemoryId } from "../model/memory.ts";
import type { Book } from "./book.ts";
import type { LogEntry, NewRecord } from "./log.ts";
import { sha256 } from "./record.ts";
import type { Site } from "./site.ts";
import { textAfter } from "./undo.ts";

/** Every counting change of a memory, oldest first, under whatever path or late in the gap it was. */
export function changesTo(book: Book, id: MemoryId | undefined, path: string | undefined): LogEntry[] {
  return book
    .versions()
    .filter(
      ({ record }) =>
        (id === undefined && path === undefined) || record.id === id || (path !== undefined && record.path === path),
    )
    .filter(({ record }) => record.op !== "accept");
}

/** The text of a memory as it stood at that moment: undefined if it did not exist then. */
export function textAsOf(
  book: Book,
  id: MemoryId,
  path: string | undefined,
  time: Date,
): { entry: LogEntry; text: Buffer } | undefined {
  const then = changesTo(book, id, path).filter(
    ({ record }) => Date.parse(record.at) <= time.getTime() && !record.erased,
  );
  const last = then.at(-1);
  const text = last === undefined ? undefined : textAfter(book, last);
  return last === undefined || text === undefined ? undefined : { entry: last, text };
}

/** The newest text the log has of a memory that has no file any more. */
export function lastTextOf(
  book: Book,
  id: MemoryId,
): { path: string; text: Buffer; record: LogEntry["record"] } | undefined {
  const entry = changesTo(book, id, undefined)
    .filter(({ record }) => record.after !== undefined && !record.erased)
    .at(-1);
  const text = entry === undefined ? undefined : textAfter(book, entry);
  if (entry?.record.path === undefined || text === undefined) return undefined;
  return { path: entry.record.path, text, record: entry.record };
}

/** The very bytes a memory once had, from its file or the log. Undefined where nobody has them any more. */
export function textWithHash(store: Holding, path: string, hash: string): Buffer | undefined {
  const now = store.catalog.file(path)?.hash === hash ? store.bytesAt(path) : undefined;
  if (now !== undefined && sha256(now) === hash) return now;
  const { book } = store;
  const having = book.versions().filter(({ record }) => record.after === hash && !record.erased);
  // Where it stood then comes first; it may have been moved since.
  for (const entry of [...having.filter(({ record }) => record.path === path), ...having]) {
    const text = textAfter(book, entry);
    if (text !== undefined && sha256(text) === hash) return text;
  }
  return undefined;
}

interface Holding {
  readonly book: Book;
  readonly catalog: { file(path: string): { readonly hash: string } | undefined };
  bytesAt(path: string): Buffer | undefined;
}

export interface Limits {
  readonly maxDays: number;
  readonly maxBytes: number;
}

/**
 * Under the lock: drops whole oldest segments beyond the limits, after writing down which files they vouched for.
 * The segment being written stays. Returns how many went.
 */
export function trimHistory(site: Site, { maxDays, maxBytes }: Limits): number {
  const oldest = site.now().getTime() - maxDays * 86_400_000;
  const segments = site.book.log.segments();
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  let dropped = 0;
  for (const { name, last, entries, bytes: size } of segments.slice(0, -1)) {
    if (bytes <= maxBytes && !(last !== undefined && Date.parse(last) < oldest)) break;
    site.book.log.append(vouchers(site, entries), { durable: true });
    site.book.log.dropSegment(name);
    site.book.refresh();
    bytes -= size;
    dropped += 1;
  }
  return dropped;
}

/** The newest version of what exists stays, with its text: also where it is an addition to what goes. */
function vouchers({ book, now }: Site, entries: readonly LogEntry[]): NewRecord[] {
  const paths = new Set(entries.map(({ record }) => record.path));
  const going = new Set(entries.map(({ record }) => record.seq));
  return [...paths].flatMap((path) => {
    const last = path === undefined ? undefined : book.versionsOf(path).at(-1);
    if (last?.record.after === undefined) return [];
    return going.has(last.record.seq) || last.record.op === "append" ? [voucher(book, last, now())] : [];
  });
}

function voucher(book: Book, entry: LogEntry, now: Date): NewRecord {
  const { path, after, id, kind, trust } = entry.record;
  const text = textAfter(book, entry);
  const named = { path, after, id, kind, trust };
  const known = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const redacted = text === undefined || sha256(text) === after ? {} : { stored: { after: sha256(text) } };
  return {
    op: "accept",
    at: now.toISOString(),
    ...known,
    ...redacted,
    ...(text === undefined ? {} : { texts: { after: text } }),
  };
}
