/** A trail's steps as turns, so that what was captured live is triaged as a transcript is. Nothing off the record. Pure. */

import { isMuch } from "../text/prose.ts";
import { isWithinSpans, offRecordSpans } from "../trail/off-record.ts";
import type { TrailLine } from "../trail/step.ts";
import type { Turn } from "../transcripts/turn.ts";

export function turnsOfTrail(lines: readonly TrailLine[]): Turn[] {
  const off = offRecordSpans(lines);
  return lines.flatMap((line, from) => {
    const turn = isWithinSpans(off, line.at) ? undefined : turnOf(line);
    return turn === undefined ? [] : [{ ...turn, at: line.at, from }];
  });
}

function turnOf(line: TrailLine): Omit<Turn, "from" | "at"> | undefined {
  switch (line.is) {
    case "prompt":
      return { by: "person", text: line.text, ...(isMuch(line.whole) ? { brought: true } : {}) };
    case "remark":
      return { by: "agent", text: line.text };
    case "close":
      return line.said === undefined ? undefined : { by: "agent", text: line.said };
    case "command":
      return { by: "agent", text: "", uses: [{ id: "", tool: "shell", input: { command: line.text } }] };
    case "edit":
      return { by: "agent", text: "", uses: [{ id: "", tool: "edit", input: { file_path: line.path } }] };
    case "failure":
      return { by: "tool", text: line.text, result: { of: "", isError: true, size: line.text.length } };
    case "heard":
      return { by: "agent", text: "", heard: true };
    case "compacted":
      return { by: "machine", text: "", compacted: true };
    default:
      return undefined;
  }
}
