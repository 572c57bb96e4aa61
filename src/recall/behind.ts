/**
 * Whether a session went on after its summary: the person has said something since the time up to which it speaks.
 * Worked out whenever it is told, and never stored.
 */

import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";

export const BEHIND = "its session went on after it";

type Told = Pick<Memory, "kind" | "fields" | "source">;

/** By the trail alone, which is read in no time; a session that left none is taken to be over. */
export function isBehind(memory: Told, cairn: Cairn): boolean {
  const { session, until } = spanOf(memory);
  if (session === undefined || until === undefined) return false;
  return isLater(cairn.sessions.trail(session).state().prompted, until);
}

/** Of which session, and up to when it speaks of it. */
export function spanOf({ kind, fields, source }: Told): { session?: string; until?: string } {
  if (kind !== "session_summary") return {};
  const session = fields["session"] ?? source?.session;
  const until = fields["until"];
  return {
    ...(typeof session === "string" && session !== "" ? { session } : {}),
    ...(typeof until === "string" && !Number.isNaN(Date.parse(until)) ? { until } : {}),
  };
}

export function isLater(spoken: string | undefined, until: string): boolean {
  return spoken !== undefined && Date.parse(spoken) > Date.parse(until);
}
