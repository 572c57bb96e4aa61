/** The kinds that triage looks for: those with cues in the table, and the summary of the session, which goes by activity. */

import { type Kind, kindNames } from "../model/kind.ts";
import { type Cues, triageCues } from "./triage-cues.ts";

export type TextKind = keyof typeof triageCues;
export type TriagedKind = TextKind | "session_summary";

export const textKinds = kindNames.filter((kind): kind is TextKind & Kind => kind in triageCues);
export const triagedKinds: readonly TriagedKind[] = [...textKinds, "session_summary"];

export function cuesOf(kind: TextKind): Cues {
  return triageCues[kind];
}
