/**
 * Codex's record of a thread: one envelope a line. What was said stands there twice, as an item of the conversation and as
 * an event; only the items are read. Older files have the items without an envelope.
 */

import { line } from "../disk/pieces.ts";
import type { Format } from "./format.ts";
import { type Entry, entriesOf, entryIn, entryOf, entryReader, type Place, textOf, timeOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Speaker, ToolUse, Turn } from "./turn.ts";

const ENVELOPE = /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|compacted)"/;
const BARE_ITEM = /^\s*\{.*"type"\s*:\s*"(?:input|output)_text"/m;
/** Kinds of content that somebody other than the person put in. */
const MACHINE_KIND = /^(?:agents_md|environments|hooks|skills|permissions)\./;
const EXIT_CODE = /(?:^|\n)(?:Process exited with code|Exit code:?) (-?\d+)/;

export const codexRollout: Format = {
  name: "codex",
  fits: (head) =>
    head.trimStart().startsWith("{") && ((ENVELOPE.test(head) && /"payload"\s*:/.test(head)) || BARE_ITEM.test(head)),
  cut: () => line,
  reader: (carry) => entryReader(turnsIn, carry),
};

type Common = Pick<Turn, "at" | "agent" | "session" | "from">;

function turnsIn(entry: Entry, place: Place): readonly Turn[] {
  const payload = entryOf(entry["payload"]);
  if (entry["type"] === "session_meta") return noteThread(payload ?? {}, place);
  const { session = "", agent = "" } = place.carry;
  const common: Common = {
    ...timeOf(entry["timestamp"]),
    ...(agent === "" ? {} : { agent }),
    ...(session === "" ? {} : { session }),
    from: place.from,
  };
  if (entry["type"] === "compacted") return [compacted(payload ?? {}, common)];
  if (payload !== undefined) return entry["type"] === "response_item" ? itemTurns(payload, common) : [];
  return itemTurns(entry, common);
}

/** A thread that no person began is an agent's from its first line to its last. */
function noteThread({ id, source, thread_source: by }: Entry, { keep }: Place): readonly Turn[] {
  const isAgents = typeof source === "object" || (by !== undefined && by !== null && by !== "user");
  keep({ session: textOf(id), ...(isAgents ? { agent: textOf(id) || "thread" } : {}) });
  return [];
}

function compacted({ message }: Entry, common: Common): Turn {
  return { ...common, by: "machine", text: textOf(message), compacted: true };
}

function itemTurns(item: Entry, common: Common): Turn[] {
  const type = textOf(item["type"]);
  if (type === "message") return messageTurns(item, common);
  if (/_call$/.test(type)) return [{ ...common, by: "agent", text: "", uses: [useOf(item, type)] }];
  return /_call_output$/.test(type) ? [resultTurn(item, common)] : [];
}

function messageTurns(item: Entry, common: Common): Turn[] {
  const text = entriesOf(item["content"])
    .map((block) => textOf(block["text"]))
    .join("\n");
  if (text.trim() === "") return [];
  const by = speakerOf(item, text, common);
  return [{ ...common, by, text: by === "person" ? withoutBlocks(text) : text }];
}

function speakerOf(item: Entry, text: string, { agent }: Common): Speaker {
  if (item["role"] === "assistant") return "agent";
  if (item["role"] !== "user" || isMachines(text) || withoutBlocks(text) === "" || isMarkedMachines(item))
    return "machine";
  return agent === undefined ? "person" : "agent";
}

function isMarkedMachines(item: Entry): boolean {
  const kinds = entryOf(item["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"];
  return Array.isArray(kinds) && kinds.some((kind) => MACHINE_KIND.test(textOf(kind)));
}

function useOf(item: Entry, type: string): ToolUse {
  const { name, namespace, arguments: given, input, action, call_id: id } = item;
  const tool = [textOf(namespace), textOf(name) || type.replace(/_call$/, "")].filter((part) => part !== "").join("__");
  return { id: textOf(id), tool, input: inputOf(given ?? input ?? action) };
}

/** Arguments are JSON in a string; a tool of free text gets that text. */
function inputOf(given: unknown): Entry {
  if (typeof given !== "string") return entryOf(given) ?? {};
  return entryIn(given) ?? { input: given };
}

function resultTurn({ call_id: id, output }: Entry, common: Common): Turn {
  const { text, isError } = printed(output);
  return { ...common, by: "tool", text, result: { of: textOf(id), isError, size: text.length } };
}

/** Plain text, JSON in a string with its exit code, or blocks. */
function printed(output: unknown): { text: string; isError: boolean } {
  const inside = typeof output === "string" ? (output.startsWith("{") ? entryIn(output) : undefined) : entryOf(output);
  if (inside === undefined) {
    const text =
      typeof output === "string"
        ? output
        : entriesOf(output)
            .map((block) => textOf(block["text"]))
            .join("\n");
    return { text, isError: (EXIT_CODE.exec(text)?.[1] ?? "0") !== "0" };
  }
  const exit = entryOf(inside["metadata"])?.["exit_code"];
  const text = textOf(inside["output"]) || textOf(inside["content"]);
  return { text, isError: inside["success"] === false || (typeof exit === "number" && exit !== 0) };
}
