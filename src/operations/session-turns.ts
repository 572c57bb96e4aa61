/** A session's turns, by whatever it is known: its name, then from the trail Cairn has of it. */

import type { Cairn } from "../cairn.ts";
import { turnsOfTrail } from "../distill/trail-turns.ts";
import { CairnError } from "../model/error.ts";
import type { Turn } from "../transcripts/turn.ts";

export interface SessionTurns {
  /** The name it has for the host; of a file, the file's name. */
  readonly session: string;
  readonly from: "trail" | "transcript";
  readonly turns: readonly Turn[];
}

export function sessionTurns(cairn: Cairn, session: string): SessionTurns {
  const trail = cairn.sessions.trail(session);
  if (trail.exists) return { session, from: "trail", turns: turnsOfTrail(trail.lines()) };
  throw new CairnError("not-found", "NOT_FOUND", `There is no session called ${session}.`, {
    field: "session",
    hint: "Give a session's id, as the host names it.",
  });
}
