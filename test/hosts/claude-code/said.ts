/** What Claude Code says, as the real client sends it (2.1.325; the fork as 2.1.197 tells of it), paths aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, PARENT, type Payloads, type Said, SESSION } from "../said.ts";

const common = { session_id: SESSION, transcript_path: "/y/760f230b.jsonl", cwd: "/x" };
const said = (hook_event_name: string, more: object, env: Record<string, string> = {}): Payloads => ({
  payload: { ...common, hook_event_name, ...more },
  env,
});
const start = (source: string, env?: Record<string, string>) => said("SessionStart", { source }, env);
const used = (event: string, tool_name: string, tool_input: object, more: object = {}) =>
  said(event, { permission_mode: "auto", tool_name, tool_input, tool_use_id: "toolu_1", ...more });
const own = (event: string, operation: string, more: object = {}) =>
  used(event, `mcp__plugin_cairn_cairn__${operation}`, {}, more);
const agent = { agent_id: "a1", agent_type: "general-purpose" };
const stop = { prompt_id: "p1", last_assistant_message: "Done.", permission_mode: "auto" };

export const claudeCodeSays: Said = {
  events: {
    "session-start": [
      start("startup"),
      said("SessionStart", { source: "resume", seconds_since_last_response: 4_000 }),
      said(
        "SessionStart",
        { source: "resume", session_id: PARENT },
        { CLAUDE_ENV_FILE: `/y/session-env/${SESSION}/hook.sh` },
      ),
      start("clear"),
      start("compact"),
      start("startup", { CLAUDE_CODE_SESSION_ATTENDED: "0" }),
    ],
    prompt: [
      said("UserPromptSubmit", { prompt: "mend the login test", prompt_id: "p1", permission_mode: "auto" }),
      said("UserPromptSubmit", {
        prompt: "<task-notification>\n<task-id>b0</task-id>\n<event>green</event>\n</task-notification>",
        prompt_id: "p2",
      }),
    ],
    "before-tool": [
      used("PreToolUse", "Read", { file_path: "/x/a.ts" }, { cwd: "/x/src" }),
      used("PreToolUse", "Grep", { pattern: "x", path: "/x/src" }),
      own("PreToolUse", "recall"),
      own("PreToolUse", "forget", { permission_mode: "bypassPermissions" }),
    ],
    permission: [own("PermissionRequest", "remember")],
    "after-tool": [
      used("PostToolUse", "Bash", { command: "npm test", description: "Run the tests" }, { tool_response: {} }),
      used("PostToolUse", "WebFetch", { url: "https://example.com" }, { agent_id: "a1" }),
      used("PostToolUse", "Task", { subagent_type: "scout", prompt: "Look." }),
      used("PostToolUse", "TaskOutput", { task_id: "b0" }),
      used("PostToolUse", "ExitPlanMode", { plan: "Port it, then test it." }),
      used(
        "PostToolUse",
        "AskUserQuestion",
        {
          questions: [
            {
              question: "Which queue?",
              header: "Queue",
              multiSelect: false,
              options: [
                { label: "Redis", description: "is there" },
                { label: "Kafka", description: "is not" },
              ],
            },
          ],
        },
        { tool_response: { answers: { "Which queue?": "Redis" } } },
      ),
      used("PostToolUse", "TodoWrite", {
        todos: [
          { content: "port it", status: "completed", activeForm: "Porting it" },
          { content: "test it", status: "pending", activeForm: "Testing it" },
        ],
      }),
    ],
    "tool-failed": [
      used("PostToolUseFailure", "Bash", { command: "npm test" }, { error: "Exit code 1", is_interrupt: false }),
    ],
    "before-compaction": [said("PreCompact", { trigger: "auto", custom_instructions: null })],
    stop: [
      said("Stop", { ...stop, stop_hook_active: false }),
      // A warm server is handed the field as text.
      said("Stop", { ...stop, stop_hook_active: "true" }),
    ],
    "agent-start": [said("SubagentStart", agent), said("SubagentStart", { agent_id: "a2", agent_type: "Explore" })],
    "agent-stop": [
      said("SubagentStop", {
        ...agent,
        stop_hook_active: false,
        agent_transcript_path: "/y/agent-a1.jsonl",
        last_assistant_message: "Found it.",
      }),
    ],
    "session-end": [said("SessionEnd", { reason: "other" })],
  },
  writes: {
    whole: used("PreToolUse", "Write", { file_path: FILE, content: NEW }),
    part: used("PreToolUse", "MultiEdit", { file_path: FILE, edits: [{ old_string: OLD, new_string: NEW }] }),
  },
  mark: "CLAUDECODE",
  tools: {
    shell: "Bash",
    reader: "Read",
    searcher: "Glob",
    agent: "Agent",
    outside: ["WebFetch", "WebSearch", "mcp__other__read", "mcp__cairn__recall"],
    own: "mcp__plugin_cairn_cairn__recall",
  },
  read(moment, text) {
    if (moment === "before-compaction") return { instructions: text };
    const { hookSpecificOutput = {}, systemMessage } = JSON.parse(text);
    const { additionalContext, permissionDecision, permissionDecisionReason, ...updated } = hookSpecificOutput;
    const asked = hookSpecificOutput.decision;
    return {
      ...defined({ context: additionalContext }),
      ...(permissionDecision === undefined
        ? {}
        : { verdict: { is: permissionDecision, because: permissionDecisionReason } }),
      ...(asked === undefined ? {} : { verdict: { is: asked.behavior, because: asked.message ?? "" } }),
      ...defined({ input: updated.updatedInput, result: updated.updatedToolOutput }),
      ...defined({ toPerson: systemMessage }),
    };
  },
};
