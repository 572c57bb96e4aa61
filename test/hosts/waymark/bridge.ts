/**
 * Waymark at work in a test: what a suite has Claude Code say is what Waymark would say at the same point, and what Waymark
 * is told comes back as Claude Code would be told it. So every suite of the moments can be run on it, word for word.
 */

import { defined } from "../../../src/model/defined.ts";
import { isMachines } from "../../../src/transcripts/machine-words.ts";

type Fields = Readonly<Record<string, unknown>>;

const openings: Readonly<Record<string, string>> = {
  startup: "new",
  resume: "again",
  fork: "branch",
  clear: "wiped",
  compact: "squeezed",
};

/** Names of tools, and of what is handed to them, both ways. */
const tools: Readonly<Record<string, { readonly name: string; readonly fields: Readonly<Record<string, string>> }>> = {
  Bash: { name: "sh", fields: { command: "line" } },
  Monitor: { name: "watch", fields: { command: "line" } },
  Read: { name: "open", fields: { file_path: "at" } },
  Grep: { name: "find", fields: { path: "below" } },
  Glob: { name: "find", fields: { path: "below" } },
  LS: { name: "find", fields: { path: "below" } },
  Write: { name: "save", fields: { file_path: "at", content: "body" } },
  Edit: { name: "patch", fields: { file_path: "at", old_string: "was", new_string: "now" } },
  MultiEdit: {
    name: "patch",
    fields: { file_path: "at", edits: "places", old_string: "was", new_string: "now" },
  },
  NotebookEdit: { name: "patch", fields: { notebook_path: "at", new_source: "now" } },
  Agent: { name: "spawn", fields: { subagent_type: "sort" } },
  Task: { name: "spawn", fields: { subagent_type: "sort" } },
  BashOutput: { name: "tail", fields: {} },
  TaskOutput: { name: "tail", fields: {} },
  ExitPlanMode: { name: "route", fields: { plan: "words" } },
  WebFetch: { name: "net.get", fields: {} },
  WebSearch: { name: "net.search", fields: {} },
};

/** What Waymark says where Claude Code says this. */
export function inWaymarksWords(said: Fields, env: Fields): Fields {
  const scout = {
    id: textOf(said["agent_id"]),
    sort: textOf(said["agent_type"]),
    looksOnly: /^(?:Explore|Plan|cairn:.*)$/.test(textOf(said["agent_type"])),
    order: textOf(said["agent_transcript_path"]).replace(/\.jsonl$/, ".meta.json"),
  };
  const words = textOf(said["prompt"]) || textOf(said["last_assistant_message"]);
  return {
    run: { id: said["session_id"], dir: textOf(said["cwd"]) },
    turn: said["prompt_id"],
    opening: openings[textOf(said["source"])] ?? "new",
    quiet: said["seconds_since_last_response"],
    alone: env["CLAUDE_CODE_SESSION_ATTENDED"] === "0" || /^sdk/.test(textOf(env["CLAUDE_CODE_ENTRYPOINT"])),
    voice: isMachines(words) ? "machine" : "person",
    report: /<(?:event|result)>/.test(words) && isMachines(words),
    words,
    scout,
    ...("tool_name" in said ? { call: callIn(said) } : {}),
    trouble: said["error"],
    trusting: said["permission_mode"] === "bypassPermissions",
    pushed: said["stop_hook_active"] === true || said["stop_hook_active"] === "true",
    why: said["reason"],
  };
}

/** What Claude Code would have been told, in its own form. */
export function inClaudeCodesWords(text: string, said: Fields): string {
  if (text === "") return "";
  const { notes = [], ruling, why, instead, brought } = JSON.parse(text);
  const noteFor = (reader: string) =>
    (notes as { for: string; text: string }[]).find((one) => one.for === reader)?.text;
  const [context, squeezer, person] = ["model", "squeezer", "person"].map(noteFor);
  if (squeezer !== undefined) return squeezer;
  const isQuestion = said["hook_event_name"] === "PermissionRequest";
  const decision = { yes: "allow", no: "deny", you: "ask" }[ruling as "yes" | "no" | "you"];
  const ruled = isQuestion
    ? { decision: { behavior: decision } }
    : { permissionDecision: decision, permissionDecisionReason: why };
  const specific = {
    ...defined({ additionalContext: context, updatedToolOutput: brought }),
    ...(ruling === undefined ? {} : ruled),
    ...(instead === undefined
      ? {}
      : { updatedInput: renamed(instead, backwards(fieldsOf(textOf(said["tool_name"])))) }),
  };
  return JSON.stringify({
    ...(Object.keys(specific).length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: said["hook_event_name"], ...specific } }),
    ...defined({ systemMessage: person }),
  });
}

function callIn(said: Fields): Fields {
  const [tool, given] = [textOf(said["tool_name"]), said["tool_input"] ?? {}];
  const id = said["tool_use_id"];
  const list = listIn(tool, given as Fields, said);
  if (list !== undefined) return { id, name: "list", with: list };
  if (tool === "AskUserQuestion") return { id, name: "poll", with: { asked: askedIn(given as Fields, said) } };
  const [, server, called] = /^mcp__(.*)__([^_].*)$/.exec(tool) ?? [];
  const own = server === "plugin_cairn_cairn" ? "cairn" : server?.replace(/^cairn$/, "some-cairn");
  const name = tools[tool]?.name ?? (own === undefined ? tool : `${own}/${called}`);
  return { id, name, with: renamed(given, fieldsOf(tool)) };
}

function askedIn(given: Fields, said: Fields): Fields[] {
  const back = (said["tool_response"] as { answers?: Fields } | undefined)?.answers ?? {};
  const questions = (given["questions"] ?? []) as {
    question: string;
    options: { label: string; description: string }[];
  }[];
  return Object.entries({ ...(given["answers"] as Fields), ...back }).map(([question, chosen]) => ({
    question,
    choices: questions
      .find((one) => one.question === question)
      ?.options.map(({ label, description }) => `${label}: ${description}`),
    chosen: Array.isArray(chosen) ? chosen.join(", ") : chosen,
  }));
}

function listIn(tool: string, given: Fields, said: Fields): Fields | undefined {
  const line = (id: unknown, text: unknown, state: unknown) => ({
    id,
    text,
    ticked: ["completed", "deleted"].includes(textOf(state)),
  });
  if (tool === "TodoWrite") {
    const todos = (given["todos"] ?? []) as Fields[];
    return { whole: true, lines: todos.map((todo, n) => line(String(n), todo["content"], todo["status"])) };
  }
  const made = (said["tool_response"] as { task?: { id?: string } } | undefined)?.task?.id;
  if (tool === "TaskCreate") return { whole: false, lines: [line(made, given["subject"], given["status"])] };
  if (tool !== "TaskUpdate") return undefined;
  return { whole: false, lines: [line(given["taskId"], given["subject"], given["status"])] };
}

function fieldsOf(tool: string): Readonly<Record<string, string>> {
  return tools[tool]?.fields ?? {};
}

function backwards(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([ours, theirs]) => [theirs, ours]));
}

function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [names[key] ?? key, renamed(one, names)]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
