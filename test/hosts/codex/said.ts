/** What Codex says, as the real client sends it (0.166.0), paths, sessions and turns aside. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, type Payloads, type Said, SESSION } from "../said.ts";

const rollout = (thread: string) => `/y/sessions/2026/11/16/rollout-2026-11-16T15-31-37-${thread}.jsonl`;
const common = { session_id: SESSION, transcript_path: rollout(SESSION), cwd: "/x" };
/** Its hooks hand a warm server the fields they name; only a start and an end are processes, and are told all. */
const said = (more: object): Payloads => ({ payload: { ...common, ...more } });
const start = (source: string) =>
  said({ hook_event_name: "SessionStart", model: "gpt-5.5", permission_mode: "default", source });
const used = (tool_name: string, tool_input: object, more: object = {}) =>
  said({ tool_name, tool_input, tool_use_id: "toolu_1", permission_mode: "default", ...more });
const own = (operation: string, more: object = {}) => used(`mcp__cairn__${operation}`, {}, more);
const patched = (command: string) => used("apply_patch", { command });
const stop = { turn_id: "p1", last_assistant_message: "Done." };

export const codexSays: Said = {
  events: {
    "session-start": [start("startup"), start("resume"), null, start("clear"), start("compact"), null],
    prompt: [said({ turn_id: "p1", prompt: "mend the login test" }), null],
    "before-tool": [
      used("view_image", { path: "/x/a.ts" }, { cwd: "/x/src" }),
      null,
      own("recall"),
      own("forget", { permission_mode: "bypassPermissions" }),
    ],
    permission: [own("remember")],
    "after-tool": [
      used("Bash", { command: "npm test" }),
      used("mcp__docs__read", { url: "https://example.com" }, { agent_id: "a1", agent_type: "explorer" }),
      used("spawn_agent", { message: "Look.", agent_type: "scout" }),
      used("write_stdin", { session_id: 7, chars: "" }),
      null,
      null,
      used("update_plan", {
        plan: [
          { step: "port it", status: "completed" },
          { step: "test it", status: "pending" },
        ],
      }),
    ],
    "tool-failed": [null],
    "before-compaction": [said({})],
    stop: [said({ ...stop, stop_hook_active: false }), said({ ...stop, stop_hook_active: true })],
    "agent-start": [
      said({ agent_id: "a1", agent_type: "general-purpose" }),
      said({ agent_id: "a2", agent_type: "explorer" }),
    ],
    "agent-stop": [
      said({
        agent_id: "a1",
        agent_type: "general-purpose",
        last_assistant_message: "Found it.",
      }),
    ],
    "session-end": [said({ hook_event_name: "SessionEnd", reason: "other" })],
  },
  unsaid: {
    ...{ unattended: true, idleSeconds: true, tells: true, note: true, kinds: { Explore: "explorer" } },
    // It asks where a tool may destroy something, and nowhere else.
    questionsOff: true,
  },
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
  unrecorded: ["after-tool agent_id: string", "after-tool agent_type: string"],
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
