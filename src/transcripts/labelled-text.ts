/** Plain text in which a label stands in front of what each side says: `User:`, `**Assistant:**`, `## Human`. */

import { line } from "../disk/pieces.ts";
import { type Block, BlockReader, type Grammar } from "./block-reader.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Format } from "./records.ts";
import type { Speaker, Turn } from "./turn.ts";

const speakers: Readonly<Record<string, Speaker>> = {
  user: "person",
  human: "person",
  you: "person",
  me: "person",
  assistant: "agent",
  agent: "agent",
  ai: "agent",
  claude: "agent",
  codex: "agent",
  chatgpt: "agent",
  gemini: "agent",
  model: "agent",
  tool: "tool",
  system: "machine",
};

const NAMES = Object.keys(speakers).join("|");
/** A heading needs no colon, a label does. Behind a heading the time may stand in brackets. */
const LABEL = new RegExp(
  `^(?:#{1,4} +\\**(${NAMES})\\**:?\\** *(?:\\[[\\d:. -]+\\] *)?$|\\**(${NAMES})\\**:\\**(?: +|$))`,
  "i",
);
const FENCE = /^\s*(?:```|~~~)/;

const grammar: Grammar<Speaker> = {
  begin: (text, open) => speakerIn(text) ?? (open === undefined ? "machine" : undefined),
  inside: (text, was) => FENCE.test(text) !== was,
  turns: (block) => turnsOf(block),
};

export const labelledText: Format = {
  name: "labelled-text",
  fits(head) {
    const found = new Set(head.split("\n").map(speakerIn));
    return found.has("person") && found.has("agent");
  },
  cut: () => line,
  reader: (carry) => new BlockReader(grammar, carry),
};

function speakerIn(text: string): Speaker | undefined {
  const [, heading, label] = LABEL.exec(text) ?? [];
  return speakers[(heading ?? label ?? "").toLowerCase()];
}

function turnsOf({ heading: by, lines: [first = "", ...rest], from }: Block<Speaker>): Turn[] {
  const text = [first.replace(LABEL, ""), ...rest].join("\n").trim();
  if (text === "") return [];
  if (by === "tool") return [{ by, text, result: { of: "", isError: false, size: text.length }, from }];
  if (by !== "person") return [{ by, text, from }];
  const isPersons = !isMachines(text) && withoutBlocks(text) !== "";
  return [{ by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(text) : text, from }];
}
