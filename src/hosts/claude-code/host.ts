/** Claude Code: its names, as far as every process must know them. Observed on 2.1.197 and 2.1.325. */

import { isJsonObject } from "../../text/json.ts";
import type { InstallableHost, ToolNames } from "../host.ts";
import type { Todo } from "../moment.ts";
import { type Payload, textIn } from "../payload.ts";

/** As people call it. */
export const TITLE = "Claude Code";

export const tools: ToolNames = {
  shells: ["Bash", "Monitor"],
  readers: ["Read", "NotebookRead"],
  searchers: ["Glob", "Grep", "LS"],
  agents: ["Agent", "Task"],
  outputs: ["BashOutput", "TaskOutput"],
  plans: ["ExitPlanMode"],
  outside: /^(?:Web[A-Z]|(?:List|Read)McpResource)/,
  // Cairn's own server comes with its plugin; whatever else calls itself so may be a repository's.
  servers: /^mcp__(?!plugin_cairn_cairn__)/,
};

/** A plugin's tools are called like this. */
export const OWN_TOOL = /^mcp__plugin_cairn_cairn__([a-z-]+)$/;

/** Where it says what the sub-agent of a record was to do. */
export function noteOf(agentRecord: string): string {
  return agentRecord.replace(/\.jsonl$/, ".meta.json");
}

/** Some versions write the whole list anew. */
export function todoListIn(tool: string, input: Payload): Todo[] | undefined {
  if (tool !== "TodoWrite") return undefined;
  const list = Array.isArray(input["todos"]) ? input["todos"].filter(isJsonObject) : [];
  return list.map((todo, n) => todoOf(todo, String(n), textIn(todo, "content")));
}

export function todoOf(todo: Payload, id: string, text: string): Todo {
  return { id, text, done: ["completed", "deleted"].includes(textIn(todo, "status")) };
}

export const host = {
  name: "claude-code",
  title: TITLE,
  commands: "/cairn:",
  // More than one, since a command may have cleared the first.
  environment: {
    marks: /^CLAUDE(?:CODE|_CODE(?:_SESSION_ID|_ENTRYPOINT|_IS_COWORK)?)$/,
    session: ["CLAUDE_CODE_SESSION_ID"],
  },
  tools,
  // What others handed in has other names.
  outputFile:
    /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:tool-results\/(?=toolu_\w+\.|[a-z0-9]{9}\.)|tasks\/)([\w-]{1,100})\.[a-z]{1,10}$/,
  notices: {
    handedIn: /^\s*(?:<(?:teammate-message|cross-session-message|channel)[\s>]|\[Subagent hand-back\])/,
    // Its first name is the client's: what stands further down may be anybody's.
    task: {
      begins: /^\s*<task-notification/,
      named: /^\s*<task-notification[\s\S]{0,200}?<task-id>([^<]{1,100})</,
    },
    // What the person runs by themselves, behind an exclamation mark.
    ran: /^\s*<bash-input>([\s\S]{1,20000}?)<\/bash-input>/,
    printed: /^\s*(?:<bash-input>[\s\S]{1,20000}?<\/bash-input>\s*)?<bash-std(?:out|err)>/,
    saved: /<persisted-output>\s{0,9}Output too large [^\n]{0,60}saved to: ([^\n]{1,1000})/,
  },
  listIn: todoListIn,
  moments: () => import("./moments.ts").then(({ moments }) => moments),
  loadsIndex: (site, env) => import("./install-state.ts").then((file) => file.installState(site, env).ownMemory),
  install: () => import("./install.ts").then(({ install }) => install),
} as const satisfies InstallableHost;
