/** The host in a test: it calls with payloads as the real client writes them, at the moments the plugin's hooks name. */

import type { How, TestCairn } from "./cairn-with.ts";

/** As `plugin/hooks/hooks.json` has them. */
const moments: Readonly<Record<string, string>> = {
  SessionStart: "session-start",
  UserPromptSubmit: "prompt",
  PreToolUse: "before-tool",
  PermissionRequest: "permission",
  PostToolUse: "after-tool",
  PostToolUseFailure: "tool-failed",
  PreCompact: "before-compaction",
  Stop: "stop",
  SubagentStart: "agent-start",
  SubagentStop: "agent-stop",
  SessionEnd: "session-end",
};

export interface HostPayload {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly [field: string]: unknown;
}

/** What Cairn says to it, as the client reads it. */
export async function say(cairn: TestCairn, payload: HostPayload, how: How = { surface: "mcp" }): Promise<string> {
  const moment = moments[payload.hook_event_name] ?? payload.hook_event_name;
  return (await cairn.ask("hook", { host: "claude-code", moment, payload: JSON.stringify(payload) }, how)).text;
}

/** What of it the model gets. */
export function contextIn(text: string): string {
  return text === "" ? "" : (JSON.parse(text).hookSpecificOutput?.additionalContext ?? "");
}
