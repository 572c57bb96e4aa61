/**
 * Older versions of a file taken out of the history while the file stays. The newest one vouches for it, and the one that
 * took words out still has them before it: so a clean one follows first.
 */

import type { Cairn } from "../cairn.ts";
import { eraseVersionsIn } from "../store/erase.ts";
import type { LogEntry } from "../store/log.ts";
import type { Site } from "../store/site.ts";
import type { Store } from "../store/store.ts";
import type { Step } from "../store/write.ts";

/** May be run again at any point. */
export async function eraseVersions(
  cairn: Cairn,
  store: Store,
  paths: readonly string[],
  isOut: (entry: LogEntry, site: Site) => boolean,
): Promise<void> {
  await cairn.change(store, (site) => ({ steps: paths.flatMap((path) => asItIs(site, path)), result: undefined }));
  await store.locked(cairn.by, (site) => {
    const seqs = site.book.log.entries
      .filter(({ record }) => paths.includes(record.path ?? "") && !record.erased)
      .filter((entry) => isOut(entry, site))
      .map(({ record }) => record.seq);
    if (seqs.length > 0) eraseVersionsIn(site, store.state, seqs);
  });
}

function asItIs(site: Site, path: string): Step[] {
  const base = site.open(path);
  return base === undefined ? [] : [stepOver(site, path, base, base.bytes)];
}

export function stepOver(site: Site, path: string, base: NonNullable<ReturnType<Site["open"]>>, after: Buffer): Step {
  const found = site.catalog.file(path);
  const about = {
    id: found === undefined ? ("" as Step["id"]) : site.names.idOf(found),
    kind: found?.written.kind ?? "log",
  };
  return { op: "update", ...about, path, base, after, trust: site.trustNow(base), why: "forgotten on request" };
}
