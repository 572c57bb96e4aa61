/** The current state of the work, from the memories that hold it; from the old index where there are none yet. */

import { firstSentence } from "../format/sentence.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";

const LONGEST = 160;
const lines = [
  { label: "Task", id: "current-task", kind: "task", none: "None" },
  { label: "Progress", id: "active", kind: "progress", none: "None" },
  { label: "Active Blocker", id: "blockers", kind: "blocker", none: "None" },
] as const satisfies readonly { label: string; id: string; kind: Kind; none: string }[];

/** A rebuild must not lose what only the old index knew. */
export function currentState(
  memories: readonly Memory[],
  bodyOf: (memory: Memory) => string,
  oldIndex: string,
): string[] {
  return lines.map(({ label, id, kind, none }) => {
    const memory = memories.find((one) => one.kind === kind && one.id === id);
    const said = memory === undefined ? saidBefore(oldIndex, label) : firstSentence(bodyOf(memory), LONGEST);
    return `- **${label}**: ${said || none}`;
  });
}

function saidBefore(oldIndex: string, label: string): string {
  const start = `- **${label}**: `;
  return (
    oldIndex
      .split("\n")
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trim() ?? ""
  );
}
