/** What sessions left behind goes when its days are over. Not at a moment of the host's: the server does it, and gc. */

import type { Cairn } from "../cairn.ts";

/** How long it is kept what a session was shown; never less than its trail. */
const LEDGER_DAYS = 90;

/** How many trails were cut down to what was shown, or went. */
export function pruneTrails(cairn: Cairn): number {
  return cairn.sessions.prune({
    trailDays: cairn.settings.get("trail.maxDays"),
    ledgerDays: LEDGER_DAYS,
  });
}
