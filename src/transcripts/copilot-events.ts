/** Copilot CLI's record of a session: a line an event, a sub-agent's among the others under its name. */

import { line } from "../disk/pieces.ts";
import {
  type EntryPlace,
  entriesOf,
  entryOf,
  entryReader,
  entryTimeOf,
  type JsonEntry,
  stringOf,
} from "./json-entries.ts";
import { isMachines, withoutBlocks, withoutSkillName } from "./machine-words.ts";
import type { Format } from "./records.ts";
import type { Turn } from "./turn.ts";

const OWN_TOOL = /^cairn-(.+)$/;
/** What hooks added to a result, Cairn's among them. */
const HOOKS_WORDS = /\n\nTool "[^"\n]*" \w+\. Additional guidance from postToolUse(?:Failure)? hooks:\n[\s\S]*$/;

export const copilotEvents: Format = {
  name: "copilot-events",
  fits: (head) => /^\s*\{"type":"session\.start","data":\{"sessionId":"/.test(head),
  cut: () => line,
  dull: /^\{"type":"(?:hook|system|session\.usage|assistant\.turn|subagent\.(?:configured|selected))/,
  reader: (carry) => entryReader(turnsOf, carry),
};

type Common = Pick<Turn, "at" | "session" | "entry" | "agent" | "agentKind" | "from">;

function turnsOf(entry: JsonEntry, place: EntryPlace): Turn[] {
  const type = stringOf(entry["type"]);
  const said = entryOf(entry["data"]) ?? {};
  const agent = stringOf(entry["agentId"]);
  if (type === "session.start") place.keep({ session: stringOf(said["sessionId"]) });
  if (type === "subagent.started") {
    const name = stringOf(said["agentName"]);
    place.keep({ [`kind:${agent}`]: name, [`of:${stringOf(said["toolCallId"])}`]: agent });
  }
  const { session = "" } = place.carry;
  const kind = place.carry[`kind:${agent}`] ?? "";
  const common: Common = {
    ...entryTimeOf(entry["timestamp"]),
    ...(session === "" ? {} : { session }),
    entry: stringOf(entry["id"]),
    ...(agent === "" ? {} : { agent, agentKind: kind }),
    from: place.from,
  };
  if (type === "user.message") return userTurns(said, common);
  if (type === "assistant.message") return agentTurns(said, common);
  if (type === "tool.execution_complete") return resultTurns(said, common, place);
  if (type === "human_response.recorded") return answerTurns(said, common);
  if (type === "session.compaction_complete")
    return [{ ...common, by: "machine", text: stringOf(said["summaryContent"]), compacted: true }];
  return [];
}

/** `content` is what was typed; what hooks and the client added stands elsewhere. */
function userTurns(said: JsonEntry, common: Common): Turn[] {
  const text = withoutSkillName(stringOf(said["content"]).trim());
  if (text === "") return [];
  const isOthers = stringOf(said["source"]) !== "" || said["isAutopilotContinuation"] === true;
  const isMachine = common.agent !== undefined || isOthers || isMachines(text) || withoutBlocks(text) === "";
  return [{ ...common, by: isMachine ? "machine" : "person", text: isMachine ? text : withoutBlocks(text) }];
}

/** What the person answered to the agent's question; a program may answer too, and says so. */
function answerTurns(said: JsonEntry, common: Common): Turn[] {
  const response = entryOf(said["response"]) ?? {};
  const [question, answer] = [stringOf(response["question"]), stringOf(response["answer"]).trim()];
  if (said["actor"] !== "human_response" || common.agent !== undefined || answer === "") return [];
  const choices = Array.isArray(response["choices"]) ? response["choices"].map(stringOf) : [];
  return [{ ...common, by: "person", text: answer, answered: [{ question, options: choices, answer }] }];
}

function agentTurns(said: JsonEntry, common: Common): Turn[] {
  const uses = entriesOf(said["toolRequests"]).map((request) => {
    const name = stringOf(request["name"]);
    const [, own] = OWN_TOOL.exec(name) ?? [];
    // By a name nobody else can have: in records of other clients a server called so may be a repository's.
    const tool = own === undefined ? name : `cairn/${own}`;
    return { id: stringOf(request["toolCallId"]), tool, input: entryOf(request["arguments"]) ?? {} };
  });
  const text = stringOf(said["content"]);
  return text === "" && uses.length === 0
    ? []
    : [{ ...common, by: "agent", text, ...(uses.length === 0 ? {} : { uses }) }];
}

function resultTurns(said: JsonEntry, common: Common, { carry }: EntryPlace): Turn[] {
  const of = stringOf(said["toolCallId"]);
  const result = entryOf(said["result"]) ?? entryOf(said["error"]);
  const text = (stringOf(result?.["content"]) || stringOf(result?.["message"])).replace(HOOKS_WORDS, "");
  const exit = entryOf(said["shellExecution"])?.["exitCode"];
  const isError = said["success"] === false || (typeof exit === "number" && exit !== 0);
  const id = carry[`of:${of}`];
  const done = id === undefined ? {} : { agent: { id, kind: carry[`kind:${id}`] ?? "" } };
  return [{ ...common, by: "tool", text, result: { of, isError, size: text.length, ...done } }];
}
