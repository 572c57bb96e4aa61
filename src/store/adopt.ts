/** Taking note of what other programs did. A hand edit is right by definition: it is recorded, never rewritten. */

import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { ChangeContext, Opened } from "./change-context.ts";
import type { NewRecord } from "./log.ts";
import type { MemoryFile } from "./memory-file.ts";
import { outsideRecord } from "./step-record.ts";
import type { Suspects } from "./suspects.ts";

const GROUP = 100;

/** Under the lock: how many files were recorded. */
export function adoptIn(context: ChangeContext, suspects: Suspects, limit: number): number {
  if (!context.keepsOutside) return 0;
  context.catalog.glance();
  const records: NewRecord[] = [];
  for (const { path, found } of suspects.unexplained()) {
    if (records.length >= Math.min(limit, GROUP)) break;
    const record = found === undefined ? departed(context, path) : arrived(context, found);
    if (record !== undefined) records.push(record);
  }
  keep(context, records);
  return records.length;
}

/** The same of one file, worth no more than `most`; what else is unexplained stays so. */
export function adoptOne(context: ChangeContext, path: string, most: Trust): void {
  const found = context.keepsOutside ? context.catalog.recheck(path) : undefined;
  const record = found === undefined || found.readOnly ? undefined : arrived(context, found, most);
  if (record !== undefined) keep(context, [record]);
}

function keep(context: ChangeContext, records: readonly NewRecord[]): void {
  context.history.log.append(records, { durable: true });
  context.history.refresh();
}

/** Read again under the lock: what is recorded is what is there now. */
function arrived(context: ChangeContext, found: MemoryFile, most: Trust = "imported"): NewRecord | undefined {
  const seen = openedIn(context, found.path);
  if (seen === undefined || context.history.vouching(found.path, seen.hash) !== undefined) return undefined;
  const trust = lowestTrust(most, context.history.trustOf(found.path), found.written.trust);
  const about = {
    path: found.path,
    id: context.names.idOf(found),
    kind: found.written.kind,
    at: context.now().toISOString(),
  };
  return outsideRecord({ ...about, trust, bytes: seen.bytes, by: context.by });
}

/** Undefined also where it has become a link or too large since it was seen: that is a problem of its own, and no text. */
function openedIn(context: ChangeContext, path: string): Opened | undefined {
  try {
    return context.open(path);
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/** Gone, and nothing brings it back by itself: `undo` of this record, or `restore`, does. */
function departed(context: ChangeContext, path: string): NewRecord | undefined {
  const last = context.history.last(path)?.record;
  if (last?.id === undefined || last.kind === undefined || context.isThere(path)) return undefined;
  const { id, kind, trust = "imported" } = last;
  const at = context.now().toISOString();
  return outsideRecord({ path, id: id as MemoryId, kind, bytes: undefined, at, trust, by: context.by });
}
