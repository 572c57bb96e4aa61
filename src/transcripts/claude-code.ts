/**
 * Claude Code's own record: one entry a line, most of them its bookkeeping. Only `user` and `assistant` entries are
 * turns, with nested content; a sub-agent's entries are marked, in this file or in one beside it.
 */

import { line } from "../disk/pieces.ts";
import type { Format } from "./format.ts";
import { type Entry, entriesOf, entryOf, entryReader, type Place, textOf, timeOf } from "./json-entries.ts";
import { isMachines, withoutBlocks } from "./machine-words.ts";
import type { Speaker, ToolResult, ToolUse, Turn } from "./turn.ts";

/** Who may have begun a turn other than a machine; older clients do not say. */
const PERSONS = new Set<unknown>([undefined, "human", "sdk"]);
const SIDE = "sidechain";
/** The client's own tool by which an agent asks the person. */
const QUESTION = "AskUserQuestion";

/** Most bytes of a record are the client's own notes, as it writes them; an entry in another order is taken apart. */
const BOOKKEEPING =
  /^\{(?:"type":"(?!(?:user|assistant|attachment|system)")|"parentUuid":(?:null|"[^"]{1,64}"),"isSidechain":(?:true|false),(?:"agentId":"[^"]{1,64}",)?"attachment":\{"type":"(?!queued_command"))/;

export const claudeCode: Format = {
  name: "claude-code",
  dull: BOOKKEEPING,
  fits: (head) => head.trimStart().startsWith("{") && (/"sessionId"\s*:/.test(head) || /"leafUuid"\s*:/.test(head)),
  cut: () => line,
  reader: (carry) => entryReader(turnsIn, carry),
};

type Common = Pick<Turn, "at" | "agent" | "entry" | "session" | "from">;

function turnsIn(entry: Entry, { from, carry, keep }: Place): readonly Turn[] {
  const { type, subtype, message } = entry;
  if (type === "user") {
    const turns = userTurns(entry, entryOf(message)?.["content"], commonOf(entry, from));
    return [...turns, ...answersIn(entry, turns, carry["asked"])];
  }
  if (type === "assistant") {
    const turns = agentTurns(entry, entryOf(message) ?? {}, commonOf(entry, from));
    const asked = turns.flatMap(({ uses = [] }) => uses).find(({ tool }) => tool === QUESTION);
    if (asked !== undefined) keep({ asked: asked.id });
    return turns;
  }
  if (type === "attachment") return queuedTurns(entryOf(entry["attachment"]) ?? {}, commonOf(entry, from));
  if (type !== "system" || subtype !== "compact_boundary") return [];
  return [{ ...commonOf(entry, from), by: "machine", text: "", compacted: true }];
}

function commonOf({ timestamp, isSidechain, agentId, uuid, sessionId }: Entry, from: number): Common {
  const common: { -readonly [K in keyof Common]: Common[K] } = { from };
  const { at } = timeOf(timestamp);
  const agent = textOf(agentId) || (isSidechain === true ? SIDE : "");
  // One by one: this is done for every entry of every session.
  if (at !== undefined) common.at = at;
  if (agent !== "") common.agent = agent;
  if (textOf(uuid) !== "") common.entry = textOf(uuid);
  if (textOf(sessionId) !== "") common.session = textOf(sessionId);
  return common;
}

function userTurns(entry: Entry, content: unknown, common: Common): Turn[] {
  const results = entriesOf(content).filter(({ type }) => type === "tool_result");
  const said = spokenText(content);
  const done = outcomeOf(entryOf(entry["toolUseResult"]) ?? {});
  const turns: Turn[] = results.map((result) => resultTurn(result, common, done));
  if (said.trim() === "") return turns;
  const by = speakerOf(entry, said, common);
  return [...turns, { ...common, by, text: by === "person" ? withoutBlocks(said) : said }];
}

/** In a sub-agent's conversation it is the agent above it that asks. */
function speakerOf(entry: Entry, said: string, { agent }: Common): Speaker {
  const { isMeta, isCompactSummary, origin, turnOrigin } = entry;
  const isOurs = isMeta === true || isCompactSummary === true || isMachines(said) || withoutBlocks(said) === "";
  if (isOurs || !PERSONS.has(entryOf(origin)?.["kind"]) || !PERSONS.has(turnOrigin)) return "machine";
  return agent === undefined ? "person" : "agent";
}

function resultTurn(
  { content, tool_use_id: id, is_error }: Entry,
  common: Common,
  done: Pick<ToolResult, "agent" | "task">,
): Turn {
  const text = spokenText(content);
  const result = { of: textOf(id), isError: is_error === true, size: text.length, ...done };
  return { ...common, by: "tool", text, result };
}

/** What the person chose or typed when asked: only for a call of the client's own tool, whatever another's result may hold. */
function answersIn({ toolUseResult }: Entry, turns: readonly Turn[], asked: string | undefined): Turn[] {
  const turn = turns.find(({ result }) => result !== undefined && result.of === asked && !result.isError);
  if (turn === undefined || turn.agent !== undefined) return [];
  const text = Object.values(entryOf(entryOf(toolUseResult)?.["answers"]) ?? {})
    .map(textOf)
    .join("\n")
    .trim();
  const { by: _, result: __, ...common } = turn;
  return text === "" ? [] : [{ ...common, by: "person", text }];
}

/** What the client itself says of it: a sub-agent is done, or a command goes on in the background. */
function outcomeOf({
  status,
  agentId,
  agentType,
  backgroundTaskId,
  taskId,
}: Entry): Pick<ToolResult, "agent" | "task"> {
  const task = textOf(backgroundTaskId) || textOf(taskId);
  if (task !== "") return { task };
  if (status !== "completed" || textOf(agentId) === "") return {};
  return { agent: { id: textOf(agentId), kind: textOf(agentType) } };
}

/** What the client says in the model's name, an API error above all, is no answer. */
function agentTurns(
  { isApiErrorMessage, attributionAgent: kind, cwd }: Entry,
  { content, model }: Entry,
  common: Common,
): Turn[] {
  const text = spokenText(content);
  const uses = entriesOf(content)
    .filter(({ type }) => type === "tool_use")
    .map(useOf);
  if (text.trim() === "" && uses.length === 0) return [];
  const by = isApiErrorMessage === true || model === "<synthetic>" ? "machine" : "agent";
  const agentKind = common.agent === undefined ? "" : textOf(kind);
  const called = uses.length === 0 ? {} : { uses, ...(textOf(cwd) === "" ? {} : { cwd: textOf(cwd) }) };
  return [{ ...common, by, text, ...(agentKind === "" ? {} : { agentKind }), ...called }];
}

function useOf({ id, name, input }: Entry): ToolUse {
  return { id: textOf(id), tool: textOf(name), input: entryOf(input) ?? {} };
}

/** What the person said while the agent was at work. */
function queuedTurns({ type, prompt, commandMode }: Entry, common: Common): Turn[] {
  if (type !== "queued_command") return [];
  const said = spokenText(prompt);
  if (said.trim() === "") return [];
  const isPersons = (commandMode === undefined || commandMode === "prompt") && !isMachines(said);
  return [{ ...common, by: isPersons ? "person" : "machine", text: isPersons ? withoutBlocks(said) : said }];
}

/** Text blocks one below the other; pictures and thoughts say nothing here. */
function spokenText(content: unknown): string {
  if (typeof content === "string") return content;
  return entriesOf(content)
    .filter(({ type }) => type === "text")
    .map(({ text }) => textOf(text))
    .join("\n");
}
