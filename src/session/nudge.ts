/** A word to an agent that has done much and kept nothing: after a commit, or after many edits, and never often. Pure. */

import type { SessionState } from "../trail/session-state.ts";

const MANY_EDITS = 10;
const PAUSE_MS = 5 * 60_000;

/** Undefined where there is nothing to say. */
export function nudgeFor({ unkept }: SessionState, at: string): string | undefined {
  const { edits, commits, since } = unkept;
  if (since !== undefined && Date.parse(at) - Date.parse(since) < PAUSE_MS) return undefined;
  if (commits === 0 && edits < MANY_EDITS) return undefined;
  const done = commits > 0 ? "Something was committed" : `${edits} edits were made`;
  return `${done} since anything was kept: what was decided or learned is worth a remember, where the work stands a checkpoint.`;
}
