/** A run of drafting that nobody is to go on with: what was staged for it goes, and with it the words of the session. */

import type { Cairn } from "../cairn.ts";
import { unlessRefused } from "../disk/files.ts";
import { CaptureRuns } from "./capture-run.ts";
import { Firings } from "./firings.ts";
import { Staging } from "./staging.ts";

const DAY_MS = 86_400_000;

/** The session is off the record from now on, or stopped, or has been gone for long; so goes what a model proposed of it. */
export async function dropRun(cairn: Cairn, session: string): Promise<void> {
  const { cairnHome } = cairn.places;
  await unlessRefused(async () => new Staging(cairnHome).remove([Staging.proposalOf(session)]));
  const runs = new CaptureRuns(cairnHome);
  const run = runs.of(session);
  if (run === undefined) return;
  new Staging(cairnHome).remove(run.parts.flatMap(({ files }) => Object.values(files)));
  await new Firings(cairnHome).settle(session, "failed", cairn.clock.now());
  await runs.close(run);
}

/** Whatever has waited for a day waits for nobody. */
export async function sweepRuns(cairn: Cairn): Promise<void> {
  const { cairnHome } = cairn.places;
  const now = cairn.clock.now();
  for (const session of new CaptureRuns(cairnHome).openSince(new Date(now.getTime() - DAY_MS))) {
    await dropRun(cairn, session);
  }
  new Staging(cairnHome).sweep(now);
}
