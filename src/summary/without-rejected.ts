/** What a person rejected on review comes back in no summary that is made for them; what they hand in is theirs to say. */

import type { Cairn } from "../cairn.ts";
import { unlessRefused } from "../disk/files.ts";
import { contentOf } from "../format/sections.ts";
import { everyRejected, inboxStores } from "../inbox/inbox-drafts.ts";
import { sessionMemoryId } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { Written } from "../model/memory.ts";
import { parsePoint } from "../model/tracking-point.ts";
import type { Waiting } from "../store/inbox.ts";
import { isAlike } from "./alike.ts";
import type { Summary } from "./by-rule.ts";

const NEXT = "cairn synthesize --yes for the page of the project";

export async function withoutRejected(home: Cairn, summary: Summary): Promise<Summary> {
  const points = summary.content["tracking_points"];
  if (typeof points !== "object") return summary;
  const rejected = everyRejected(await inboxStores(home, undefined)).map(({ draft }) => saidBy(draft.written));
  const lines = points.filter((line) => typeof line === "string");
  const taken = lines.filter((line) => rejected.some((said) => isAlike(parsePoint(line).text, said)));
  if (taken.length === 0) return summary;
  const kept = lines.filter((line) => !taken.includes(line));
  return { ...summary, content: { ...summary.content, tracking_points: kept }, without: taken };
}

/** A summary that was saved before says it still, until its session is summed up again: in a sentence each. */
export async function stillSummed(home: Cairn, rejected: readonly Waiting[]): Promise<string[]> {
  const sessions = new Set<string>();
  for (const { written, note } of rejected) {
    const { session } = note;
    // It is rejected: nothing that follows may make it look otherwise.
    if (session !== undefined && (await unlessRefused(() => isSummed(home, session, saidBy(written)))))
      sessions.add(session);
  }
  return [...sessions].map(
    (session) =>
      `The summary of session ${session} still says what was rejected. To take it out there too: cairn summarize ${session} --yes, then ${NEXT}.`,
  );
}

async function isSummed(home: Cairn, session: string, said: string): Promise<boolean> {
  const summary = (await home.stores()).of("project").read(sessionMemoryId(session));
  if (summary?.kind !== "session_summary" || summary.status !== "active") return false;
  const points = [contentOf(summary)["tracking_points"] ?? []].flat();
  return points.some((line) => typeof line === "string" && isAlike(parsePoint(line).text, said));
}

/** What a point of a summary would say of it. */
function saidBy(draft: Written): string {
  const { point, says = "" } = kindRow(draft.kind);
  const said = point === undefined ? undefined : contentOf(draft)[says];
  return typeof said === "string" ? said : draft.description;
}
