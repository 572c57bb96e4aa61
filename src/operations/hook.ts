/**
 * `hook`: what a host's hook says, as the host says it, and the answer in the host's own form. Never an error: whatever
 * goes wrong costs the memory of this moment and nothing else.
 */

import type { Cairn } from "../cairn.ts";
import { z } from "../model/schema.ts";
import { onAgentStart, onAgentStop } from "./moments/agents.ts";
import type { Answer, Called, Moment } from "./moments/moment.ts";
import { onPrompt } from "./moments/prompt.ts";
import { beforeCompaction, onEnd, onStart, onStop } from "./moments/session.ts";
import { afterTool, beforeTool } from "./moments/tools.ts";
import { operation } from "./operation.ts";

/** A host that says something else than we expect is not argued with. */
const Text = z.string().catch("").describe("As the host's payload has it");

/** Claude Code's names. What a payload has no value for arrives as an empty text. */
const Payload = z.object({
  hook_event_name: Text,
  session_id: Text,
  source: Text,
  prompt: Text,
  prompt_id: Text,
  tool_name: Text,
  tool_use_id: Text,
  tool_input: z.unknown().optional().describe("As the host's payload has it"),
  error: Text,
  agent_id: Text,
  agent_type: Text,
  last_assistant_message: Text,
  reason: Text,
});
type Payload = z.infer<typeof Payload>;

const moments: Readonly<Record<string, Moment>> = {
  SessionStart: onStart,
  UserPromptSubmit: onPrompt,
  PreToolUse: beforeTool,
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  PreCompact: beforeCompaction,
  Stop: onStop,
  SubagentStart: onAgentStart,
  SubagentStop: onAgentStop,
  SessionEnd: onEnd,
};

export const hook = operation({
  name: "hook",
  summary: "Answer a hook of the host. For plugins.",
  effect: "write",
  unlisted: true,
  surfaces: ["cli", "mcp"],
  input: z.object({
    payload: z
      .string()
      .optional()
      .describe("What the host wrote to the hook, as JSON")
      .meta({ cli: { file: true } }),
    ...Payload.partial().shape,
  }),
  output: z.object({ event: z.string(), text: z.string() }),

  async run({ payload, ...fields }, cairn) {
    const said = Payload.parse(payload === undefined ? fields : asObject(payload));
    const event = said.hook_event_name;
    const moment = Object.hasOwn(moments, event) ? moments[event] : undefined;
    if (moment === undefined || said.session_id === "" || !isAtWork(cairn)) return { event, text: "" };
    const answer = await cairn.sessions.quietly(event, () => moment(calledBy(said, cairn)));
    return { event, text: answer === undefined ? "" : inHostsForm(event, answer) };
  },

  // An empty answer makes the host tell the model that a hook was run.
  show: ({ text }) => (text === "" ? "{}" : text),
});

/** Switched off, run by Cairn's own scribe, or in a place that cannot be found: then nothing is done. */
function isAtWork(cairn: Cairn): boolean {
  return cairn.settings.get("enabled") && cairn.env["CAIRN_SCRIBE"] === undefined && cairn.hasPlaces;
}

function calledBy(said: Payload, cairn: Cairn): Called {
  return {
    cairn,
    session: said.session_id,
    trail: cairn.sessions.trail(said.session_id),
    at: cairn.clock.now().toISOString(),
    source: said.source,
    prompt: said.prompt,
    turn: said.prompt_id,
    tool: said.tool_name,
    toolUse: said.tool_use_id,
    input: recordIn(said.tool_input),
    error: said.error,
    agent: said.agent_id,
    agentKind: said.agent_type,
    lastMessage: said.last_assistant_message,
    reason: said.reason,
  };
}

/** Before a compaction the host takes plain words; everywhere else it wants its own object, or nothing at all. */
function inHostsForm(event: string, { context, instructions, allow, toPerson }: Answer): string {
  if (instructions !== undefined) return instructions;
  const specific = {
    ...(context === undefined || context === "" ? {} : { additionalContext: context }),
    ...(allow === undefined ? {} : { permissionDecision: "allow", permissionDecisionReason: allow }),
  };
  const said = {
    ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...specific } }),
    ...(toPerson === undefined ? {} : { systemMessage: toPerson }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}

/** A hook that names a field of the payload is handed an object as its JSON. */
function recordIn(value: unknown): Record<string, unknown> {
  const given = typeof value === "string" ? asObject(value) : value;
  return isRecord(given) ? given : {};
}

function asObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {}; // no payload, no moment
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
