/**
 * What a server does once nobody waits for it: every root is compared with its files, old trails and staged words go,
 * sessions that ended unseen are looked through, and where that is wanted and due the daily logs are distilled and your
 * machines are brought in step.
 */

import type { Cairn } from "../cairn.ts";
import { captureLeft } from "../capture/capturing.ts";
import { Staging } from "../capture/staging.ts";
import { dreamIfDue } from "../dream/due.ts";
import { summarizeLeft } from "../summary/at-end.ts";
import { syncByItself } from "../sync/in-force.ts";
import { pruneTrails } from "./prune-trails.ts";

/** When a session is over: nobody waits for it, and killed in the middle of it the next one goes on. */
export async function afterSession(cairn: Cairn): Promise<void> {
  cairn.settings.refresh();
  await syncByItself(cairn);
}

/** The next session starts from what is kept here, with a glance. */
export async function settleIn(cairn: Cairn): Promise<void> {
  const stores = await cairn.stores(undefined, { lenient: true });
  for (const store of stores.all()) {
    if (stores.isClone(store)) continue;
    if (store.history.log.lastSeq > 0) store.adopt();
    store.keepSnapshot();
  }
  pruneTrails(cairn);
  new Staging(cairn.places.cairnHome).sweepOlderThanADay(cairn.clock.now());
  await summarizeLeft(cairn);
  await captureLeft(cairn);
  await dreamIfDue(cairn);
  await syncByItself(cairn);
}
