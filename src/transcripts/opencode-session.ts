/**
 * opencode's record of a session, a line a part of a message: what its database has, as `hosts/opencode/records.ts` prints
 * it. Every line is whole in itself.
 */

import { line } from "../disk/pieces.ts";
import { jsonFrom } from "../text/json.ts";
import { entryOf, entryReader, entryTimeOf, type JsonEntry, stringOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Format } from "./records.ts";
import type { Turn } from "./turn.ts";

const OWN_TOOL = /^cairn_(.+)$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"$/s;

export const opencodeSession: Format = {
  name: "opencode-session",
  fits: (head) => head.startsWith('{"opencode":"'),
  cut: () => line,
  reader: (carry) => entryReader((entry, { from }) => turnsOf(entry, from), carry),
};

/** Words given on its command line are kept in quotes. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const inner = QUOTED.test(trimmed) ? jsonFrom(trimmed) : undefined;
  return typeof inner === "string" ? inner : text;
}

type Common = Pick<Turn, "at" | "session" | "entry" | "agent" | "agentKind" | "from">;

function turnsOf(entry: JsonEntry, from: number): Turn[] {
  const part = entryOf(entry["part"]);
  const message = entryOf(entry["message"]);
  if (part === undefined || message === undefined) return [];
  const agent = stringOf(entry["agent"]);
  const common: Common = {
    ...entryTimeOf(entry["at"]),
    session: stringOf(entry["opencode"]),
    entry: stringOf(entry["id"]),
    ...(agent === "" ? {} : { agent, agentKind: stringOf(message["agent"]) }),
    from,
  };
  const type = stringOf(part["type"]);
  if (type === "compaction") return [{ ...common, by: "machine", text: "", compacted: true }];
  if (type === "tool") return toolTurns(part, common);
  const text = type === "text" ? stringOf(part["text"]) : "";
  return text.trim() === "" ? [] : said(text, { part, message, isAgents: agent !== "" }, common);
}

interface Spoken {
  readonly part: JsonEntry;
  readonly message: JsonEntry;
  readonly isAgents: boolean;
}

function said(text: string, { part, message, isAgents }: Spoken, common: Common): Turn[] {
  // What Cairn told the model is nobody's.
  if (entryOf(part["metadata"])?.["cairn"] === true) return [];
  const isSummary = message["summary"] === true;
  if (message["role"] === "assistant") return [{ ...common, by: isSummary ? "machine" : "agent", text }];
  const typed = unquoted(text).trim();
  const isMachine = part["synthetic"] === true || isAgents || isMachines(typed) || withoutBlocks(typed) === "";
  return [{ ...common, by: isMachine ? "machine" : "person", text: isMachine ? typed : withoutBlocks(typed) }];
}

function toolTurns(part: JsonEntry, common: Common): Turn[] {
  const state = entryOf(part["state"]) ?? {};
  const name = stringOf(part["tool"]);
  const id = stringOf(part["callID"]);
  const [, own] = OWN_TOOL.exec(name) ?? [];
  // By a name nobody else can have: in records of other clients a server called so may be a repository's.
  const tool = own === undefined ? name : `cairn/${own}`;
  const use: Turn = { ...common, by: "agent", text: "", uses: [{ id, tool, input: entryOf(state["input"]) ?? {} }] };
  const status = stringOf(state["status"]);
  if (status !== "completed" && status !== "error") return [use];
  const text = stringOf(state["output"]) || stringOf(state["error"]);
  const metadata = entryOf(state["metadata"]);
  const exit = metadata?.["exit"];
  const isError = status === "error" || (typeof exit === "number" && exit !== 0);
  const agent = stringOf(metadata?.["sessionId"]);
  const kind = stringOf(entryOf(state["input"])?.["subagent_type"]);
  const done = agent === "" ? {} : { agent: { id: agent, kind } };
  return [use, { ...common, by: "tool", text, result: { of: id, isError, size: text.length, ...done } }];
}
