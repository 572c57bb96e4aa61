/** What Claude Code's terminal showed, saved as text: a mark in front of each thing said, wrapped at its width. No times, no names. */

import { line } from "../../disk/pieces.ts";
import { type Block, BlockReader, type Grammar } from "../../transcripts/block-reader.ts";
import { isMachines, withoutBlocks } from "../../transcripts/machine-words.ts";
import type { Format } from "../../transcripts/records.ts";
import type { ToolCall, Turn } from "../../transcripts/turn.ts";

type Sort = "person" | "agent" | "printed" | "compacted" | "frame";

const COMPACTED = /^[═─ ]*Conversation compacted\b/;
const FRAME = /^(?:[╭│╰╮╯]|\s*[▐▝▘▛▜█▌]|✻|✽|✶|✢|\* \w+…)/;
const CALL = /^(?:[\w-]+:[\w-]+ - )?([\w-]+)(?: \(MCP\))?\((.*)$/s;
const NOTICE = /^User (?:answered|approved|rejected|declined) /;
/** A line break that was typed is shown as a back-slash. */
const TYPED_BREAK = /\s*\\(?:\s+|$)/g;
const ANSWERED = /^User answered /;
const PATHS = /^(?:Read|Write|Update|Edit|Create|MultiEdit|NotebookEdit)$/;
const NEW_LINE = /^\s*(?:[-*•>]|\d+[.)])\s|^\s*$|^\s*[|#`]/;
/** A line about as wide as the terminal goes on in the next one. */
const WRAPPED = 56;

const grammar: Grammar<Sort> = {
  begin: (text, open) => sortOf(text) ?? (open === undefined ? "printed" : undefined),
  turns: (block, { use = "", asked = "" }) => turnsOf(block, use, asked !== ""),
  after({ heading, lines, from }) {
    const text = heading === "agent" ? bodyOf(lines) : "";
    return { use: CALL.test(text) ? `${from}` : "", asked: ANSWERED.test(text) ? "answered" : "" };
  },
};

export const terminalExport: Format = {
  name: "terminal",
  fits: (head) => /^[●⏺][ \u00a0]\S/m.test(head) || (/^[>❯][ \u00a0]\S/m.test(head) && /^ {2}⎿ /m.test(head)),
  cut: () => line,
  reader: (carry) => new BlockReader(grammar, carry),
};

function sortOf(text: string): Sort | undefined {
  if (/^[>❯][ \u00a0]/.test(text)) return "person";
  if (/^[●⏺][ \u00a0]/.test(text)) return "agent";
  if (/^ {2}⎿ /.test(text)) return "printed";
  if (COMPACTED.test(text)) return "compacted";
  return FRAME.test(text) ? "frame" : undefined;
}

/** `use`: the call that stands right before. */
function turnsOf({ heading, lines, from }: Block<Sort>, use: string, isAnswered: boolean): Turn[] {
  if (heading === "frame") return [];
  if (heading === "compacted") return [{ by: "machine", text: "", compacted: true, from }];
  if (heading === "printed") return isAnswered ? answerTurns(lines, from) : printedTurns(lines, use, from);
  const text = heading === "person" ? bodyOf(lines).replace(TYPED_BREAK, "\n").trim() : bodyOf(lines);
  if (text === "") return [];
  if (heading === "agent") return [agentTurn(text, from)];
  const isPersons = !isMachines(text) && withoutBlocks(text) !== "";
  return [{ by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(text) : text, from }];
}

function agentTurn(text: string, from: number): Turn {
  if (NOTICE.test(text)) return { by: "machine", text, from };
  const [, tool, given] = CALL.exec(text) ?? [];
  if (tool === undefined || given === undefined || !given.trimEnd().endsWith(")")) return { by: "agent", text, from };
  return { by: "agent", text: "", uses: [useOf(tool, given.trimEnd().slice(0, -1), from)], from };
}

/** Names of tools are as the screen had them. */
function useOf(tool: string, given: string, from: number): ToolCall {
  const id = `${from}`;
  if (tool === "Bash") return { id, tool, input: { command: given } };
  return { id, tool, input: PATHS.test(tool) ? { file_path: given.replace(/\s+/g, "") } : { given } };
}

function printedTurns(lines: readonly string[], of: string, from: number): Turn[] {
  const text = lines
    .map((one) => one.replace(/^ {2}⎿ +| {5}/, ""))
    .join("\n")
    .trim();
  const isError = /^(?:Error|Exit code [1-9])/.test(text);
  if (NOTICE.test(text)) return [{ by: "machine", text, from }];
  return text === "" ? [] : [{ by: "tool", text, result: { of, isError, size: text.length }, from }];
}

/** "· question → answer", each wrapped at the terminal's width. */
function answerTurns(lines: readonly string[], from: number): Turn[] {
  const text = lines.map((one) => one.replace(/^ {2}⎿ +/, "").trim()).join(" ");
  const answered = text.split(/(?:^|\s)· /).flatMap((one) => {
    const at = one.lastIndexOf(" → ");
    return at < 0 ? [] : [{ question: one.slice(0, at).trim(), options: [], answer: one.slice(at + 3).trim() }];
  });
  const said = answered.map(({ answer }) => answer).join("\n");
  return said === "" ? [] : [{ by: "person", text: said, answered, from }];
}

/** Without the mark and the margin. */
function bodyOf([first = "", ...rest]: readonly string[]): string {
  return unwrapped([first.slice(2), ...rest.map((one) => one.replace(/^ {2}/, ""))]);
}

function unwrapped(lines: readonly string[]): string {
  let text = "";
  let last = "";
  for (const one of lines) {
    const goesOn = last.length >= WRAPPED && !NEW_LINE.test(one);
    text += goesOn ? `${text.endsWith(" ") ? "" : " "}${one.trimStart()}` : `${text === "" ? "" : "\n"}${one}`;
    last = one;
  }
  return text.trim();
}
