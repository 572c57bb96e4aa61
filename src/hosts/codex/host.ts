/** Codex: its names, as far as every process must know them. Observed on 0.166.0. */

import { join } from "node:path";
import type { HostHomes } from "../../transcripts/records.ts";
import type { InstallableHost, ToolNames } from "../host.ts";
import type { Todo } from "../moment.ts";
import { type Payload, todosUnder } from "../payload.ts";

/** As people call it. */
export const TITLE = "Codex";

/** By which its settings name Cairn's server. */
export const SERVER = "cairn";

/** Its hooks call every shell `Bash`; its records have the names of the tools themselves. */
export const tools: ToolNames = {
  shells: ["Bash", "exec_command"],
  readers: ["view_image"],
  searchers: [],
  agents: ["spawn_agent"],
  outputs: ["write_stdin"],
  plans: [],
  outside: /^(?:web_search|(?:list|read)_mcp_resource)/,
  servers: new RegExp(`^mcp__(?!${SERVER}__)`),
};

/** The model is told of a tool with underscores in the place of dashes. */
export const OWN_TOOL = new RegExp(`^mcp__${SERVER}__([a-z_-]+)$`);

/** Older models of it kept a plan by a tool of that name. */
export function planIn(tool: string, input: Payload): Todo[] | undefined {
  return tool === "update_plan" ? todosUnder(input, "plan", "step") : undefined;
}

export function codexHome({ home, hostHomes }: HostHomes): string {
  return hostHomes["CODEX_HOME"] || join(home, ".codex");
}

export const host = {
  name: "codex",
  title: TITLE,
  commands: "$cairn ",
  environment: { marks: /^CODEX_(?!HOME$|API_KEY$)/, session: ["CODEX_SESSION_ID", "CODEX_THREAD_ID"] },
  tools,
  listIn: planIn,
  moments: () => import("./moments.ts").then(({ moments }) => moments),
  install: () => import("./install.ts").then(({ install }) => install),
} as const satisfies InstallableHost;
