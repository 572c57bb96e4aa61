/** Gemini CLI: the names in its payloads, the names of its events, and the form it wants an answer in. */

import { randomBytes } from "node:crypto";
import { withoutHookContext } from "../../transcripts/gemini-chat.ts";
import { isMachines } from "../../transcripts/machine-words.ts";
import { newTextChanged, ownDeed } from "../deeds.ts";
import type { HostMoments } from "../host.ts";
import type { Answer, Beginning, Deed, Moment, ToolUse } from "../moment.ts";
import { type Payload, recordIn, textIn } from "../payload.ts";
import { bringsWords } from "../tool-names.ts";
import { OWN_TOOL, tools, WRITERS } from "./host.ts";

/** The event an answer must name. */
export const eventNames = {
  "session-start": "SessionStart",
  prompt: "BeforeAgent",
  "before-tool": "BeforeTool",
  "after-tool": "AfterTool",
  stop: "AfterAgent",
  "session-end": "SessionEnd",
} as const satisfies Partial<Record<Moment, string>>;

const beginnings: readonly string[] = ["startup", "resume", "clear"] satisfies Beginning[];

/** At these it takes words for the model. */
const TELLING: readonly Moment[] = ["session-start", "prompt", "after-tool"];
/** Where a tool's input has the text that it writes. */
const NEW_TEXTS: readonly string[] = ["content", "new_string"];

const sessionOf = (payload: Payload) => ({ session: textIn(payload, "session_id") });
const agentOf = () => ({ agent: "", kind: "" });

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => ({ ...sessionOf(payload), source: beginningIn(payload) }),
    prompt: (payload) => {
      // What a session's start was told stands before the first prompt.
      const text = withoutHookContext(textIn(payload, "prompt"));
      return { ...sessionOf(payload), turn: "", text, by: isMachines(text) ? "machine" : "person" };
    },
    "before-tool": toolUseIn,
    permission: toolUseIn,
    "after-tool": toolUseIn,
    "tool-failed": (payload) => ({ ...toolUseIn(payload), error: "" }),
    "before-compaction": sessionOf,
    stop: (payload) => ({
      ...sessionOf(payload),
      turn: "",
      lastMessage: textIn(payload, "prompt_response"),
      again: payload["stop_hook_active"] === true,
    }),
    "agent-start": (payload) => ({ ...sessionOf(payload), ...agentOf(), writes: false }),
    "agent-stop": (payload) => ({ ...sessionOf(payload), ...agentOf(), lastMessage: "", note: "" }),
    "session-end": (payload) => ({ ...sessionOf(payload), reason: textIn(payload, "reason") }),
  },
  folderIn: (payload) => textIn(payload, "cwd"),
  print,
  // Anything that is no JSON is shown to the person.
  silence: "{}",
  units: 9_000,
};

/** One that is new to us is taken for an ordinary start. */
function beginningIn(payload: Payload): Beginning {
  const source = textIn(payload, "source");
  return beginnings.includes(source) ? (source as Beginning) : "startup";
}

function toolUseIn(payload: Payload): ToolUse & { session: string } {
  const tool = textIn(payload, "tool_name");
  return {
    ...sessionOf(payload),
    tool,
    deed: deedOf(tool, recordIn(payload, "tool_input")),
    use: "",
    agent: "",
    cwd: textIn(payload, "cwd"),
    // It does not say whether anybody is asked: what must not happen unasked waits for the person.
    questionsOff: true,
  };
}

function deedOf(tool: string, input: Payload): Deed {
  const [, operation] = OWN_TOOL.exec(tool) ?? [];
  if (operation !== undefined) return ownDeed(operation, input);
  if (tools.shells.includes(tool)) return { is: "command", text: textIn(input, "command") };
  if (tools.agents.includes(tool)) return { is: "agent", kind: textIn(input, "agent_name") };
  if (tools.outputs.includes(tool)) return { is: "output" };
  if (bringsWords(tool, tools)) return { is: "hearing" };
  if (tools.searchers.includes(tool)) return { is: "search", path: textIn(input, "dir_path") || textIn(input, "path") };
  const path = textIn(input, "file_path");
  if (path === "") return { is: "other" };
  if (tools.readers.includes(tool)) return { is: "read", path };
  if (!WRITERS.includes(tool)) return { is: "other" };
  const changed = newTextChanged(input, NEW_TEXTS);
  return {
    is: "write",
    path,
    words: tool === "write_file" ? { whole: textIn(input, "content"), changed } : { changed },
  };
}

/** It takes no word on whether to ask, none on how to sum up, and nothing for the model before a tool. */
function print(moment: Moment, { context = "", verdict, input, toPerson }: Answer): string {
  const specific = {
    ...(context === "" || !TELLING.includes(moment) ? {} : { additionalContext: withoutTags(context) }),
    ...(input === undefined || moment !== "before-tool" ? {} : { tool_input: input }),
  };
  const hookEventName = (eventNames as Partial<Record<Moment, string>>)[moment];
  const said = {
    ...(verdict?.is === "deny" && moment === "before-tool" ? { decision: "deny", reason: verdict.because } : {}),
    ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName, ...specific } }),
    ...(toPerson === undefined ? {} : { systemMessage: toPerson }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}

const TAG = /<(\/?)([a-z-]+)((?: [a-zA-Z_-]+="[^"<>]*")*)>/g;

/**
 * It escapes tags, and then what stood quoted inside them looks like them. So they become brackets with a mark that no
 * stored text can know.
 */
function withoutTags(context: string): string {
  const mark = randomBytes(4).toString("hex");
  return context.replace(TAG, (_, slash: string, name: string, about: string) => `[${slash}${name} ${mark}${about}]`);
}
