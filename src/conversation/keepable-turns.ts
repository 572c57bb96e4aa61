/** What of a transcript may be kept or found: nothing that was taken out for good, and nothing that was said off the record. */

import type { Cairn } from "../cairn.ts";
import { isWithinSpans, offRecordSpans, type TimeSpan } from "../trail/off-record.ts";
import type { Trail } from "../trail/trail.ts";
import { Forgotten } from "../transcripts/forgotten.ts";
import type { Turn } from "../transcripts/turn.ts";

export function* keepableTurns(cairn: Cairn, session: string, turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  const isHidden = hiddenTurns(cairn);
  for (const turn of turns) if (!isHidden(turn, session)) yield turn;
}

/** `session`: as the host names it. */
export function hiddenTurns(cairn: Cairn): (turn: Turn, session: string) => boolean {
  const forgotten = new Forgotten(cairn.places.cairnHome);
  const spans = new Map<string, readonly TimeSpan[]>();
  return ({ at, text }, session) => {
    const off = spans.get(session) ?? spansOf(cairn, session);
    spans.set(session, off);
    return isWithinSpans(off, at) || forgotten.says(text);
  };
}

/** A copy of another's words is as much off the record as they were; what came after it is the heir's own. */
function spansOf({ sessions }: Cairn, session: string): TimeSpan[] {
  const line = [...(sessions.trail(session).state().ancestors ?? []), session];
  return line.flatMap((one, n) => {
    const heir = line[n + 1];
    const begun = heir === undefined ? undefined : beginningOf(sessions.trail(heir));
    const spans = offRecordSpans(sessions.trail(one).lines());
    return begun === undefined ? spans : spans.map((span) => ({ to: Date.parse(begun), ...span }));
  });
}

/** A trail that was cut down begins with when it ended. */
function beginningOf(trail: Trail): string | undefined {
  return trail.lines().find(({ is }) => is !== "trimmed")?.at;
}
