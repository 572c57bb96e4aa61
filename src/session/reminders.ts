/** What a session is reminded of at its start: what waits for somebody to do it. One line each, or nothing. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import { readReceipt } from "../install/receipt.ts";
import { synthesisAtStart } from "../master/at-start.ts";
import type { Kind } from "../model/kind.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { memoryOf } from "../store/known-memories.ts";
import type { Stores } from "../store/stores.ts";
import { summaryLines } from "../summary/due.ts";
import { counted } from "../text/counted.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
import { agoInWords } from "../trail/thread-words.ts";
import type { LastTold } from "./at-hand.ts";
import { inTime } from "./in-time.ts";
import type { Around } from "./moment.ts";

/** A new master by rule takes a fraction of it; where it takes longer, the session begins without hearing of it. */
const START_MS = 2_000;

interface Reminders {
  readonly lines: readonly string[];
  /** What the person is to see by themselves. */
  readonly toPerson?: string;
}

export async function remindersFor(around: Around, last: LastTold): Promise<Reminders> {
  const { cairn, session } = around;
  const stores = await cairn.reach();
  stores.glance();
  const how = cairn.settings.get("notify.capture");
  const waiting = stores.draftsWaiting();
  const drafts = how === "silent" ? [] : waitingDrafts(waiting);
  const dream = cairn.settings.get("mode.dream") === "off" ? [] : await ofDreams(cairn);
  const summaries = [...(await newSummaries(around, stores)), ...summaryLines(cairn, stores, session)];
  const lines = [...keptHow(cairn), ...summaries, ...drafts, ...dream, ...(await taughtBefore(cairn))];
  const toPerson = lineForPerson(cairn, stores, last, waiting);
  return toPerson === undefined ? { lines } : { lines, toPerson };
}

/** Loaded only where it is wanted: a session should begin at once. */
async function ofDreams(cairn: Around["cairn"]): Promise<string[]> {
  const { dreamNews, dreamSuggestion } = await import("../dream/due.ts");
  return [await dreamNews(cairn), await dreamSuggestion(cairn)].flatMap((line) => line ?? []);
}

/** Instructions that speak of an older Cairn mislead whoever reads them. */
async function taughtBefore(cairn: Around["cairn"]): Promise<string[]> {
  if (readReceipt(cairn.places.cairnHome).sections.length === 0) return [];
  const { staleTaught } = await import("../agents/taught.ts");
  return staleTaught(cairn).map(
    ({ name, command }) => `Cairn's section in ${name} is out of date: ${command} renews it, for the person to run.`,
  );
}

/** The path as a pattern: what is said once is still true after midnight. */
const LOGGED =
  "A log of each day is kept here, logs/YYYY/MM/YYYY-MM-DD.md: remember without a kind adds to it, topics hold what came of it.";

function keptHow({ settings }: Around["cairn"]): string[] {
  return settings.get("memory.mode") === "log" ? [LOGGED] : [];
}

/** Summaries the project's master does not know yet; what goes wrong with them is noted, and costs nobody the start. */
async function newSummaries({ cairn }: Around, stores: Stores): Promise<string[]> {
  if (!stores.has("project")) return [];
  let line: string | undefined;
  const work = synthesisAtStart(cairn, stores).then((said) => {
    line = said;
  });
  await inTime({ cairn }, "synthesis", work, START_MS);
  return line === undefined ? [] : [line];
}

function waitingDrafts(count: number): string[] {
  return count === 0
    ? []
    : [`${counted(count, "draft waits", "drafts wait")} for the person: cairn review shows them.`];
}

const FIRST = "Cairn is on: what you settle here is kept, and your next session starts with it.";
const LONGEST_TASK = 80;
/** The state of the work is no memory of what was settled. */
const state: readonly Kind[] = ["task", "progress", "blocker", "subagent"];

/**
 * The one line the person sees when a session starts: what was kept of the last one, what waits for them. No tokens.
 * Undefined where there is nothing to say, or they want to hear nothing.
 */
function lineForPerson(
  cairn: Cairn,
  stores: Stores,
  { records, began, isFirst }: LastTold,
  waiting: number,
): string | undefined {
  if (cairn.settings.get("notify.capture") === "silent") return undefined;
  const [record] = records;
  const kept = record === undefined ? 0 : keptIn(stores, record.session, began);
  const whose = record === undefined ? "" : sessionInWords(record, cairn.clock.now());
  // As the person types it in this client, else in a shell.
  const command = (name: string) => `${cairn.host.commands ?? "cairn "}${name}`;
  const waits = waiting === 0 ? "" : `${waiting} ${waiting === 1 ? "waits" : "wait"} for you: ${command("review")}`;
  if (kept > 0) return `Cairn: ${kept} kept from ${whose}${waits === "" ? `: ${command("today")}` : `, ${waits}`}`;
  if (waiting > 0) return `Cairn: ${counted(waiting, "draft waits", "drafts wait")} for you: ${command("review")}`;
  if (record?.wanted !== undefined)
    return `Cairn: this session knows where ${whose} left off: ${oneLine(record.wanted, LONGEST_TASK)}`;
  return isFirst ? `${FIRST} ${command("today")} shows what is known.` : undefined;
}

/** By the session they name as their source. What was last changed on a day before it began is none of them, and is not read for it. */
function keptIn(stores: Stores, session: string, began: string): number {
  const day = began.slice(0, 10);
  return stores
    .headsSeen(["project", "user"], { since: day, status: "active" })
    .filter(({ face }) => !state.includes(face.kind))
    .map(memoryOf)
    .filter((memory) => memory.source?.session === session && !isKeptUnasked(memory)).length;
}

function sessionInWords({ at }: ThreadRecord, now: Date): string {
  const ago = agoInWords(new Date(at), now);
  return ago === "yesterday" ? "yesterday's session" : `the last session (${ago})`;
}
