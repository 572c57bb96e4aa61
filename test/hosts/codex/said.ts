/** What Codex says, as the real client sends it (0.166.0), paths, sessions and turns aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, type Payloads, type Said, SESSION } from "../said.ts";

const AGENT = "01a1e4fc-3b50-7c71-85f6-ccef6baa48be";
const rollout = (thread: string) => `/y/sessions/2026/11/16/rollout-2026-11-16T15-31-37-${thread}.jsonl`;
const common = {
  session_id: SESSION,
  transcript_path: rollout(SESSION),
  cwd: "/x",
  model: "gpt-5.5",
  permission_mode: "default",
};
const said = (hook_event_name: string, more: object): Payloads => ({
  payload: { ...common, hook_event_name, ...more },
});
const start = (source: string) => said("SessionStart", { source });
const used = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
  said(event, { turn_id: "p1", tool_name, tool_input, tool_use_id: "toolu_1", ...more });
const own = (event: string, operation: string, more: object = {}) => used(event, `mcp__cairn__${operation}`, {}, more);
const patched = (command: string) => used("PreToolUse", "apply_patch", { command });
const stop = { turn_id: "p1", last_assistant_message: "Done." };

export const codexSays: Said = {
  events: {
    "session-start": [start("startup"), start("resume"), null, start("clear"), start("compact"), null],
    prompt: [said("UserPromptSubmit", { turn_id: "p1", prompt: "mend the login test" }), null],
    "before-tool": [
      used("PreToolUse", "view_image", { path: "/x/a.ts" }, { cwd: "/x/src" }),
      null,
      own("PreToolUse", "recall"),
      own("PreToolUse", "forget", { permission_mode: "bypassPermissions" }),
    ],
    permission: [own("PermissionRequest", "remember")],
    "after-tool": [
      used("PostToolUse", "Bash", { command: "npm test" }, { tool_response: "green\n" }),
      used(
        "PostToolUse",
        "mcp__docs__read",
        { url: "https://example.com" },
        { agent_id: "a1", agent_type: "explorer" },
      ),
      used(
        "PostToolUse",
        "spawn_agent",
        { message: "Look.", agent_type: "scout" },
        { tool_response: `{"agent_id":"${AGENT}","nickname":"Ohm"}` },
      ),
      used("PostToolUse", "write_stdin", { session_id: 7, chars: "" }),
      null,
      null,
      used("PostToolUse", "update_plan", {
        plan: [
          { step: "port it", status: "completed" },
          { step: "test it", status: "pending" },
        ],
      }),
    ],
    "tool-failed": [null],
    "before-compaction": [said("PreCompact", { turn_id: "p1", trigger: "auto" })],
    stop: [
      said("Stop", { ...stop, stop_hook_active: false }),
      // A warm server is handed the field as text.
      said("Stop", { ...stop, stop_hook_active: "true" }),
    ],
    "agent-start": [
      said("SubagentStart", { turn_id: "p1", agent_id: "a1", agent_type: "general-purpose" }),
      said("SubagentStart", { turn_id: "p1", agent_id: "a2", agent_type: "explorer" }),
    ],
    "agent-stop": [
      said("SubagentStop", {
        turn_id: "p1",
        agent_transcript_path: rollout(AGENT),
        stop_hook_active: false,
        agent_id: "a1",
        agent_type: "general-purpose",
        last_assistant_message: "Found it.",
      }),
    ],
    "session-end": [said("SessionEnd", { reason: "other" })],
  },
  unsaid: { unattended: true, idleSeconds: true, tells: true, note: true, kinds: { Explore: "explorer" } },
  deaf: {
    "before-tool": ["allow", "ask"],
    permission: ["allow"],
    "after-tool": ["result"],
    "before-compaction": ["instructions"],
  },
  writes: {
    whole: patched(`*** Begin Patch\n*** Add File: ${FILE}\n+${NEW}\n*** End Patch`),
    part: patched(`*** Begin Patch\n*** Update File: ${FILE}\n@@\n-${OLD}\n+${NEW}\n*** End Patch`),
  },
  mark: "CODEX_SESSION_ID",
  tools: {
    shell: "exec_command",
    reader: "view_image",
    agent: "spawn_agent",
    outside: ["web_search", "mcp__other__read", "mcp__plugin_cairn_cairn__recall"],
    own: "mcp__cairn__recall",
  },
  read(_, text) {
    if (text === "") return {};
    const { hookSpecificOutput: specific = {}, systemMessage } = JSON.parse(text);
    const { additionalContext, permissionDecision, permissionDecisionReason, updatedInput } = specific;
    const isDenied = permissionDecision === "deny";
    return {
      ...defined({ context: additionalContext, input: updatedInput, toPerson: systemMessage }),
      ...(isDenied ? { verdict: { is: "deny", because: permissionDecisionReason } } : {}),
    };
  },
};
