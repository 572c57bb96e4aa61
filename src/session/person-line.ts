/** The one line the person sees when a session starts: what was kept of the last one, what waits for them. No tokens. */

import type { Cairn } from "../cairn.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import { memoryOf } from "../store/known-memories.ts";
import type { Stores } from "../store/stores.ts";
import { counted } from "../text/counted.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
import { agoInWords } from "../trail/thread-words.ts";
import type { LastTold } from "./at-hand.ts";

const FIRST =
  "Cairn is on: what you settle here is kept, and your next session starts with it. /cairn:today shows what is known.";
const LONGEST_TASK = 80;
/** The state of the work is no memory of what was settled. */
const state: readonly Kind[] = ["task", "progress", "blocker", "subagent"];

/** Undefined where there is nothing to say, or the person wants to hear nothing. */
export function lineForPerson(
  cairn: Cairn,
  stores: Stores,
  { records, isFirst }: LastTold,
  waiting: number,
): string | undefined {
  if (cairn.settings.get("notify.capture") === "silent") return undefined;
  const [record] = records;
  const kept = record === undefined ? 0 : keptIn(stores, record.session);
  const whose = record === undefined ? "" : sessionInWords(record, cairn.clock.now());
  const waits = waiting === 0 ? "" : `${waiting} ${waiting === 1 ? "waits" : "wait"} for you: /cairn:review`;
  if (kept > 0) return `Cairn: ${kept} kept from ${whose}${waits === "" ? ": /cairn:today" : `, ${waits}`}`;
  if (waiting > 0) return `Cairn: ${counted(waiting, "draft waits", "drafts wait")} for you: /cairn:review`;
  if (record?.wanted !== undefined)
    return `Cairn: this session knows where ${whose} left off: ${oneLine(record.wanted, LONGEST_TASK)}`;
  return isFirst ? FIRST : undefined;
}

/** By the session they name as their source. */
function keptIn(stores: Stores, session: string): number {
  return stores
    .headsSeen(["project", "user"], ({ status, kind }) => status === "active" && !state.includes(kind))
    .map(memoryOf)
    .filter(({ source }) => source?.session === session).length;
}

function sessionInWords({ at }: ThreadRecord, now: Date): string {
  const ago = agoInWords(new Date(at), now);
  return ago === "yesterday" ? "yesterday's session" : `the last session (${ago})`;
}
