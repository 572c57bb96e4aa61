/**
 * The hooks Codex is given: which events, and how each reaches Cairn. Its running server answers all that can wait for it;
 * a session's start and end have a process of their own. Fields a hook names must be in every payload of its event: where
 * one is missing, Codex does not call.
 */

import { sha256Of } from "../../model/sha256.ts";
import { hookLine } from "../hook-line.ts";
import type { Moment } from "../moment.ts";
import { host, SERVER, tools } from "./host.ts";
import { eventNames } from "./moments.ts";

type HookedMoment = Exclude<keyof typeof eventNames, "permission">;

const COMMON = ["session_id", "cwd", "transcript_path"];
const TOOL = [...COMMON, "tool_name", "tool_use_id", "tool_input", "permission_mode"];

/** What its server is handed; `process`: the seconds a process of its own is given. */
const called: Readonly<Record<HookedMoment, { readonly process: number } | { readonly fields: readonly string[] }>> = {
  "session-start": { process: 10 },
  prompt: { fields: [...COMMON, "turn_id", "prompt"] },
  "before-tool": { fields: TOOL },
  "after-tool": { fields: TOOL },
  "before-compaction": { fields: COMMON },
  stop: { fields: [...COMMON, "turn_id", "last_assistant_message", "stop_hook_active"] },
  "agent-start": { fields: [...COMMON, "agent_id", "agent_type"] },
  "agent-stop": { fields: [...COMMON, "agent_id", "agent_type", "last_assistant_message"] },
  // It waits no longer, whatever is asked for.
  "session-end": { process: 3 },
};

const SERVER_SECONDS = 5;

export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly [Readonly<Record<string, unknown>>];
}

/** One group for each event, in the order of the moments. */
export function hookGroups(program: string): (readonly [event: string, group: HookGroup])[] {
  return (Object.keys(called) as HookedMoment[]).map((moment) => {
    const how = called[moment];
    const hook =
      "process" in how
        ? { type: "command", command: hookLine(program, host.name, moment), timeout: how.process }
        : {
            type: "mcp_tool",
            server: SERVER,
            tool: "hook",
            input: inputOf(moment, how.fields),
            timeout: SERVER_SECONDS,
          };
    return [eventNames[moment], { ...matcherOf(moment), hooks: [hook] }];
  });
}

/** As it stands in Codex' settings, by which it notes whether a hook is the one that was trusted. */
export function eventKey(event: string): string {
  return event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/**
 * What Codex notes of a group's first hook when it is trusted: the same for the same words, whatever their order. A group
 * that somebody has given another shape has none.
 */
export function trustedHash(event: string, group: unknown): string | undefined {
  if (!isGroup(group)) return undefined;
  const { matcher, hooks } = group;
  const whole = hooks[0]["type"] === "command" ? { async: false, ...hooks[0] } : hooks[0];
  return `sha256:${sha256Of(sortedJson({ event_name: eventKey(event), matcher, hooks: [whole] }))}`;
}

function isGroup(found: unknown): found is HookGroup {
  const { hooks } = (found ?? {}) as { readonly hooks?: unknown };
  return Array.isArray(hooks) && typeof hooks[0] === "object" && hooks[0] !== null;
}

function sortedJson(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value, sorted);
}

/** Whoever has changed it since. */
export function isOurs(group: unknown): boolean {
  const text = JSON.stringify(group) ?? "";
  return /cairn\.cjs\W+hook codex /.test(text) || /"server":"cairn","tool":"hook"/.test(text);
}

function inputOf(moment: Moment, fields: readonly string[]): Readonly<Record<string, string>> {
  return { host: host.name, moment, ...Object.fromEntries(fields.map((field) => [field, `\${${field}}`])) };
}

/** Only tools that concern a memory: each call costs the agent's turn. */
function matcherOf(moment: HookedMoment): { matcher?: string } {
  const own = `mcp__${SERVER}__.*`;
  if (moment === "before-tool") return { matcher: `^(?:${own}|Bash|apply_patch|${tools.readers.join("|")})$` };
  if (moment !== "after-tool") return {};
  return { matcher: `^(?:mcp__.*|Bash|apply_patch|${[...tools.readers, ...tools.agents].join("|")}|update_plan)$` };
}
