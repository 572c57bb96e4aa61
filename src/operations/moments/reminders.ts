/** What a session is reminded of at its start: what waits for somebody to do it. One line each, or nothing. */

import { counted } from "../../model/counted.ts";
import type { Around } from "./moment.ts";

/** Summaries of sessions that the project's master does not know yet. */
export async function remindersFor({ cairn }: Around): Promise<string[]> {
  const stores = await cairn.stores(undefined, { lenient: true });
  const active = stores.memories(["project"]).filter(({ status }) => status === "active");
  const master = active.find(({ kind }) => kind === "master");
  const since = master?.updated ?? master?.created ?? "";
  const summaries = active.filter(({ kind, updated, created }) => {
    return kind === "session_summary" && (updated ?? created ?? "") > since;
  });
  if (summaries.length === 0) return [];
  return [`${counted(summaries.length, "new summary", "new summaries")} since the last synthesis.`];
}
