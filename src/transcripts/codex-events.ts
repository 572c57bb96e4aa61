/** The events of one Codex run as a single JSON array, on one line or many. They bear no times and name no session. */

import type { Cut } from "../disk/pieces.ts";
import { type EntryPlace, entryOf, entryReader, type JsonEntry, stringOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Format } from "./records.ts";
import type { Turn } from "./turn.ts";

const EVENT = /^\s*\[\s*\{[\s\S]*?"type"\s*:\s*"(?:message|error|operation\.|thread\.|item\.|turn\.)/;

export const codexEvents: Format = {
  name: "codex-events",
  fits: (head) => EVENT.test(head.slice(0, 4_000)),
  cut: arrayElements,
  reader: (carry) => entryReader(turnsIn, carry),
};

function turnsIn(event: JsonEntry, { from }: EntryPlace): readonly Turn[] {
  const { type, operationId } = event;
  if (type === "message") return messageTurns(event, from);
  if (type === "error") return [{ by: "machine", text: stringOf(event["message"]), from }];
  if (type === "operation.started")
    return [startedTurn(stringOf(operationId), entryOf(event["operation"]) ?? {}, from)];
  return type === "operation.finished" ? [finishedTurn(event, from)] : [];
}

function messageTurns({ role, text }: JsonEntry, from: number): Turn[] {
  const said = stringOf(text);
  if (said.trim() === "") return [];
  if (role === "assistant") return [{ by: "agent", text: said, from }];
  const isPersons = role === "user" && !isMachines(said);
  return [{ by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(said) : said, from }];
}

function startedTurn(id: string, { name, tool, input }: JsonEntry, from: number): Turn {
  return {
    by: "agent",
    text: "",
    uses: [{ id, tool: stringOf(name) || stringOf(tool), input: entryOf(input) ?? {} }],
    from,
  };
}

function finishedTurn({ operationId, output, status }: JsonEntry, from: number): Turn {
  const given = entryOf(output);
  const text = stringOf(output) || stringOf(given?.["output"]) || stringOf(given?.["text"]);
  const exit = given?.["exit_code"];
  const isError = status === "failed" || (typeof exit === "number" && exit !== 0);
  return { by: "tool", text, result: { of: stringOf(operationId), isError, size: text.length }, from };
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];

/** The objects of the outermost array, each with what separates it from the one before. */
function arrayElements(): Cut {
  let [depth, inString, escaped] = [0, false, false];
  return (bytes, from) => {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (escaped) escaped = false;
      else if (inString) {
        if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && depth > 0 && --depth === 0) return i + 1;
    }
    return -1;
  };
}
