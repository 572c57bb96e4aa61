/** At a session's start: whether summaries wait for a synthesis, and, where the person wants it so, the synthesis itself by rule. */

import type { Cairn } from "../../cairn.ts";
import { counted } from "../../model/counted.ts";
import type { Kind } from "../../model/kind.ts";
import type { Stores } from "../../store/stores.ts";
import { isDue, type Standing, synthesisReminder } from "../../synthesis/due.ts";
import { summariesTakenIn } from "./summaries-taken-in.ts";

const DAY_MS = 86_400_000;
const TOLD: readonly Kind[] = ["master", "session_summary"];

/** Nothing is read but what is known of the files already. */
export function synthesisStanding({ settings, clock }: Cairn, stores: Stores): Standing {
  const heads = stores.headsSeen(["project"], ({ status, kind }) => status === "active" && TOLD.includes(kind));
  const master = heads.find(({ id, face }) => face.kind === "master" && id === "master");
  const since = master?.face.time ?? "";
  const known = master === undefined ? undefined : summariesTakenIn(stores.of("project"));
  const summaries = heads.filter(({ face }) => face.kind === "session_summary");
  const fresh = summaries.filter(({ id, face }) => (known === undefined ? face.time > since : !known.has(id)));
  const changed = summaries.filter(({ id, found }) => known?.has(id) && known.get(id) !== found.hash);
  const age = Math.floor((clock.now().getTime() - Date.parse(since)) / DAY_MS);
  return {
    mode: settings.get("mode.synthesis"),
    fresh: fresh.length,
    changed: changed.length,
    ageDays: master === undefined ? undefined : Number.isNaN(age) ? 0 : Math.max(0, age),
    minSummaries: settings.get("synthesis.minSummaries"),
    everyDays: settings.get("synthesis.everyDays"),
  };
}

/** By rule, whatever the scribe: nothing is spent unasked. Says what was done, or what waits. */
export async function synthesisAtStart(cairn: Cairn, stores: Stores): Promise<string | undefined> {
  const standing = synthesisStanding(cairn, stores);
  if (!isDue(standing)) return synthesisReminder(standing);
  const { synthesis } = await import("./run.ts");
  const { action, proposal } = await synthesis(cairn, { scribe: "none" });
  const learned = counted(proposal.gathered.reading.learned, "statement");
  return action === "unchanged"
    ? undefined
    : `The master was brought up to date (${proposal.place.id}): ${learned} learned; undo takes it back.`;
}
