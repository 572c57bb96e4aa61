/** What of a transcript may be kept: nothing that was taken out for good, and nothing that was said off the record. */

import type { Cairn } from "../cairn.ts";
import { isWithin, offRecordSpans } from "../trail/off-record.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import type { Turn } from "../transcripts/turn.ts";

/** `session`: as the host names it. A copy of another's words is as much off the record as they were. */
export function* keepableTurns(cairn: Cairn, session: string, turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  const { sessions, places } = cairn;
  const all = [session, ...(sessions.trail(session).state().ancestors ?? [])];
  const spans = all.flatMap((one) => offRecordSpans(sessions.trail(one).lines()));
  const forgotten = new Forgotten(places.cairnHome);
  for (const turn of turns) if (!isWithin(spans, turn.at) && !forgotten.says(turn.text)) yield turn;
}
