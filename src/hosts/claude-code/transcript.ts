/**
 * Claude Code's own record: one entry a line, most of them its bookkeeping. Only `user` and `assistant` entries are
 * turns, with nested content; a sub-agent's entries are marked, in this file or in one beside it.
 */

import { line } from "../../disk/pieces.ts";
import {
  type EntryPlace,
  entriesOf,
  entryOf,
  entryReader,
  entryTimeOf,
  type JsonEntry,
  stringOf,
} from "../../transcripts/json-entries.ts";
import { isMachines, withoutBlocks } from "../../transcripts/machine-words.ts";
import type { Format } from "../../transcripts/records.ts";
import type { Speaker, ToolCall, ToolResult, Turn } from "../../transcripts/turn.ts";

/** Who may have begun a turn other than a machine; older clients do not say. */
const PERSONS = new Set<unknown>([undefined, "human", "sdk"]);
const SIDE = "sidechain";
/** The client's own tool by which an agent asks the person. */
const QUESTION = "AskUserQuestion";

/** Most bytes of a record are the client's own notes, as it writes them; an entry in another order is taken apart. */
const BOOKKEEPING =
  /^\{(?:"type":"(?!(?:user|assistant|attachment|system)")|"parentUuid":(?:null|"[^"]{1,64}"),"isSidechain":(?:true|false),(?:"agentId":"[^"]{1,64}",)?"attachment":\{"type":"(?!(?:queued_command|file|mcp_resource)"))/;

