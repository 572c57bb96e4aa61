/** What a session is reminded of at its start: what waits for somebody to do it. One line each, or nothing. */

import { counted } from "../../model/counted.ts";
import type { Kind } from "../../model/kind.ts";
import type { Stores } from "../../store/stores.ts";
import { summaryLines } from "../summarizing/due.ts";
import type { Around } from "./moment.ts";

export interface Reminders {
  readonly lines: readonly string[];
  /** What the person is to see by themselves. */
  readonly toPerson?: string;
}

export async function remindersFor({ cairn, session }: Around): Promise<Reminders> {
  const stores = await cairn.reach();
  stores.glance();
  const how = cairn.settings.get("notify.capture");
  const drafts = how === "silent" ? [] : waitingDrafts(stores);
  const dream = cairn.settings.get("mode.dream") === "suggest" ? await suggestion(cairn) : [];
  const summaries = [...newSummaries(stores), ...summaryLines(cairn, stores, session)];
  const lines = [...keptHow(cairn), ...summaries, ...drafts, ...dream];
  return how === "announce" && drafts.length > 0 ? { lines, toPerson: `Cairn: ${drafts[0]}` } : { lines };
}

/** Loaded only where it is wanted: a session should begin at once. */
async function suggestion(cairn: Around["cairn"]): Promise<string[]> {
  const { dreamSuggestion } = await import("../dreaming/due.ts");
  const line = await dreamSuggestion(cairn);
  return line === undefined ? [] : [line];
}

/** The path as a pattern: what is said once is still true after midnight. */
const LOGGED =
  "A log of each day is kept here, logs/YYYY/MM/YYYY-MM-DD.md: remember without a kind adds to it, topics hold what came of it.";

function keptHow({ settings }: Around["cairn"]): string[] {
  return settings.get("memory.mode") === "log" ? [LOGGED] : [];
}

/** Of sessions, that the project's master does not know yet. */
function newSummaries(stores: Stores): string[] {
  const told: readonly Kind[] = ["master", "session_summary"];
  const faces = stores
    .headsSeen(["project"], ({ status, kind }) => status === "active" && told.includes(kind))
    .map(({ face }) => face);
  const since = faces.find(({ kind }) => kind === "master")?.time ?? "";
  const summaries = faces.filter(({ kind, time }) => kind === "session_summary" && time > since);
  if (summaries.length === 0) return [];
  return [`${counted(summaries.length, "new summary", "new summaries")} since the last synthesis.`];
}

function waitingDrafts(stores: Stores): string[] {
  const count = stores.draftsWaiting();
  return count === 0
    ? []
    : [`${counted(count, "draft waits", "drafts wait")} for the person: cairn review shows them.`];
}
