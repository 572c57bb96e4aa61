/** Copilot CLI: the names in its payloads, the names of its events, and the form it wants an answer in. */

import { sha256Of } from "../../model/sha256.ts";
import { isMachines, withoutSkillName } from "../../transcripts/machine-words.ts";
import { beginningIn, type ToolFields, toolUsed } from "../deeds.ts";
import type { HostMoments } from "../host.ts";
import type { Answer, Moment, ToolUse } from "../moment.ts";
import { type Payload, textIn } from "../payload.ts";
import { OWN_TOOL, tools, WRITERS } from "./host.ts";

/** Named like this, it says what it says in the words of Claude Code; but for a sub-agent's start. */
export const eventNames = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "before-tool": "PreToolUse",
  "after-tool": "PostToolUse",
  "tool-failed": "PostToolUseFailure",
  "before-compaction": "PreCompact",
  stop: "Stop",
  "agent-start": "SubagentStart",
  "agent-stop": "SubagentStop",
  "session-end": "SessionEnd",
} as const satisfies Partial<Record<Moment, string>>;

/** At these it takes words for the model. */
const TELLING: readonly Moment[] = [
  "session-start",
  "prompt",
  "before-tool",
  "after-tool",
  "tool-failed",
  "agent-start",
];
const fields: ToolFields = {
  tool: "tool_name",
  input: "tool_input",
  own: OWN_TOOL,
  tools,
  writers: WRITERS,
  agent: "agent_type",
  searched: ["paths", "path"],
  path: ["path"],
  whole: "file_text",
  written: ["file_text", "new_str"],
};
/** Roles that only look. */
const READERS: readonly string[] = ["explore", "code-review", "research", "security-review"];

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => ({ ...calledBy(payload), source: beginningIn(payload, ["resume"]) }),
    prompt: (payload) => {
      const text = withoutSkillName(textIn(payload, "prompt"));
      const called = calledBy(payload);
      // What a sub-agent is told is no turn of the session.
      const session = textIn(payload, "parent_agent_id") === "" ? called.session : "";
      return { ...called, session, turn: called.occasion, text, by: isMachines(text) ? "machine" : "person" };
    },
    "before-tool": toolUseIn,
    permission: toolUseIn,
    "after-tool": toolUseIn,
    "tool-failed": (payload) => ({ ...toolUseIn(payload), error: textIn(payload, "error") }),
    "before-compaction": calledBy,
    stop: (payload) => ({
      ...calledBy(payload),
      turn: "",
      lastMessage: "",
      again: payload["stop_hook_active"] === true,
    }),
    "agent-start": (payload) => ({ ...agentSaid(payload), writes: !READERS.includes(textIn(payload, "agent_type")) }),
    "agent-stop": (payload) => ({
      ...agentSaid(payload),
      lastMessage: textIn(payload, "last_assistant_message"),
      note: "",
    }),
    "session-end": (payload) => ({ ...calledBy(payload), reason: textIn(payload, "reason") }),
  },
  folderIn: (payload) => textIn(payload, "cwd"),
  print,
  silence: "{}",
  units: 9_000,
};

/**
 * A sub-agent has a session of its own that names the one it works for. All hooks of one event are told the same time: by
 * it one that is called twice, since the client also runs those of Claude Code, is told from one that happened twice.
 */
function calledBy(payload: Payload): { session: string; occasion: string } {
  const session = textIn(payload, "parent_agent_id") || textIn(payload, "session_id") || textIn(payload, "sessionId");
  const time = payload["timestamp"];
  const what = JSON.stringify([payload["tool_name"], payload["tool_input"], payload["agent_id"]]);
  const at = typeof time === "string" || typeof time === "number" ? String(time) : "";
  return { session, occasion: at === "" ? "" : `${at}-${sha256Of(what).slice(0, 8)}` };
}

function agentSaid(payload: Payload) {
  return { ...calledBy(payload), agent: textIn(payload, "agent_id"), kind: textIn(payload, "agent_type") };
}

/** It does not say whether anybody is asked: what must not happen unasked waits for the person. */
function toolUseIn(payload: Payload): ToolUse & { session: string; occasion: string } {
  const agent = textIn(payload, "parent_agent_id") === "" ? "" : textIn(payload, "agent_id");
  return { ...calledBy(payload), ...toolUsed(payload, fields), agent, questionsOff: true };
}

/** It takes no word on whether to ask, none on how to sum up, and none for the person. */
function print(moment: Moment, { context = "", verdict, input }: Answer): string {
  const isBefore = moment === "before-tool";
  const denies = { permissionDecision: "deny", permissionDecisionReason: verdict?.because };
  const said = {
    ...(context === "" || !TELLING.includes(moment) ? {} : { additionalContext: context }),
    ...(verdict?.is === "deny" && isBefore ? denies : {}),
    ...(input === undefined || !isBefore ? {} : { modifiedArgs: input }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}
