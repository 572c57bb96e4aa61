/** The current state of the work, from the memories that hold it; from the old index where there are none yet. */

import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isPlaceholder } from "../model/placeholder.ts";
import { openBlockers } from "../text/blockers.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";

const LONGEST = 160;
const rows = [
  { label: "Task", id: "current-task", kind: "task" },
  { label: "Progress", id: "active", kind: "progress" },
  { label: "Active Blocker", id: "blockers", kind: "blocker" },
] as const satisfies readonly { label: string; id: string; kind: Kind }[];

/** A rebuild must not lose what only the old index knew. */
export function currentState(
  memories: readonly Memory[],
  bodyOf: (memory: Memory) => string,
  old: readonly string[],
  thread?: ThreadRecord,
): string[] {
  return rows.map(({ label, id, kind }) => {
    const kept = memories.find((one) => one.kind === kind && one.id === id && one.status === "active");
    const memory = kept === undefined || isPlaceholder(kept) ? undefined : kept;
    const newest = isNewer(thread, memory) ? oneLine(saidNow(thread, kind), LONGEST) : "";
    const before = kept === undefined ? saidBefore(old, label) : "";
    const said = memory === undefined ? before : oneLine(firstSentence(newestIn(memory, bodyOf)), LONGEST);
    return `${startOf(label)}${newest || said || "None"}`;
  });
}

/** Every session has a part of these files, the newest last; of blockers the newest that is open counts. */
function newestIn(memory: Memory, bodyOf: (memory: Memory) => string): string {
  const body = bodyOf(memory);
  if (memory.kind === "blocker") return openBlockers(body).at(-1)?.text ?? "";
  const part = sectionsOf(body).findLast(({ heading, text }) => /^(?:Session \S+|Now)$/.test(heading) && text !== "");
  return part?.text ?? body;
}

/** A session that went on after the file was written knows better. */
function isNewer(thread: ThreadRecord | undefined, memory: Memory | undefined): thread is ThreadRecord {
  return thread !== undefined && thread.at > (memory?.updated ?? "");
}

function saidNow({ wanted = "", stands, next, inTheWay }: ThreadRecord, kind: (typeof rows)[number]["kind"]): string {
  if (kind === "task") return wanted;
  return kind === "progress" ? [...stands, ...next].slice(0, 2).join("; ") : (inTheWay[0] ?? "");
}

/** Is this a line of the block, whatever it says? */
export function isStateLine(line: string): boolean {
  return rows.some(({ label }) => line.startsWith(startOf(label)));
}

function saidBefore(old: readonly string[], label: string): string {
  const line = old.find((one) => one.startsWith(startOf(label)));
  return line?.slice(startOf(label).length).trim() ?? "";
}

function startOf(label: string): string {
  return `- **${label}**: `;
}
