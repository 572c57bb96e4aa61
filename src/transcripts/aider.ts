/** aider's chat history: `#### ` before what the person typed, `> ` before what programs printed, the rest is the agent's. */

import { line } from "../disk/pieces.ts";
import { type Block, BlockReader, type Grammar } from "./block-reader.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Format } from "./records.ts";
import type { Turn } from "./turn.ts";

type Sort = "person" | "printed" | "agent";

const START = /^# aider chat started at /m;
const PERSON = /^#### ?/;
const PRINTED = /^> ?/;
const FENCE = /^\s*(?:```|~~~)/;
const FAILED = /\b(?:error|failed|Traceback)\b/i;

const grammar: Grammar<Sort> = {
  begin(text, open) {
    const sort = PERSON.test(text) ? "person" : PRINTED.test(text) ? "printed" : "agent";
    if (open === undefined || START.test(text)) return sort;
    // The first signs of a line that is still being written may be the mark of the same speaker.
    const isOpenYet = text.trim() === "" || "#### ".startsWith(text);
    return sort === open.heading || isOpenYet ? undefined : sort;
  },
  inside: (text, was, { heading }) => heading === "agent" && FENCE.test(text) !== was,
  turns: (block) => turnsOf(block),
};

export const aider: Format = {
  name: "aider",
  fits: (head) => START.test(head) && /^#### /m.test(head),
  cut: () => line,
  reader: (carry) => new BlockReader(grammar, carry),
};

function turnsOf({ heading, lines, from }: Block<Sort>): Turn[] {
  const mark = heading === "person" ? PERSON : heading === "printed" ? PRINTED : START;
  const text = lines
    .filter((one) => !START.test(one))
    .map((one) => one.replace(mark, ""))
    .join("\n")
    .trim();
  if (text === "") return [];
  if (heading === "agent") return [{ by: "agent", text, from }];
  if (heading === "printed") {
    return [{ by: "tool", text, result: { of: "", isError: FAILED.test(text), size: text.length }, from }];
  }
  const isPersons = !isMachines(text) && withoutBlocks(text) !== "";
  return [{ by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(text) : text, from }];
}
