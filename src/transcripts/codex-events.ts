/** The events of one Codex run as a single JSON array, on one line or many. They bear no times and name no session. */

import type { Cut } from "../disk/pieces.ts";
import type { Format } from "./format.ts";
import { type Entry, entryOf, entryReader, type Place, textOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Turn } from "./turn.ts";

const EVENT = /^\s*\[\s*\{[\s\S]*?"type"\s*:\s*"(?:message|error|operation\.|thread\.|item\.|turn\.)/;

export const codexEvents: Format = {
  name: "codex-events",
  fits: (head) => EVENT.test(head.slice(0, 4_000)),
  cut: arrayElements,
  reader: (carry) => entryReader(turnsIn, carry),
};

function turnsIn(event: Entry, { from }: Place): readonly Turn[] {
  const { type, operationId } = event;
  if (type === "message") return messageTurns(event, from);
  if (type === "error") return [{ by: "machine", text: textOf(event["message"]), from }];
  if (type === "operation.started") return [startedTurn(textOf(operationId), entryOf(event["operation"]) ?? {}, from)];
  return type === "operation.finished" ? [finishedTurn(event, from)] : [];
}

function messageTurns({ role, text }: Entry, from: number): Turn[] {
  const said = textOf(text);
  if (said.trim() === "") return [];
  if (role === "assistant") return [{ by: "agent", text: said, from }];
  const isPersons = role === "user" && !isMachines(said);
  return [{ by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(said) : said, from }];
}

function startedTurn(id: string, { name, tool, input }: Entry, from: number): Turn {
  return {
    by: "agent",
    text: "",
    uses: [{ id, tool: textOf(name) || textOf(tool), input: entryOf(input) ?? {} }],
    from,
  };
}

function finishedTurn({ operationId, output, status }: Entry, from: number): Turn {
  const given = entryOf(output);
  const text = textOf(output) || textOf(given?.["output"]) || textOf(given?.["text"]);
  const exit = given?.["exit_code"];
  const isError = status === "failed" || (typeof exit === "number" && exit !== 0);
  return { by: "tool", text, result: { of: textOf(operationId), isError, size: text.length }, from };
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
