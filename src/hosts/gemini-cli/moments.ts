/** Gemini CLI: the names in its payloads, the names of its events, and the form it wants an answer in. */

import { defined } from "../../model/defined.ts";
import { withoutHookContext } from "../../transcripts/gemini-chat.ts";
import { isMachines } from "../../transcripts/machine-words.ts";
import { beginningIn, printAnswer, type ToolFields, toolUsed } from "../deeds.ts";
import type { HostMoments } from "../host.ts";
import type { Answer, Moment, ToolUse } from "../moment.ts";
import { type Payload, textIn } from "../payload.ts";
import { typedIn } from "../typed-command.ts";
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

/** At these it takes words for the model. */
const TELLING: readonly Moment[] = ["session-start", "prompt", "after-tool"];
const fields: ToolFields = {
  tool: "tool_name",
  input: "tool_input",
  own: OWN_TOOL,
  tools,
  writers: WRITERS,
  agent: "agent_name",
  searched: ["dir_path", "path"],
  path: ["file_path"],
  whole: "content",
  written: ["content", "new_string"],
};

const sessionOf = (payload: Payload) => ({ session: textIn(payload, "session_id") });
const agentOf = () => ({ agent: "", kind: "" });

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => ({ ...sessionOf(payload), source: beginningIn(payload, ["resume", "clear"]) }),
    prompt: (payload) => {
      // What a session's start was told stands before the first prompt.
      const text = typedIn(withoutHookContext(textIn(payload, "prompt")));
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

/** It does not say whether anybody is asked: what must not happen unasked waits for the person. */
function toolUseIn(payload: Payload): ToolUse & { session: string } {
  return { ...sessionOf(payload), ...toolUsed(payload, fields), agent: "", questionsOff: true };
}

/** It takes no word on whether to ask, none on how to sum up, and nothing for the model before a tool. */
function print(moment: Moment, { context = "", verdict, input, toPerson }: Answer): string {
  const specific = {
    ...(context === "" || !TELLING.includes(moment) ? {} : { additionalContext: withoutTags(context) }),
    ...(input === undefined || moment !== "before-tool" ? {} : { tool_input: input }),
  };
  const denied = verdict?.is === "deny" && moment === "before-tool";
  const ruled = denied ? { decision: "deny", reason: verdict.because } : {};
  const event = (eventNames as Partial<Record<Moment, string>>)[moment];
  return printAnswer(event, specific, { ...ruled, ...defined({ systemMessage: toPerson }) });
}

const TAG = /<(\/?)([a-z-]+)((?: [a-zA-Z_-]+="[^"<>]*")*)>/g;

/**
 * It escapes tags, and then what stood quoted inside them looks like them. So they become brackets with a mark that no
 * stored text can know.
 */
function withoutTags(context: string): string {
  // No key: it has only to be unknown to who wrote a memory before. What makes keys takes a hook's process 5 ms to load.
  const mark = Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
  return context.replace(TAG, (_, slash: string, name: string, about: string) => `[${slash}${name} ${mark}${about}]`);
}
