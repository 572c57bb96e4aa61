/** What Copilot CLI says, as the real client sends it (1.0.102), paths and sessions aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, type Payloads, type Said, SESSION } from "../said.ts";

const common = { session_id: SESSION, timestamp: "2026-11-16T19:21:08.746Z", cwd: "/x" };
const said = (hook_event_name: string, more: object): Payloads => ({
  payload: { ...common, hook_event_name, ...more },
});
const used = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
  said(event, { tool_name, tool_input, ...more });
const agent = (agent_id: string, agent_type: string) => ({ agent_id, agent_type, parent_agent_id: SESSION });
/** In other words than everything else. */
const started = (name: string, kind: string): Payloads => ({
  payload: {
    sessionId: SESSION,
    timestamp: 1794856890985,
    cwd: "/x",
    transcriptPath: "/y/session-state/x/events.jsonl",
    agentName: kind,
    ...agent(name, kind),
  },
});

export const copilotCliSays: Said = {
  events: {
    "session-start": [
      said("SessionStart", { source: "new", initial_prompt: "mend the login test" }),
      said("SessionStart", { source: "resume" }),
      null,
      null,
      null,
      null,
    ],
    prompt: [said("UserPromptSubmit", { prompt: "mend the login test" }), null],
    "before-tool": [
      used("PreToolUse", "Read", { path: "/x/a.ts" }, { cwd: "/x/src" }),
      used("PreToolUse", "Grep", { pattern: "x", paths: "/x/src" }),
      used("PreToolUse", "cairn-recall", { question: "locks" }),
      used("PreToolUse", "cairn-forget", { id: "x" }),
    ],
    permission: [null],
    "after-tool": [
      used(
        "PostToolUse",
        "Bash",
        { command: "npm test", description: "Runs the tests" },
        {
          tool_result: {
            result_type: "success",
            text_result_for_llm: "green\n<shellId: 0 completed with exit code 0>",
          },
        },
      ),
      used("PostToolUse", "web_fetch", { url: "https://example.com" }, agent("a1", "explore")),
      used("PostToolUse", "Agent", { agent_type: "scout", name: "look", prompt: "Look.", mode: "sync" }),
      used("PostToolUse", "read_bash", { shellId: "0", delay: 1 }),
      null,
      null,
      null,
    ],
    "tool-failed": [used("PostToolUseFailure", "Bash", { command: "npm test" }, { error: "Exit code 1" })],
    "before-compaction": [said("PreCompact", { trigger: "auto", custom_instructions: "" })],
    stop: [
      said("Stop", { stop_reason: "end_turn", stop_hook_active: false }),
      said("Stop", { stop_reason: "end_turn", stop_hook_active: true }),
    ],
    "agent-start": [started("a1", "general-purpose"), started("a2", "explore")],
    "agent-stop": [
      said("SubagentStop", {
        ...agent("a1", "general-purpose"),
        agent_name: "general-purpose",
        last_assistant_message: "Found it.",
        stop_reason: "end_turn",
        stop_hook_active: false,
      }),
    ],
    "session-end": [said("SessionEnd", { reason: "other" })],
  },
  unsaid: {
    unattended: true,
    idleSeconds: true,
    tells: true,
    note: true,
    turn: true,
    use: true,
    lastMessage: true,
    questionsOff: true,
    kinds: { Explore: "explore" },
  },
  deaf: {
    "session-start": ["toPerson"],
    "before-tool": ["allow", "ask"],
    permission: ["allow"],
    "after-tool": ["result"],
    "before-compaction": ["instructions"],
    stop: ["toPerson"],
  },
  writes: {
    whole: used("PreToolUse", "Write", { path: FILE, file_text: NEW }),
    part: used("PreToolUse", "Edit", { path: FILE, old_str: OLD, new_str: NEW }),
  },
  unrecorded: ["after-tool agent_id: string", "after-tool agent_type: string", "after-tool parent_agent_id: string"],
  mark: "COPILOT_CLI",
  tools: {
    shell: "bash",
    reader: "view",
    searcher: "grep",
    agent: "task",
    outside: ["web_fetch", "github-mcp-server-issue_read"],
    own: "cairn-recall",
  },
  read(_, text) {
    if (text === "" || text === "{}") return {};
    const { additionalContext, permissionDecision, permissionDecisionReason, modifiedArgs } = JSON.parse(text);
    return {
      ...defined({ context: additionalContext, input: modifiedArgs }),
      ...(permissionDecision === "deny" ? { verdict: { is: "deny", because: permissionDecisionReason } } : {}),
    };
  },
};
