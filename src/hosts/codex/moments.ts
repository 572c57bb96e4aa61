/** Codex: the names in its payloads, the names of its events, and the form it wants an answer in. */

import { basename } from "node:path";
import { defined } from "../../model/defined.ts";
import { isMachines, withoutSkillName } from "../../transcripts/machine-words.ts";
import { beginningIn, printAnswer, type ToolFields, toolUsed } from "../deeds.ts";
import type { Environment, HostMoments } from "../host.ts";
import type { Answer, Moment, ToolUse } from "../moment.ts";
import { type Payload, textIn } from "../payload.ts";
import { OWN_TOOL, planIn, tools } from "./host.ts";

/** The event an answer must name. One key it does not know, and it drops the answer without a word. */
export const eventNames = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "before-tool": "PreToolUse",
  permission: "PermissionRequest",
  "after-tool": "PostToolUse",
  "before-compaction": "PreCompact",
  stop: "Stop",
  "agent-start": "SubagentStart",
  "agent-stop": "SubagentStop",
  "session-end": "SessionEnd",
} as const satisfies Partial<Record<Moment, string>>;

/** At these it takes words for the model. */
const TELLING: readonly Moment[] = ["session-start", "prompt", "before-tool", "after-tool", "agent-start"];

export const moments: HostMoments = {
  events: {
    "session-start": (payload, env) => ({
      ...sessionOf(payload, env),
      source: beginningIn(payload, ["resume", "clear", "compact"]),
    }),
    prompt: (payload, env) => {
      const text = withoutSkillName(textIn(payload, "prompt"));
      const by = isMachines(text) ? "machine" : "person";
      // What a sub-agent is told is no turn of the session.
      const { session } = agentOf(payload) === "" ? sessionOf(payload, env) : { session: "" };
      return { session, turn: textIn(payload, "turn_id"), text, by };
    },
    "before-tool": toolUseIn,
    permission: toolUseIn,
    "after-tool": toolUseIn,
    "tool-failed": (payload, env) => ({ ...toolUseIn(payload, env), error: "" }),
    "before-compaction": sessionOf,
    stop: (payload, env) => ({
      ...sessionOf(payload, env),
      turn: textIn(payload, "turn_id"),
      lastMessage: textIn(payload, "last_assistant_message"),
      again: ["true", true].includes(payload["stop_hook_active"] as string | boolean),
    }),
    "agent-start": (payload, env) => ({ ...agentSaid(payload, env), writes: textIn(payload, "agent_type") !== READER }),
    "agent-stop": (payload, env) => ({
      ...agentSaid(payload, env),
      lastMessage: textIn(payload, "last_assistant_message"),
      note: "",
    }),
    "session-end": (payload, env) => ({ ...sessionOf(payload, env), reason: textIn(payload, "reason") }),
  },
  folderIn: (payload) => textIn(payload, "cwd"),
  print,
  silence: "{}",
  // Beyond about 2,500 tokens it puts what is said into a file, and tells the model where.
  units: 8_000,
};

/** A role that only looks. */
const READER = "explorer";

/** The agent that tidies its own memory calls too, and is nobody's session. */
function sessionOf(payload: Payload, env: Environment): { session: string } {
  const own = env["CODEX_HOME"] || `${env["HOME"] ?? ""}/.codex`;
  return { session: textIn(payload, "cwd") === `${own}/memories` ? "" : textIn(payload, "session_id") };
}

/** A hook that names its fields cannot name one that is there only sometimes: then the record's name tells. */
function agentOf(payload: Payload): string {
  const named = textIn(payload, "agent_id");
  const [, thread = ""] =
    /^rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(
      basename(textIn(payload, "transcript_path")),
    ) ?? [];
  return named || (thread === textIn(payload, "session_id") ? "" : thread);
}

function agentSaid(payload: Payload, env: Environment) {
  return { ...sessionOf(payload, env), agent: textIn(payload, "agent_id"), kind: textIn(payload, "agent_type") };
}

/** Its files are written by patches alone. */
const fields: ToolFields = {
  tool: "tool_name",
  input: "tool_input",
  use: "tool_use_id",
  own: OWN_TOOL,
  tools,
  writers: [],
  listIn: planIn,
  agent: "agent_type",
  searched: [],
  path: ["path"],
  written: [],
};

/** It asks by itself where a tool may destroy something, and nowhere on our word. */
function toolUseIn(payload: Payload, env: Environment): ToolUse & { session: string } {
  const used = toolUsed(payload, fields);
  const asks = used.deed.is === "own" && used.deed.operation === "forget";
  const questionsOff = !asks || textIn(payload, "permission_mode") === "bypassPermissions";
  return { ...sessionOf(payload, env), ...used, agent: agentOf(payload), questionsOff };
}

/** It takes no word on whether to ask, nor on how to sum up. */
function print(moment: Moment, { context = "", verdict, input, toPerson }: Answer): string {
  const allows = input === undefined ? {} : { permissionDecision: "allow", updatedInput: input };
  const denies =
    verdict?.is === "deny" ? { permissionDecision: "deny", permissionDecisionReason: verdict.because } : {};
  const ruled = moment === "before-tool" ? { ...allows, ...denies } : {};
  const specific = { ...(context === "" || !TELLING.includes(moment) ? {} : { additionalContext: context }), ...ruled };
  const event = (eventNames as Partial<Record<Moment, string>>)[moment];
  return printAnswer(event, specific, defined({ systemMessage: toPerson }));
}
