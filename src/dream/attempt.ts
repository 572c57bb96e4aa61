/** One change of a dream, or only what it would be. */

import type { Cairn } from "../cairn.ts";
import type { Changed, Plan } from "../store/door.ts";
import type { Site } from "../store/site.ts";
import type { Gathered } from "./gathering.ts";

/** A rehearsal takes the lock as well: it shows what would be decided under it. */
export async function attempt<T>(
  cairn: Cairn,
  { store }: Gathered,
  dryRun: boolean,
  decide: (site: Site) => Plan<T>,
): Promise<Changed<T>> {
  if (!dryRun) return cairn.change(store, decide);
  return { result: (await store.locked(cairn.by, decide)).result, done: [] };
}
