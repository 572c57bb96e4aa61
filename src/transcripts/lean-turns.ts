/**
 * Turns for who must hold a whole session at once: of what tools printed and were given to write, and of what machines
 * put in, the beginning and the end. What was said stays whole; `result.size` still says how much there was.
 */

import type { ToolUse, Turn } from "./turn.ts";

const BEGINNING = 1_000;
const END = 1_500;
const LONGEST = 4_000;
/** Files, and pieces of them: nobody looks for a command or a path in there. */
const WRITTEN = ["content", "new_string", "old_string", "new_source", "edits", "todos"];

export function* leanTurns(turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  for (const turn of turns) {
    const isPrinted = turn.by === "tool" || turn.by === "machine";
    if (isPrinted && turn.text.length > LONGEST) yield { ...turn, text: shortened(turn.text) };
    else if (turn.uses?.some(isLarge)) yield { ...turn, uses: turn.uses.map(leanUse) };
    else yield turn;
  }
}

function isLarge({ input }: ToolUse): boolean {
  return WRITTEN.some((name) => sizeOf(input[name]) > LONGEST);
}

function leanUse(use: ToolUse): ToolUse {
  const left = Object.entries(use.input).map(([name, value]) => {
    const isLong = WRITTEN.includes(name) && sizeOf(value) > LONGEST;
    return [name, isLong ? shortened(typeof value === "string" ? value : "") : value] as const;
  });
  return { ...use, input: Object.fromEntries(left) };
}

/** A list is long if it holds anything long. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? JSON.stringify(value).length : 0;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${copied(text.slice(0, BEGINNING))}\n…\n${copied(text.slice(-END))}`;
}

/** A slice would hold on to the whole text it was cut from. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
