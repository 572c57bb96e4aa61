/** Whether a session left anything to keep: something done, settled, found out or left to do. Talk alone did not. Pure. */

import { activityOf, type TriageRules, triage } from "../capture/triage.ts";
import { parsePoint } from "../model/tracking-point.ts";
import { counted } from "../text/counted.ts";
import type { Turn } from "../transcripts/turn.ts";
import type { Summary } from "./by-rule.ts";

/** Fewer calls of tools are a look at something. */
const LEAST_USES = 3;
const KEPT = ["completed", "next_actions", "blockers", "key_changes"] as const;

/** Asked for: anything at all is enough, also what no rule can put into a point. */
export function leavesSomething({ content }: Pick<Summary, "content">, turns: readonly Turn[]): boolean {
  const { uses } = activityOf(turns);
  const isSaid = triage(turns).some(({ keep }) => keep);
  return (
    isSaid || uses >= LEAST_USES || settles({ content }) || KEPT.some((field) => (content[field] ?? []).length > 0)
  );
}

/** Unasked: much was done, or something came of it; a question that was answered needs no file. */
export function isWorthUnasked(
  { content }: Pick<Summary, "content">,
  turns: readonly Turn[],
  rules?: TriageRules,
): boolean {
  const verdict = triage(turns, rules).find(({ kind }) => kind === "session_summary");
  if (verdict?.because === "disabled" || verdict?.because === "not-captured") return false;
  return verdict?.keep === true || settles({ content });
}

/** In a few words, why there is nothing to keep. */
export function nothingIn(turns: readonly Turn[]): string {
  const { exchanges } = activityOf(turns);
  return `${counted(exchanges, "exchange")}, no file changed, nothing decided, found out or left to do`;
}

function settles({ content }: Pick<Summary, "content">): boolean {
  const points = [content["tracking_points"] ?? []].flat().filter((line) => typeof line === "string");
  return points.some((line) => parsePoint(line).label !== "Status");
}
