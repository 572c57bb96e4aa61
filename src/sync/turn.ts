/** Whose turn it is: one at a time on a machine, who brings it in step and who switches that off. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { type Held, RootLock } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import type { SyncPlace } from "./address.ts";
import { placeInForce } from "./in-force.ts";

const WAIT = { waitMs: 30_000 };

export function syncLock(cairnHome: string): Promise<Held> {
  return new RootLock({ folder: join(cairnHome, "locks", "sync") }).acquire(WAIT).catch(busy);
}

/** It was switched off, or set to another place, while this one waited its turn. */
export function refuseOver(cairn: Cairn, place: SyncPlace): void {
  cairn.settings.refresh();
  if (placeInForce(cairn)?.at !== place.at)
    throw new CairnError("INPUT_ERROR", "Sync was switched off or set up anew meanwhile. Nothing was done.");
}

function busy(error: unknown): never {
  if (!(error instanceof CairnError) || error.code !== "LOCK_TIMEOUT_ERROR") throw error;
  throw new CairnError("LOCK_TIMEOUT_ERROR", "Another sync is under way here.", { hint: "Try again when it is done." });
}
