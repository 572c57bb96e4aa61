/**
 * Codex's record of a thread: one envelope a line. What was said stands there twice, as an item of the conversation and as
 * an event; only the items are read. Older files have the items without an envelope.
 */

import { line } from "../disk/pieces.ts";
import {
  type EntryPlace,
  entriesOf,
  entryIn,
  entryOf,
  entryReader,
  entryTimeOf,
  type JsonEntry,
  stringOf,
} from "./json-entries.ts";
import { isMachines, withoutBlocks, withoutSkillName } from "./machine-words.ts";
import type { Carry, Format, TranscriptPart, TurnReader } from "./records.ts";
import type { Speaker, ToolCall, Turn } from "./turn.ts";

const ENVELOPE = /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|compacted)"/;
const BARE_ITEM = /^[ \t]*\{.*"type"[ \t]*:[ \t]*"(?:input|output)_text"/m;
/** Kinds of content that somebody other than the person put in. */
const MACHINE_KIND = /^(?:agents_md|environments|hooks|skills|permissions)\./;
/** Cairn's, as `init` puts it there. */
const OWN_SERVER = "mcp__cairn";
/** Only at its beginning it is the client's: what is said may hold the same words. */
const ROLLED_BACK =
  /^\s*\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"event_msg","payload":\{"type":"thread_rolled_back","num_turns":(\d{1,6})/;
const EXIT_CODE = /(?:^|\n)(?:Process exited with code|Exit code:?) (-?\d+)/;

export const codexRollout: Format = {
  name: "codex",
  fits: (head) =>
    head.trimStart().startsWith("{") && ((ENVELOPE.test(head) && /"payload"\s*:/.test(head)) || BARE_ITEM.test(head)),
  cut: () => line,
  reader: (carry) => new RolloutReader(carry),
};

/** Who goes further back has begun anew. */
const MOST_HELD = 8;

/**
 * Holds back what followed the newest prompts: the person may take prompts back, which stands behind them. What was given
 * before reading went on is not taken back.
 */
class RolloutReader implements TurnReader {
  readonly openFrom = undefined;
  readonly #entries: TurnReader;
  /** A prompt with all that came of it, each. */
  #held: Turn[][] = [];

  constructor(carry: Carry) {
    this.#entries = entryReader(turnsIn, carry);
  }

  get carry(): Carry {
    return this.#entries.carry;
  }

  take(part: TranscriptPart): readonly Turn[] {
    const [, back] = ROLLED_BACK.exec(part.text) ?? [];
    if (back !== undefined) {
      this.#held = this.#held.slice(0, Math.max(0, this.#held.length - Number(back)));
      return [];
    }
    const ready: Turn[] = [];
    for (const turn of this.#entries.take(part)) {
      if (turn.by === "person") this.#held.push([turn]);
      else if (this.#held.length > 0) this.#held.at(-1)?.push(turn);
      else ready.push(turn);
      if (this.#held.length > MOST_HELD) ready.push(...(this.#held.shift() ?? []));
    }
    return ready;
  }

  end(): readonly Turn[] {
    const left = this.#held.flat();
    this.#held = [];
    return left;
  }
}

type Common = Pick<Turn, "at" | "agent" | "session" | "from">;

function turnsIn(entry: JsonEntry, place: EntryPlace): readonly Turn[] {
  const payload = entryOf(entry["payload"]);
  if (entry["type"] === "session_meta") return noteThread(payload ?? {}, place);
  const { session = "", agent = "" } = place.carry;
  const common: Common = {
    ...entryTimeOf(entry["timestamp"]),
    ...(agent === "" ? {} : { agent }),
    ...(session === "" ? {} : { session }),
    from: place.from,
  };
  if (entry["type"] === "compacted") return [compacted(payload ?? {}, common)];
  if (payload !== undefined) return entry["type"] === "response_item" ? itemTurns(payload, common) : [];
  return itemTurns(entry, common);
}

/**
 * A thread that no person began is an agent's from its first line to its last. A fork begins with its own line, and has
 * that of the thread it was copied from behind it.
 */
function noteThread({ id, source, thread_source: by }: JsonEntry, { carry, keep }: EntryPlace): readonly Turn[] {
  if (carry["session"] !== undefined) return [];
  const isAgents = typeof source === "object" || (by !== undefined && by !== null && by !== "user");
  keep({ session: stringOf(id), ...(isAgents ? { agent: stringOf(id) || "thread" } : {}) });
  return [];
}

function compacted({ message }: JsonEntry, common: Common): Turn {
  return { ...common, by: "machine", text: stringOf(message), compacted: true };
}

function itemTurns(item: JsonEntry, common: Common): Turn[] {
  const type = stringOf(item["type"]);
  if (type === "message") return messageTurns(item, common);
  if (/_call$/.test(type)) return [{ ...common, by: "agent", text: "", uses: [useOf(item, type)] }];
  return /_call_output$/.test(type) ? [resultTurn(item, common)] : [];
}

function messageTurns(item: JsonEntry, common: Common): Turn[] {
  const given = entriesOf(item["content"])
    .map((block) => stringOf(block["text"]))
    .join("\n");
  const text = item["role"] === "user" ? typedIn(given) : given;
  if (text.trim() === "") return [];
  const by = speakerOf(item, text, common);
  return [{ ...common, by, text: by === "person" ? withoutBlocks(text) : text }];
}

/** An editor puts what it shows before the person's words. */
function typedIn(text: string): string {
  const isShown = /^\s*# Context from my IDE setup:/.test(text);
  return withoutSkillName(isShown ? (/\n## My request for Codex:\s*([\s\S]*)$/.exec(text)?.[1] ?? "") : text);
}

function speakerOf(item: JsonEntry, text: string, { agent }: Common): Speaker {
  if (item["role"] === "assistant") return "agent";
  if (item["role"] !== "user" || isMachines(text) || withoutBlocks(text) === "" || isMarkedMachines(item))
    return "machine";
  return agent === undefined ? "person" : "agent";
}

function isMarkedMachines(item: JsonEntry): boolean {
  const kinds = entryOf(item["internal_chat_message_metadata_passthrough"])?.["content_item_kinds"];
  return Array.isArray(kinds) && kinds.some((kind) => MACHINE_KIND.test(stringOf(kind)));
}

function useOf(item: JsonEntry, type: string): ToolCall {
  const { name, namespace, arguments: given, input, action, call_id: id } = item;
  const called = stringOf(name) || type.replace(/_call$/, "");
  // By a name nobody else can have: in records of other clients a server called so may be a repository's.
  const own = namespace === OWN_SERVER ? `cairn/${called}` : undefined;
  const tool = own ?? [stringOf(namespace), called].filter((part) => part !== "").join("__");
  return { id: stringOf(id), tool, input: inputOf(given ?? input ?? action) };
}

/** Arguments are JSON in a string; a tool of free text gets that text. */
function inputOf(given: unknown): JsonEntry {
  if (typeof given !== "string") return entryOf(given) ?? {};
  return entryIn(given) ?? { input: given };
}

function resultTurn({ call_id: id, output }: JsonEntry, common: Common): Turn {
  const { text, isError } = printed(output);
  return { ...common, by: "tool", text, result: { of: stringOf(id), isError, size: text.length } };
}

/** Plain text, JSON in a string with its exit code, or blocks. */
function printed(output: unknown): { text: string; isError: boolean } {
  const inside = typeof output === "string" ? (output.startsWith("{") ? entryIn(output) : undefined) : entryOf(output);
  if (inside === undefined) {
    const text =
      typeof output === "string"
        ? output
        : entriesOf(output)
            .map((block) => stringOf(block["text"]))
            .join("\n");
    return { text, isError: (EXIT_CODE.exec(text)?.[1] ?? "0") !== "0" };
  }
  const exit = entryOf(inside["metadata"])?.["exit_code"];
  const text = stringOf(inside["output"]) || stringOf(inside["content"]);
  return { text, isError: inside["success"] === false || (typeof exit === "number" && exit !== 0) };
}
