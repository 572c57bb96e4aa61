/** Taking note of what other programs did. A hand edit is right by definition: it is recorded, never rewritten. */

import { lowestTrust } from "../model/trust.ts";
import type { Found } from "./catalog.ts";
import type { NewRecord } from "./log.ts";
import type { Site } from "./site.ts";
import { outsideRecord } from "./write.ts";

const GROUP = 100;

/** Under the lock: how many files were recorded. */
export function adoptIn(site: Site, limit: number): number {
  if (!site.keepsOutside) return 0;
  site.catalog.glance();
  const records = [...arrived(site, limit), ...departed(site)].slice(0, Math.min(limit, GROUP));
  site.book.log.append(records, { durable: true });
  site.book.refresh();
  return records.length;
}

function* arrived(site: Site, limit: number): Generator<NewRecord> {
  let left = limit;
  for (const found of site.catalog.files()) {
    if (left <= 0) return;
    if (found.readOnly || site.book.vouching(found.path, found.hash) !== undefined) continue;
    const seen = site.open(found.path);
    if (seen === undefined) continue;
    left -= 1;
    yield outsideRecord({ ...about(site, found), bytes: seen.bytes });
  }
}

/** Gone, and nothing brings it back by itself: `undo` of this record, or `restore`, does. */
function* departed(site: Site): Generator<NewRecord> {
  const seen = new Set<string>();
  for (const { record } of site.book.versions()) {
    const path = record.path;
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const last = site.book.last(path)?.record;
    if (last?.after === undefined || last.erased || site.catalog.file(path) !== undefined) continue;
    if (last.id === undefined || last.kind === undefined || site.open(path) !== undefined) continue;
    const { id, kind, trust = "imported" } = last;
    yield outsideRecord({ path, id: id as Found["claim"], kind, bytes: undefined, at: site.now().toISOString(), trust });
  }
}

function about(site: Site, found: Found) {
  const trust = lowestTrust("imported", site.book.trustOf(found.path), found.written.trust);
  return { path: found.path, id: site.names.idOf(found), kind: found.written.kind, at: site.now().toISOString(), trust };
}
