/** One change of a dream, or only what it would be. */

import type { Cairn } from "../cairn.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Changed, Plan } from "../store/door.ts";
import type { GatheredLogs } from "./gathering.ts";

/** A preview takes the lock as well: it shows what would be decided under it. */
export async function attempt<T>(
  cairn: Cairn,
  { store }: GatheredLogs,
  dryRun: boolean,
  decide: (context: ChangeContext) => Plan<T>,
): Promise<Changed<T>> {
  if (!dryRun) return cairn.change(store, decide);
  return { result: (await store.locked(cairn.by, decide)).result, done: [] };
}