export const transcript: Format = {
  name: "claude-code",
  dull: BOOKKEEPING,
  fits: (head) => head.trimStart().startsWith("{") && (/"sessionId"\s*:/.test(head) || /"leafUuid"\s*:/.test(head)),
  cut: () => line,
  reader: (carry) => entryReader(turnsIn, carry),
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** What the client itself says of a result. */
type Outcome = Pick<ToolResult, "agent" | "task">;

const NONE: readonly never[] = [];

function turnsIn(entry: JsonEntry, { from, carry, keep }: EntryPlace): readonly Turn[] {
  const { type, subtype, message } = entry;
  if (type === "user") {
    const turns = userTurns(entry, from, entryOf(message)?.["content"]);
    const { asked, offers = "[]" } = carry;
    return asked === undefined ? turns : [...turns, ...answersIn(entry, turns, asked, offers)];
  }
  if (type === "assistant") {
    const turn = agentTurn(entry, from, entryOf(message) ?? {});
    const asked = turn?.uses?.find(({ tool }) => tool === QUESTION);
    if (asked !== undefined) keep({ asked: asked.id, offers: JSON.stringify(asked.input["questions"] ?? []) });
    return turn === undefined ? NONE : [turn];
  }
  if (type === "attachment") return attachedTurns(entry, from, entryOf(entry["attachment"]) ?? {});
  if (type !== "system" || subtype !== "compact_boundary") return NONE;
  const turn = turnOf(entry, from, "machine", "");
  turn.compacted = true;
  return [turn];
}

/** Grown field by field, here and by who adds to it: fields added to a copy cost fifty times as much, for every entry. */
function turnOf(entry: JsonEntry, from: number, by: Speaker, text: string): Mutable<Turn> {
  const turn = { from } as Mutable<Turn>;
  const { at } = entryTimeOf(entry["timestamp"]);
  const agent = agentOf(entry);
  if (at !== undefined) turn.at = at;
  if (agent !== "") turn.agent = agent;
  const { uuid, sessionId } = entry;
  if (typeof uuid === "string" && uuid !== "") turn.entry = uuid;
  if (typeof sessionId === "string" && sessionId !== "") turn.session = sessionId;
  turn.by = by;
  turn.text = text;
  return turn;
}

function agentOf({ agentId, isSidechain }: JsonEntry): string {
  return stringOf(agentId) || (isSidechain === true ? SIDE : "");
}

function userTurns(entry: JsonEntry, from: number, content: unknown): readonly Turn[] {
  const turns: Turn[] = [];
  const done = outcomeOf(entryOf(entry["toolUseResult"]) ?? {});
  for (const block of blocksOf(content, "tool_result")) turns.push(resultTurn(entry, from, block, done));
  const said = spokenText(content);
  if (said.trim() === "") return turns;
  const by = speakerOf(entry, said);
  turns.push(turnOf(entry, from, by, by === "person" ? withoutBlocks(said) : said));
  return turns;
}

/** In a sub-agent's conversation it is the agent above it that asks. */
function speakerOf(entry: JsonEntry, said: string): Speaker {
  const { isMeta, isCompactSummary, origin, turnOrigin } = entry;
  const isOurs = isMeta === true || isCompactSummary === true || isMachines(said) || withoutBlocks(said) === "";
  if (isOurs || !PERSONS.has(entryOf(origin)?.["kind"]) || !PERSONS.has(turnOrigin)) return "machine";
  return agentOf(entry) === "" ? "person" : "agent";
}

function resultTurn(entry: JsonEntry, from: number, block: JsonEntry, done: Outcome | undefined): Turn {
  const { content, tool_use_id: id, is_error } = block;
  const turn = turnOf(entry, from, "tool", spokenText(content));
  const result = { of: stringOf(id), isError: is_error === true, size: turn.text.length };
  turn.result = done === undefined ? result : { ...result, ...done };
  return turn;
}

/** What the person chose or typed when asked: only for a call of the client's own tool, whatever another's result may hold. */
function answersIn(entry: JsonEntry, turns: readonly Turn[], asked: string, offers: string): Turn[] {
  const turn = turns.find(({ result }) => result !== undefined && result.of === asked && !result.isError);
  if (turn === undefined || turn.agent !== undefined) return [];
  const given = entryOf(entryOf(entry["toolUseResult"])?.["answers"]) ?? {};
  const offered = entriesOf(JSON.parse(offers));
  const answered = Object.entries(given).flatMap(([question, value]) => {
    const answer = stringOf(value).trim();
    const options = entriesOf(offered.find((one) => stringOf(one["question"]) === question)?.["options"]).map(
      optionText,
    );
    return answer === "" ? [] : [{ question, options, answer }];
  });
  if (answered.length === 0) return [];
  const said = turnOf(entry, turn.from, "person", answered.map(({ answer }) => answer).join("\n"));
  said.answered = answered;
  return [said];
}

function optionText({ label, description }: JsonEntry): string {
  return [stringOf(label), stringOf(description)].filter((part) => part !== "").join(": ");
}

/** What the client itself says of it: a sub-agent is done, or a command goes on in the background. */
function outcomeOf({ status, agentId, agentType, backgroundTaskId, taskId }: JsonEntry): Outcome | undefined {
  const task = stringOf(backgroundTaskId) || stringOf(taskId);
  if (task !== "") return { task };
  if (status !== "completed" || stringOf(agentId) === "") return undefined;
  return { agent: { id: stringOf(agentId), kind: stringOf(agentType) } };
}

/** What the client says in the model's name, an API error above all, is no answer. */
function agentTurn(entry: JsonEntry, from: number, { content, model }: JsonEntry): Turn | undefined {
  const text = spokenText(content);
  const uses: ToolCall[] = [];
  for (const block of blocksOf(content, "tool_use")) uses.push(useOf(block));
  if (text.trim() === "" && uses.length === 0) return undefined;
  const { isApiErrorMessage, attributionAgent: kind, cwd } = entry;
  const by = isApiErrorMessage === true || model === "<synthetic>" ? "machine" : "agent";
  const turn = turnOf(entry, from, by, text);
  if (turn.agent !== undefined && stringOf(kind) !== "") turn.agentKind = stringOf(kind);
  if (uses.length === 0) return turn;
  turn.uses = uses;
  if (stringOf(cwd) !== "") turn.cwd = stringOf(cwd);
  return turn;
}

function useOf({ id, name, input }: JsonEntry): ToolCall {
  return { id: stringOf(id), tool: stringOf(name), input: entryOf(input) ?? {} };
}

function attachedTurns(entry: JsonEntry, from: number, attached: JsonEntry): readonly Turn[] {
  const { type } = attached;
  return type === "file" || type === "mcp_resource"
    ? readTurns(entry, from, attached)
    : queuedTurns(entry, from, attached);
}

/**
 * What the person names with an @, the client reads for them: as if it had used its own tool for it. Nobody said it.
 */
function readTurns(entry: JsonEntry, from: number, { type, filename, content, server, uri }: JsonEntry): Turn[] {
  const isFile = type === "file";
  const held = entryOf(content) ?? {};
  const text = isFile
    ? stringOf(entryOf(held["file"])?.["content"])
    : entriesOf(held["contents"])
        .map((part) => stringOf(part["text"]))
        .join("\n");
  const id = `@${stringOf(entry["uuid"])}`;
  const asked = turnOf(entry, from, "machine", "");
  asked.uses = [
    isFile
      ? { id, tool: "Read", input: { file_path: stringOf(filename) } }
      : { id, tool: "ReadMcpResourceTool", input: { server, uri } },
  ];
  const read = turnOf(entry, from, "tool", text);
  read.result = { of: id, isError: false, size: text.length };
  return [asked, read];
}

/** What the person said while the agent was at work. */
function queuedTurns(entry: JsonEntry, from: number, { type, prompt, commandMode }: JsonEntry): readonly Turn[] {
  if (type !== "queued_command") return NONE;
  const said = spokenText(prompt);
  if (said.trim() === "") return NONE;
  const isPersons = (commandMode === undefined || commandMode === "prompt") && !isMachines(said);
  return [turnOf(entry, from, isPersons ? "person" : "machine", isPersons ? withoutBlocks(said) : said)];
}

/** Text blocks one below the other; pictures and thoughts say nothing here. */
function spokenText(content: unknown): string {
  if (typeof content === "string") return content;
  let said: string | undefined;
  for (const { text } of blocksOf(content, "text"))
    said = said === undefined ? stringOf(text) : `${said}\n${stringOf(text)}`;
  return said ?? "";
}

function blocksOf(content: unknown, type: string): readonly JsonEntry[] {
  if (!Array.isArray(content)) return NONE;
  const blocks: JsonEntry[] = [];
  for (const block of content) if (entryOf(block)?.["type"] === type) blocks.push(block);
  return blocks;
}
