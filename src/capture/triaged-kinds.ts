/** The kinds a session is looked through for: those that are said, and its summary, which goes by activity. */

export const textKinds = ["decision", "runbook", "constraint", "tech_debt", "preference"] as const;
export type TextKind = (typeof textKinds)[number];
export type TriagedKind = TextKind | "session_summary";
export const triagedKinds: readonly TriagedKind[] = [...textKinds, "session_summary"];
