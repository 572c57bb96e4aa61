/** opencode: what Cairn's plugin in it passes on, and the form in which the plugin reads an answer. */

import { isMachines } from "../../transcripts/machine-words.ts";
import { unquoted } from "../../transcripts/opencode-session.ts";
import { beginningIn, type ToolFields, toolUsed } from "../deeds.ts";
import type { HostMoments } from "../host.ts";
import type { Answer, Moment, ToolUse } from "../moment.ts";
import { type Payload, textIn } from "../payload.ts";
import { typedIn } from "../typed-command.ts";
import { OWN_TOOL, todosIn, tools } from "./host.ts";

/** They only look. */
const READERS: readonly string[] = ["explore", "plan"];
const fields: ToolFields = {
  tool: "tool",
  input: "args",
  use: "call_id",
  own: OWN_TOOL,
  tools,
  listIn: todosIn,
  agent: "subagent_type",
  searched: ["path"],
  path: ["filePath"],
  whole: "content",
  written: ["content", "newString"],
};

const sessionOf = (payload: Payload) => ({ session: textIn(payload, "session_id") });
const agentOf = (payload: Payload) => ({
  ...sessionOf(payload),
  agent: textIn(payload, "agent_id"),
  kind: textIn(payload, "agent"),
});

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => ({ ...sessionOf(payload), source: beginningIn(payload, ["resume", "compact"]) }),
    prompt: (payload) => {
      const text = typedIn(unquoted(textIn(payload, "prompt")));
      const by = isMachines(text) ? "machine" : "person";
      return { ...sessionOf(payload), turn: textIn(payload, "message_id"), text, by };
    },
    "before-tool": toolUseIn,
    permission: toolUseIn,
    "after-tool": toolUseIn,
    "tool-failed": (payload) => ({ ...toolUseIn(payload), error: textIn(payload, "error") }),
    "before-compaction": sessionOf,
    stop: (payload) => ({
      ...sessionOf(payload),
      turn: textIn(payload, "message_id"),
      lastMessage: textIn(payload, "last_message"),
      again: false,
    }),
    "agent-start": (payload) => ({ ...agentOf(payload), writes: !READERS.includes(textIn(payload, "agent")) }),
    "agent-stop": (payload) => ({ ...agentOf(payload), lastMessage: textIn(payload, "last_message"), note: "" }),
    "session-end": (payload) => ({ ...sessionOf(payload), reason: textIn(payload, "reason") }),
  },
  folderIn: (payload) => textIn(payload, "cwd"),
  print,
  silence: "{}",
  units: 9_000,
};

/** It does not say whether anybody is asked: what must not happen unasked waits for the person. */
function toolUseIn(payload: Payload): ToolUse & { session: string } {
  const agent = textIn(payload, "agent_id");
  return { ...sessionOf(payload), ...toolUsed(payload, fields), agent, questionsOff: true };
}

/** It takes no word on whether to ask, and no other result. */
function print(moment: Moment, { context = "", instructions, verdict, input, toPerson }: Answer): string {
  const said = {
    ...(context === "" ? {} : { context }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(verdict?.is === "deny" && moment === "before-tool" ? { deny: verdict.because } : {}),
    ...(input === undefined || moment !== "before-tool" ? {} : { input }),
    ...(toPerson === undefined ? {} : { toPerson }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}
