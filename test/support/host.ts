/**
 * The host in a test: it calls with payloads as the real client writes them, at the moments the plugin's hooks name. With
 * CAIRN_TEST_HOST=waymark the same suites are run on a client that does not exist: see `test/hosts/waymark`.
 */

import { withHost } from "../../src/hosts/registry.ts";
import { inClaudeCodesWords, inWaymarksWords } from "../hosts/waymark/bridge.ts";
import { waymark } from "../hosts/waymark/host.ts";
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

export const onWaymark = process.env["CAIRN_TEST_HOST"] === waymark.name;
if (onWaymark) withHost(waymark);

/** As hooks and trails name the client that is played here. */
export const hostName = onWaymark ? waymark.name : "claude-code";

/** Where the client is told not to load the index by itself. */
export const withoutIndex: Readonly<Record<string, string>> = onWaymark
  ? { WAYMARK_INDEX: "off" }
  : { CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" };

export interface HostPayload {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly [field: string]: unknown;
}

/** What Cairn says to it, as the client reads it. */
export async function say(cairn: TestCairn, payload: HostPayload, how: How = { surface: "mcp" }): Promise<string> {
  const moment = moments[payload.hook_event_name] ?? payload.hook_event_name;
  if (onWaymark) return sayOnWaymark(cairn, moment, payload, how);
  return (await cairn.ask("hook", { host: "claude-code", moment, payload: JSON.stringify(payload) }, how)).text;
}

/** Its hooks are commands of its own, whoever else is a server. */
async function sayOnWaymark(cairn: TestCairn, moment: string, payload: HostPayload, how: How): Promise<string> {
  const said = JSON.stringify(inWaymarksWords(payload, { ...cairn.env, ...how.env }));
  const asCommand: How = { ...how, surface: "agent-shell" };
  const { text } = await cairn.ask("hook", { host: waymark.name, moment, payload: said }, asCommand);
  return inClaudeCodesWords(text, payload);
}

/** What of it the model gets. */
export function contextIn(text: string): string {
  return text === "" ? "" : (JSON.parse(text).hookSpecificOutput?.additionalContext ?? "");
}
