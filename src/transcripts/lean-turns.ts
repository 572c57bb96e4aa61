/**
 * Turns for who must hold a whole session at once. What was said stays whole. Of what a tool printed: where it failed the
 * beginning and the end, else the last lines; of what it was given to write, as good as nothing. `result.size` still says
 * how much there was.
 */

import { wholeStart } from "../text/lines.ts";
import type { ToolCall, Turn } from "./turn.ts";

const BEGINNING = 1_000;
const END = 1_500;
const LONGEST = 4_000;
/** A plan that was handed over, or what a compaction left: somebody concluded there, so it is read whole. */
const CONCLUDING = 60_000;
const CONCLUDES =
  /^\s*(?:Implement the following plan|This session is being continued|User approved|\/compact|<command-)/;
/** Enough to tell by what a command ended. */
const LAST_WORDS = 300;
/** Files, and pieces of them: nobody looks for a command or a path in there. */
const WRITTEN = ["content", "new_string", "old_string", "new_source"];
const LISTS = ["edits", "todos"];

const FAILED = /\b(?:error|FAIL|failed|failure|Traceback|panic|exit code [1-9])/;

/** A tool's answer that tells of a failure, whatever the client calls it. */
export function isFailedResult({ by, text, result }: Turn): boolean {
  return by === "tool" && (result?.isError === true || FAILED.test(text.slice(-LONGEST)));
}

export function* leanTurns(turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  for (const turn of turns) {
    const text = leanText(turn);
    const uses = turn.uses?.some(isLarge) ? turn.uses.map(leanUse) : turn.uses;
    if (text === turn.text && uses === turn.uses) yield turn;
    else yield uses === undefined ? { ...turn, text } : { ...turn, text, uses };
  }
}

function leanText(turn: Turn): string {
  const { by, text } = turn;
  if ((by !== "tool" && by !== "machine") || text.length <= LAST_WORDS) return text;
  if (by === "machine" && text.length <= CONCLUDING && CONCLUDES.test(text)) return text;
  if (by === "machine" || isFailedResult(turn)) return text.length <= LONGEST ? text : bothEnds(text);
  return lastWords(text);
}

function isLarge({ input }: ToolCall): boolean {
  return (
    WRITTEN.some((name) => sizeOf(input[name]) > LAST_WORDS) || LISTS.some((name) => sizeOf(input[name]) > LONGEST)
  );
}

function leanUse(use: ToolCall): ToolCall {
  const left = Object.entries(use.input).map(([name, value]) => {
    if (WRITTEN.includes(name) && typeof value === "string" && value.length > LAST_WORDS)
      return [name, `${copied(wholeStart(value, LAST_WORDS))}…`] as const;
    return [name, LISTS.includes(name) && sizeOf(value) > LONGEST ? "" : value] as const;
  });
  return { ...use, input: Object.fromEntries(left) };
}

/** A list is long if it holds anything long. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? JSON.stringify(value).length : 0;
}

function bothEnds(text: string): string {
  return `${copied(wholeStart(text, BEGINNING))}\n…\n${copied(text.slice(-END))}`;
}

const LEFT_OUT = "…\n";
const ending = Buffer.alloc(2 * (LEFT_OUT.length + LAST_WORDS), LEFT_OUT, "utf16le");

/** Most of a session's turns end so: as one piece, not as one that is put together when it is first looked at. */
function lastWords(text: string): string {
  ending.write(text.slice(-LAST_WORDS), 2 * LEFT_OUT.length, "utf16le");
  return ending.toString("utf16le");
}

const room = Buffer.allocUnsafeSlow(2 * END);

/** Of at most so many characters: a slice would hold on to the whole text it was cut from. */
function copied(text: string): string {
  return room.toString("utf16le", 0, room.write(text, "utf16le"));
}
