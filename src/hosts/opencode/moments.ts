/** opencode: what Cairn's plugin in it passes on, and the form in which the plugin reads an answer. */

import { isMachines } from "../../transcripts/machine-words.ts";
import { unquoted } from "../../transcripts/opencode-session.ts";
import { newTextChanged, ownDeed } from "../deeds.ts";
import type { HostMoments } from "../host.ts";
import type { Answer, Beginning, Deed, Moment, ToolUse } from "../moment.ts";
import { patchOf } from "../patch.ts";
import { type Payload, recordIn, textIn } from "../payload.ts";
import { bringsWords } from "../tool-names.ts";
import { OWN_TOOL, todosIn, tools } from "./host.ts";

const beginnings: readonly string[] = ["startup", "resume", "compact"] satisfies Beginning[];

/** They only look. */
const READERS: readonly string[] = ["explore", "plan"];
/** Where a tool's input has the text that it writes. */
const NEW_TEXTS: readonly string[] = ["content", "newString"];

const sessionOf = (payload: Payload) => ({ session: textIn(payload, "session_id") });
const agentOf = (payload: Payload) => ({
  ...sessionOf(payload),
  agent: textIn(payload, "agent_id"),
  kind: textIn(payload, "agent"),
});

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => ({ ...sessionOf(payload), source: beginningIn(payload) }),
    prompt: (payload) => {
      const text = unquoted(textIn(payload, "prompt"));
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

/** One that is new to us is taken for an ordinary start. */
function beginningIn(payload: Payload): Beginning {
  const source = textIn(payload, "source");
  return beginnings.includes(source) ? (source as Beginning) : "startup";
}

function toolUseIn(payload: Payload): ToolUse & { session: string } {
  const tool = textIn(payload, "tool");
  return {
    ...sessionOf(payload),
    tool,
    deed: deedOf(tool, recordIn(payload, "args")),
    use: textIn(payload, "call_id"),
    agent: textIn(payload, "agent_id"),
    cwd: textIn(payload, "cwd"),
    // It does not say whether anybody is asked: what must not happen unasked waits for the person.
    questionsOff: true,
  };
}

function deedOf(tool: string, input: Payload): Deed {
  const [, operation] = OWN_TOOL.exec(tool) ?? [];
  if (operation !== undefined) return ownDeed(operation, input);
  const todos = todosIn(tool, input);
  if (todos !== undefined) return { is: "todos", all: true, todos };
  if (textIn(input, "patchText") !== "") return patchOf(input, "patchText");
  if (tools.shells.includes(tool)) return { is: "command", text: textIn(input, "command") };
  if (tools.agents.includes(tool)) return { is: "agent", kind: textIn(input, "subagent_type") };
  if (bringsWords(tool, tools)) return { is: "hearing" };
  if (tools.searchers.includes(tool)) return { is: "search", path: textIn(input, "path") };
  const path = textIn(input, "filePath");
  if (path === "") return { is: "other" };
  if (tools.readers.includes(tool)) return { is: "read", path };
  const changed = newTextChanged(input, NEW_TEXTS);
  return { is: "write", path, words: tool === "write" ? { whole: textIn(input, "content"), changed } : { changed } };
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
