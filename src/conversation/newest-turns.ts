/** Which turns of a session are looked at when one of them ends. Pure. */

import type { Turn } from "../transcripts/turn.ts";

/** The newest messages of the person and the agent, with everything between them. */
export function newestTurns(turns: readonly Turn[], most: number): readonly Turn[] {
  let left = most;
  const from = turns.findLastIndex(({ by, text }) => (by === "person" || by === "agent") && text !== "" && --left < 0);
  return turns.slice(from + 1);
}
