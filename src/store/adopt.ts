/** Taking note of what other programs did. A hand edit is right by definition: it is recorded, never rewritten. */

import { CairnError } from "../model/error.ts";
import type { MemoryId } from "../model/memory.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import type { Found } from "./catalog.ts";
import type { NewRecord } from "./log.ts";
import type { Opened, Site } from "./site.ts";
import { outsideRecord } from "./step-record.ts";
import type { Suspects } from "./suspects.ts";

const GROUP = 100;

/** Under the lock: how many files were recorded. */
export function adoptIn(site: Site, suspects: Suspects, limit: number): number {
  if (!site.keepsOutside) return 0;
  site.catalog.glance();
  const records: NewRecord[] = [];
  for (const { path, found } of suspects.unexplained()) {
    if (records.length >= Math.min(limit, GROUP)) break;
    const record = found === undefined ? departed(site, path) : arrived(site, found);
    if (record !== undefined) records.push(record);
  }
  keep(site, records);
  return records.length;
}

/** The same of one file, worth no more than `most`; what else is unexplained stays so. */
export function adoptOne(site: Site, path: string, most: Trust): void {
  const found = site.keepsOutside ? site.catalog.recheck(path) : undefined;
  const record = found === undefined || found.readOnly ? undefined : arrived(site, found, most);
  if (record !== undefined) keep(site, [record]);
}

function keep(site: Site, records: readonly NewRecord[]): void {
  site.book.log.append(records, { durable: true });
  site.book.refresh();
}

/** Read again under the lock: what is recorded is what is there now. */
function arrived(site: Site, found: Found, most: Trust = "imported"): NewRecord | undefined {
  const seen = openedIn(site, found.path);
  if (seen === undefined || site.book.vouching(found.path, seen.hash) !== undefined) return undefined;
  const trust = lowestTrust(most, site.book.trustOf(found.path), found.written.trust);
  const about = {
    path: found.path,
    id: site.names.idOf(found),
    kind: found.written.kind,
    at: site.now().toISOString(),
  };
  return outsideRecord({ ...about, trust, bytes: seen.bytes, by: site.by });
}

/** Undefined also where it has become a link or too large since it was seen: that is a problem of its own, and no text. */
function openedIn(site: Site, path: string): Opened | undefined {
  try {
    return site.open(path);
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/** Gone, and nothing brings it back by itself: `undo` of this record, or `restore`, does. */
function departed(site: Site, path: string): NewRecord | undefined {
  const last = site.book.last(path)?.record;
  if (last?.id === undefined || last.kind === undefined || site.isThere(path)) return undefined;
  const { id, kind, trust = "imported" } = last;
  const at = site.now().toISOString();
  return outsideRecord({ path, id: id as MemoryId, kind, bytes: undefined, at, trust, by: site.by });
}
