/** Claude Code: the names in its payloads, the names of its tools and events, and the form it wants an answer in. */

import { defined } from "../../model/defined.ts";
import { isJsonObject } from "../../text/json.ts";
import { isMachines } from "../../transcripts/machine-words.ts";
import { beginningIn, printAnswer, type ToolFields, toolUsed } from "../deeds.ts";
import type { Environment, HostMoments } from "../host.ts";
import type { Answer, Deed, HostEvent, Moment, ToolUse } from "../moment.ts";
import { type Payload, recordIn, textIn } from "../payload.ts";
import { noteOf, OWN_TOOL, todoListIn, todoOf, tools } from "./host.ts";

/** The event an answer must name. */
const eventNames: Readonly<Record<Moment, string>> = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "before-tool": "PreToolUse",
  permission: "PermissionRequest",
  "after-tool": "PostToolUse",
  "tool-failed": "PostToolUseFailure",
  "before-compaction": "PreCompact",
  stop: "Stop",
  "agent-start": "SubagentStart",
  "agent-stop": "SubagentStop",
  "session-end": "SessionEnd",
};

/** Of one session, named after it. */
const ENV_FILE = /[/\\]session-env[/\\]([0-9a-f-]{36})[/\\]/;

const fields: ToolFields = {
  tool: "tool_name",
  input: "tool_input",
  use: "tool_use_id",
  own: OWN_TOOL,
  tools,
  searched: ["path"],
  path: ["file_path", "notebook_path"],
  whole: "content",
  written: ["content", "new_string", "new_source"],
};
/** Words of a task stand in it, and not only that it is done. */
const TELLS = /^\s*<task-notification[\s\S]*<(?:event|result)>/;

/** Kinds of sub-agents that have no tool to write with; Cairn's own are among them. */
const READERS = /^(?:Explore|Plan|cairn:.*)$/;

/** How it hands over a plan that was approved before the context was cleared. */
const PLAN = /^Implement the following plan:\s*/;
/** Cairn's own commands ask for nothing. */
const COMMAND = /^\/(?!cairn:)[a-z][\w:-]*(?:\s|$)/i;

const sessionOf = (payload: Payload) => ({ session: textIn(payload, "session_id") });

const agentOf = (payload: Payload) => ({ agent: textIn(payload, "agent_id"), kind: textIn(payload, "agent_type") });

const lastMessageOf = (payload: Payload) => ({ lastMessage: textIn(payload, "last_assistant_message") });

export const moments: HostMoments = {
  events: {
    "session-start": startIn,
    prompt: (payload) => {
      const text = textIn(payload, "prompt");
      const by = isMachines(text) ? "machine" : "person";
      const tells = TELLS.test(text) ? { tells: true as const } : {};
      return { ...sessionOf(payload), turn: textIn(payload, "prompt_id"), text, by, ...tells, ...askedBy(text) };
    },
    "before-tool": toolUseIn,
    permission: toolUseIn,
    "after-tool": toolUseIn,
    "tool-failed": (payload) => ({ ...toolUseIn(payload), error: textIn(payload, "error") }),
    "before-compaction": sessionOf,
    stop: (payload) => {
      const again = isYes(payload["stop_hook_active"]);
      return { ...sessionOf(payload), turn: textIn(payload, "prompt_id"), ...lastMessageOf(payload), again };
    },
    "agent-start": (payload) => {
      const agent = agentOf(payload);
      return { ...sessionOf(payload), ...agent, writes: !READERS.test(agent.kind) };
    },
    "agent-stop": (payload) => {
      const note = noteOf(textIn(payload, "agent_transcript_path"));
      return { ...sessionOf(payload), ...agentOf(payload), ...lastMessageOf(payload), note };
    },
    "session-end": (payload) => ({ ...sessionOf(payload), reason: textIn(payload, "reason") }),
  },
  beginning: (session) => ({
    payload: { session_id: session, hook_event_name: eventNames["session-start"], source: "startup" },
    env: { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session, ...notAttended },
  }),
  print,
  // An empty answer makes it tell the model that a hook was run.
  silence: "{}",
  units: 10_000,
};

function askedBy(text: string): { asks?: { is: "command" | "plan"; text: string } } {
  const said = text.trim();
  if (PLAN.test(said)) return { asks: { is: "plan", text: said.replace(PLAN, "") } };
  return COMMAND.test(said) ? { asks: { is: "command", text: said } } : {};
}

/** Before 2.1.214 a fork calls itself a resumed session, by the old name; the file it may write to has the new one. */
function startIn(payload: Payload, env: Environment): HostEvent<"session-start"> {
  const { session } = sessionOf(payload);
  const source = beginningIn(payload, ["resume", "fork", "clear", "compact"]);
  const [, own = session] = (source === "resume" && ENV_FILE.exec(env["CLAUDE_ENV_FILE"] ?? "")) || [];
  if (own !== session) return { session: own, source: "fork", parent: session, unattended: isUnattended(env) };
  const idle = payload["seconds_since_last_response"];
  const unattended = isUnattended(env);
  return { session, source, unattended, ...(typeof idle === "number" ? { idleSeconds: idle } : {}) };
}

