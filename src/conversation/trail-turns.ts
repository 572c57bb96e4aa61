/** A trail's steps as turns, so that what was captured live is triaged as a transcript is. Nothing off the record. Pure. */

import { isMuch } from "../text/prose.ts";
import { isWithinSpans, offRecordSpans } from "../trail/off-record.ts";
import type { TrailLine } from "../trail/step.ts";
import type { Turn } from "../transcripts/turn.ts";

interface As {
  /** Each deed with what came of it, as a host's record has them. */
  readonly withResults?: boolean;
}

export function turnsOfTrail(lines: readonly TrailLine[], { withResults = false }: As = {}): Turn[] {
  const off = offRecordSpans(lines);
  return lines.flatMap((line, from) => {
    if (isWithinSpans(off, line.at)) return [];
    return withResults ? turnsWithResults(line, from) : placed([turnOf(line)], line, from);
  });
}

function placed(turns: readonly (BareTurn | undefined)[], { at }: TrailLine, from: number): Turn[] {
  return turns.flatMap((turn) => (turn === undefined ? [] : [{ ...turn, at, from }]));
}

/** A trail that goes on is asked for again and again: of the same line come the same turns. */
const known = new WeakMap<TrailLine, { readonly from: number; readonly turns: readonly Turn[] }>();

function turnsWithResults(line: TrailLine, from: number): readonly Turn[] {
  const before = known.get(line);
  if (before?.from === from) return before.turns;
  const turns = placed(deedAndResult(line, from), line, from);
  known.set(line, { from, turns });
  return turns;
}

type BareTurn = Omit<Turn, "from" | "at">;

function deedAndResult(line: TrailLine, from: number): (BareTurn | undefined)[] {
  const of = `step-${from}`;
  if (line.is === "command" || line.is === "edit") {
    const deed = turnOf(line);
    const uses = deed?.uses?.map((use) => ({ ...use, id: of })) ?? [];
    return [
      { by: "agent", text: "", uses },
      { by: "tool", text: "", result: { of, isError: false, size: 0 } },
    ];
  }
  if (line.is === "failure" && line.command !== undefined) {
    const uses = [{ id: of, tool: "shell", input: { command: line.command } }];
    const result = { of, isError: true, size: line.text.length };
    return [
      { by: "agent", text: "", uses },
      { by: "tool", text: line.text, result },
    ];
  }
  return [turnOf(line)];
}

function turnOf(line: TrailLine): BareTurn | undefined {
  switch (line.is) {
    case "prompt":
      return { by: "person", text: line.text, ...(isMuch(line.whole) ? { brought: true } : {}) };
    case "asked":
      return { by: "machine", text: line.text };
    case "plan":
      return { by: "machine", text: `Implement the following plan:\n${line.text}` };
    case "answers":
      return { by: "person", text: line.answered.map(({ answer }) => answer).join("\n"), answered: line.answered };
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
