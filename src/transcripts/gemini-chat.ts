/**
 * Gemini CLI's record of a chat: a line a message, written again when it changes, lines that set fields of the whole, and
 * lines that take back everything from a message on. So what was said is known only at its end. Who goes on in the middle
 * does not see what is taken back of what came before.
 */

import { line } from "../disk/pieces.ts";
import { entriesOf, entryIn, entryOf, entryTimeOf, type JsonEntry, stringOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Carry, Format, TranscriptPart, TurnReader } from "./records.ts";
import type { Turn } from "./turn.ts";

const HEAD = /^\s*\{[^\n]{0,400}"sessionId"\s*:\s*"[^\n]{0,400}"projectHash"\s*:/;
const [OPENS, CLOSES] = ["<hook_context>", "</hook_context>"];
const BLANKS = /\s*/y;
const OWN_TOOL = /^mcp_cairn_(.+)$/;

export const geminiChat: Format = {
  name: "gemini-chat",
  fits: (head) => HEAD.test(head),
  cut: () => line,
  reader: (carry) => new ChatReader(carry),
};

/** What hooks put there, Cairn's among them: inside it every tag is escaped, so nothing closes it early. */
export function withoutHookContext(text: string): string {
  let rest = "";
  let from = 0;
  // By hand: a pattern would look for the end of the text anew from every block that is not closed.
  for (let at = text.indexOf(OPENS); at >= 0; at = text.indexOf(OPENS, from)) {
    const end = text.indexOf(CLOSES, at);
    if (end < 0) break;
    rest += text.slice(from, at);
    BLANKS.lastIndex = end + CLOSES.length;
    BLANKS.test(text);
    from = BLANKS.lastIndex;
  }
  return text.includes(OPENS) ? (rest + text.slice(from)).trim() : text;
}

interface Message {
  readonly entry: JsonEntry;
  readonly from: number;
}

class ChatReader implements TurnReader {
  readonly openFrom = undefined;
  carry: Carry;
  #messages = new Map<string, Message>();

  constructor(carry: Carry) {
    this.carry = carry;
  }

  take({ text, from }: TranscriptPart): readonly Turn[] {
    const entry = entryIn(text);
    if (entry === undefined) return [];
    const set = entryOf(entry["$set"]);
    const back = stringOf(entry["$rewindTo"]);
    if (back !== "") this.#takeBack(back);
    else if (stringOf(entry["id"]) !== "") this.#put(entry, from);
    else if (set !== undefined) this.#replace(set, from);
    else if (stringOf(entry["sessionId"]) !== "") {
      this.carry = { session: stringOf(entry["sessionId"]), kind: stringOf(entry["kind"]) };
      for (const message of entriesOf(entry["messages"])) this.#put(message, from);
    }
    return [];
  }

  end(): readonly Turn[] {
    const { session = "", kind } = this.carry;
    if (kind === "subagent") return [];
    return [...this.#messages.values()].flatMap((message) => turnsOf(message, session));
  }

  /** The newer of the same name, in the place of the older. */
  #put(entry: JsonEntry, from: number): void {
    const id = stringOf(entry["id"]);
    if (id !== "") this.#messages.set(id, { entry, from: this.#messages.get(id)?.from ?? from });
  }

  #replace(set: JsonEntry, from: number): void {
    if (!Array.isArray(set["messages"])) return;
    this.#messages = new Map();
    for (const entry of entriesOf(set["messages"])) this.#put(entry, from);
  }

  /** Back to a message that is not there is back to the beginning: so the client itself reads it. */
  #takeBack(id: string): void {
    const names = [...this.#messages.keys()];
    for (const name of names.slice(Math.max(0, names.indexOf(id)))) this.#messages.delete(name);
  }
}

function turnsOf({ entry, from }: Message, session: string): Turn[] {
  const common = { ...entryTimeOf(entry["timestamp"]), ...(session === "" ? {} : { session }), from };
  const type = stringOf(entry["type"]);
  if (type === "user") return userTurns(entry, common);
  return type === "gemini" ? agentTurns(entry, common) : [];
}

type Common = Pick<Turn, "at" | "session" | "from">;

/** What was typed stands apart where the model was given more: the files it names, what a command stands for. */
function userTurns(entry: JsonEntry, common: Common): Turn[] {
  const said = withoutHookContext(textOf(entry["displayContent"]) || textOf(entry["content"])).trim();
  if (said === "") return [];
  const isMachine = isMachines(said) || /^<session_context>/.test(said) || withoutBlocks(said) === "";
  return [{ ...common, by: isMachine ? "machine" : "person", text: isMachine ? said : withoutBlocks(said) }];
}

function agentTurns(entry: JsonEntry, common: Common): Turn[] {
  const calls = entriesOf(entry["toolCalls"]);
  const uses = calls.map((call) => {
    const name = stringOf(call["name"]);
    const [, own] = OWN_TOOL.exec(name) ?? [];
    // By a name nobody else can have: in records of other clients a server called so may be a repository's.
    return {
      id: stringOf(call["id"]),
      tool: own === undefined ? name : `cairn/${own}`,
      input: entryOf(call["args"]) ?? {},
    };
  });
  const said: Turn = {
    ...common,
    by: "agent",
    text: textOf(entry["content"]),
    ...(uses.length === 0 ? {} : { uses }),
  };
  const results = calls.map((call): Turn => {
    const text = printed(call["result"]);
    const isError = call["status"] === "error" || /(?:^|\n)Exit Code: (?!0\b)-?\d+/.test(text);
    return { ...common, by: "tool", text, result: { of: stringOf(call["id"]), isError, size: text.length } };
  });
  return said.text === "" && uses.length === 0 ? [] : [said, ...results];
}

/** A text, or parts with one each. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => (typeof part === "string" ? part : stringOf(entryOf(part)?.["text"]))).join("\n");
}

/** What the model was given, without what hooks added. */
function printed(result: unknown): string {
  if (typeof result === "string") return withoutHookContext(result);
  const texts = entriesOf(result).map((part) => {
    const response = entryOf(entryOf(part["functionResponse"])?.["response"]);
    return stringOf(response?.["output"]) || stringOf(response?.["error"]);
  });
  return withoutHookContext(texts.join("\n")).replace(/^<untrusted_context>\n|\n<\/untrusted_context>$/g, "");
}