/** Whether somebody is there is noted in the trail alone: `session/told-from-page.ts` asks the same. */
const notAttended = { CLAUDE_CODE_SESSION_ATTENDED: undefined, CLAUDE_CODE_ENTRYPOINT: undefined };

/** The older client does not say so; its way in tells. */
function isUnattended(env: Environment): boolean {
  return env["CLAUDE_CODE_SESSION_ATTENDED"] === "0" || /^sdk/.test(env["CLAUDE_CODE_ENTRYPOINT"] ?? "");
}

/** A hook that names a field may be handed it as text. */
function isYes(value: unknown): boolean {
  return value === true || value === "true";
}

function toolUseIn(payload: Payload): ToolUse & { session: string } {
  const { tool, ...used } = toolUsed(payload, fields);
  const input = recordIn(payload, "tool_input");
  const deed = todosIn(tool, input, payload) ?? answersIn(tool, input, payload) ?? agentIn(tool, input, payload);
  const questionsOff = textIn(payload, "permission_mode") === "bypassPermissions";
  const agent = textIn(payload, "agent_id");
  return { ...sessionOf(payload), tool, ...used, deed: deed ?? used.deed, agent, questionsOff };
}

/** Some versions of it write the whole list anew, others name what was added or changed. */
function todosIn(tool: string, input: Payload, payload: Payload): Deed | undefined {
  const list = todoListIn(tool, input);
  if (list !== undefined) return { is: "todos", all: true, todos: list };
  if (tool === "TaskCreate") {
    const id = textIn(recordIn(recordIn(payload, "tool_response"), "task"), "id");
    return { is: "todos", all: false, todos: [todoOf(input, id, textIn(input, "subject"))] };
  }
  if (tool !== "TaskUpdate") return undefined;
  return { is: "todos", all: false, todos: [todoOf(input, textIn(input, "taskId"), textIn(input, "subject"))] };
}

/** A plan and questions are used up by the person's word on them: without one, the tool has failed. */
function answersIn(tool: string, input: Payload, payload: Payload): Deed | undefined {
  if (tools.plans.includes(tool)) return { is: "plan", text: textIn(input, "plan") };
  if (tool !== "AskUserQuestion") return undefined;
  const given = { ...recordIn(input, "answers"), ...recordIn(recordIn(payload, "tool_response"), "answers") };
  const questions = Array.isArray(input["questions"]) ? input["questions"].filter(isJsonObject) : [];
  const answered = Object.entries(given).flatMap(([question, value]) => {
    const asked = questions.find((one) => textIn(one, "question") === question);
    const listed = Array.isArray(asked?.["options"]) ? asked["options"].filter(isJsonObject) : [];
    const options = listed.map((option) => [textIn(option, "label"), textIn(option, "description")].join(": "));
    const answer = Array.isArray(value) ? value.filter((one) => typeof one === "string").join(", ") : value;
    return typeof answer === "string" && answer !== "" ? [{ question, options, answer }] : [];
  });
  return { is: "answers", answered };
}

/** One that is left running has not answered yet. */
function agentIn(tool: string, input: Payload, payload: Payload): Deed | undefined {
  if (!tools.agents.includes(tool)) return undefined;
  const response = recordIn(payload, "tool_response");
  // What is answered for it cannot be gone on with.
  const over = { agentId: "", canContinueAgent: false };
  const answered = (text: string) => ({ ...response, ...over, content: [{ type: "text", text }] });
  const kind = textIn(input, "subagent_type");
  return { is: "agent", kind, ...(response["status"] === "completed" ? { answered } : {}) };
}

/** Before a compaction it takes plain words; everywhere else it wants its own object, or nothing at all. */
function print(moment: Moment, { context = "", instructions, verdict, input, toPerson, result }: Answer): string {
  if (instructions !== undefined) return instructions;
  const specific = {
    ...(context === "" ? {} : { additionalContext: context }),
    ...(verdict === undefined ? {} : inHostsWords(moment, verdict)),
    ...defined({ updatedInput: input, updatedToolOutput: result }),
  };
  return printAnswer(eventNames[moment], specific, defined({ systemMessage: toPerson }));
}

/** A question about to be asked is answered otherwise than a tool about to be used. */
function inHostsWords(moment: Moment, { is, because }: NonNullable<Answer["verdict"]>): object {
  if (moment !== "permission") return { permissionDecision: is, permissionDecisionReason: because };
  return is === "ask" ? {} : { decision: is === "allow" ? { behavior: is } : { behavior: is, message: because } };
}
