/** What happened to memories, as people ask for it: what stood there at a time, and how much history is kept. */

import { defined } from "../model/defined.ts";
import type { MemoryId } from "../model/memory.ts";
import type { ChangeContext } from "./change-context.ts";
import type { History } from "./history.ts";
import type { LogEntry, NewRecord } from "./log.ts";
import { sha256 } from "./record.ts";
import { textAfter } from "./undo.ts";
import { firstNumber } from "./version.ts";

/** Every counting change of a memory, oldest first, under whatever path or late in the gap it was. */
export function changesTo(history: History, id: MemoryId | undefined, path: string | undefined): LogEntry[] {
  return knownOf(history, id, path).filter(({ record: { op, by, kept } }) => {
    // What is kept of a part that was dropped is no change any more; an older Cairn kept it in nobody's name.
    return kept === undefined && (op !== "accept" || by !== undefined);
  });
}

/** The same with what was kept over from parts of the log that were dropped. */
export function knownOf(history: History, id: MemoryId | undefined, path: string | undefined): LogEntry[] {
  const isAny = id === undefined && path === undefined;
  return history
    .versions()
    .filter(({ record }) => isAny || record.id === id || (path !== undefined && record.path === path));
}

/** The text of a memory as it stood at that moment: undefined if it did not exist then. */
export function textAsOf(
  history: History,
  id: MemoryId,
  path: string | undefined,
  time: Date,
): { entry: LogEntry; text: Buffer } | undefined {
  const then = knownOf(history, id, path).filter(
    ({ record }) => Date.parse(record.at) <= time.getTime() && !record.erased,
  );
  const last = then.at(-1);
  const text = last === undefined ? undefined : textAfter(history, last);
  return last === undefined || text === undefined ? undefined : { entry: last, text };
}

/** The newest text the log has of a memory that has no file any more. */
export function lastTextOf(
  history: History,
  id: MemoryId,
): { path: string; text: Buffer; record: LogEntry["record"] } | undefined {
  const entry = knownOf(history, id, undefined)
    .filter(({ record }) => record.after !== undefined && !record.erased)
    .at(-1);
  const text = entry === undefined ? undefined : textAfter(history, entry);
  if (entry?.record.path === undefined || text === undefined) return undefined;
  return { path: entry.record.path, text, record: entry.record };
}

/** The very bytes a memory once had, from its file or the log. Undefined where nobody has them any more. */
export function textWithHash(store: Holding, path: string, hash: string): Buffer | undefined {
  const now = store.catalog.file(path)?.hash === hash ? store.bytesAt(path) : undefined;
  if (now !== undefined && sha256(now) === hash) return now;
  const { history } = store;
  const having = history.versions().filter(({ record }) => record.after === hash && !record.erased);
  // Where it stood then comes first; it may have been moved since.
  for (const entry of [...having.filter(({ record }) => record.path === path), ...having]) {
    const text = textAfter(history, entry);
    if (text !== undefined && sha256(text) === hash) return text;
  }
  return undefined;
}

interface Holding {
  readonly history: History;
  readonly catalog: { file(path: string): { readonly hash: string } | undefined };
  bytesAt(path: string): Buffer | undefined;
}

interface Limits {
  readonly maxDays: number;
  readonly maxBytes: number;
}

/**
 * Under the lock: drops whole oldest segments beyond the limits, after writing down which files they vouched for.
 * The segment being written stays. Returns how many went.
 */
export function trimHistory(context: ChangeContext, { maxDays, maxBytes }: Limits): number {
  const oldest = context.now().getTime() - maxDays * 86_400_000;
  const segments = context.history.log.segments();
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  let dropped = 0;
  for (const { name, last, entries, bytes: size } of segments.slice(0, -1)) {
    if (bytes <= maxBytes && !(last !== undefined && Date.parse(last) < oldest)) break;
    context.history.log.append(vouchers(context, entries), { durable: true });
    context.history.log.dropSegment(name);
    context.history.refresh();
    bytes -= size;
    dropped += 1;
  }
  return dropped;
}

/**
 * The newest version of what exists stays, with its text: also where it is an addition to what goes. So does by what it is
 * known again what was taken out for good.
 */
function vouchers({ history, now }: ChangeContext, entries: readonly LogEntry[]): NewRecord[] {
  const paths = new Set(entries.map(({ record }) => record.path));
  const going = new Set(entries.map(({ record }) => record.seq));
  const newest = [...paths].flatMap((path) => {
    const last = path === undefined ? undefined : history.versionsOf(path).at(-1);
    if (last?.record.after === undefined) return [];
    return going.has(last.record.seq) || last.record.op === "append" ? [voucher(history, last)] : [];
  });
  const stones = entries.filter(({ record }) => record.erased && (record.stones?.length ?? 0) > 0);
  const left = stones.map(({ record: { op, at, stones: own, erased, ...record } }) => {
    return { op, at, ...defined({ stones: own, erased }), kept: firstNumber(record) };
  });
  const keptAt = now().toISOString();
  return [...newest, ...left].map((record) => ({ ...record, keptAt }));
}

/** All that the record says of who wrote the text, and when, and what was taken out of it; the text as a whole, in itself. */
function voucher(history: History, entry: LogEntry): NewRecord {
  const { op, at, path, after, id, kind, trust, by, why, redacted, draft, run, from } = entry.record;
  const text = textAfter(history, entry);
  const isAsItStood = text !== undefined && sha256(text) === after;
  const hidden = text === undefined || isAsItStood ? {} : { stored: { after: sha256(text) } };
  // Added to what may hold a secret, it vouches for itself and not for what stood before it.
  const whole = op === "append" ? (isAsItStood ? "update" : "accept") : op;
  return {
    op: whole,
    at,
    ...defined({ path, after, id, kind, trust, by, why, redacted, draft, run, from, kept: firstNumber(entry.record) }),
    ...hidden,
    ...(text === undefined ? {} : { texts: { after: text } }),
  };
}
