/** The current state of the work, from the memories that hold it; from the old index where there are none yet. */

import { firstSentence } from "../format/sentence.ts";
import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isPlaceholder } from "../model/placeholder.ts";
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
    const memory = memories.find((one) => one.kind === kind && one.id === id && !isPlaceholder(one));
    const newest = isNewer(thread, memory) ? oneLine(saidNow(thread, kind), LONGEST) : "";
    const said = memory === undefined ? saidBefore(old, label) : oneLine(firstSentence(bodyOf(memory), LONGEST));
    return `${startOf(label)}${newest || said || "None"}`;
  });
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
