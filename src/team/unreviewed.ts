/** What waits for a review on this machine: what others brought, unless it only says that something never seen here is gone. */

import type { Head } from "../store/known-memories.ts";
import type { Store } from "../store/store.ts";

/** A fresh clone is full of the names of what was retired before it came: there is nothing to decide about those. */
export function unreviewedIn(store: Store): Head[] {
  let known: ReadonlySet<string> | undefined;
  return store.heads().filter(({ outside, found, face }) => {
    if (!outside || face.status !== "retired") return outside;
    known ??= namesHadHere(store);
    return known.has(found.path) || known.has(found.claim);
  });
}

/** Of everything that was written or accepted here, by path and by id: a file may have been moved since. */
function namesHadHere({ history }: Store): Set<string> {
  const paths = [...history.paths()];
  return new Set([...paths, ...paths.flatMap((path) => history.last(path)?.record.id ?? [])]);
}
