/** GitHub Copilot CLI: its names, as far as every process must know them. Observed on 1.0.102. */

import { join } from "node:path";
import type { HostHomes } from "../../transcripts/records.ts";
import type { InstallableHost, ToolNames } from "../host.ts";

/** As people call it. */
export const TITLE = "Copilot CLI";

/** By which its settings name Cairn's server. */
export const SERVER = "cairn";

/** Its hooks are told the names Claude Code has for a tool; its records have its own. A server's have a dash behind its name. */
export const tools: ToolNames = {
  shells: ["bash", "Bash"],
  readers: ["view", "Read"],
  searchers: ["grep", "glob", "Grep", "Glob"],
  agents: ["task", "Agent"],
  outputs: ["read_bash"],
  plans: [],
  outside: /^(?:web_fetch|web_search|WebFetch|WebSearch)$/,
  servers: new RegExp(`^(?!${SERVER}-)[\\w.]+-`),
};

/** They write the file they name. */
export const WRITERS: readonly string[] = ["Write", "Edit", "create", "edit"];

export const OWN_TOOL = new RegExp(`^${SERVER}-([a-z-]+)$`);

export function copilotHome({ home, hostHomes }: HostHomes): string {
  return hostHomes["COPILOT_HOME"] || join(home, ".copilot");
}

export const host = {
  name: "copilot-cli",
  title: TITLE,
  commands: "/cairn ",
  environment: { marks: /^COPILOT_CLI$/, session: ["COPILOT_AGENT_SESSION_ID"] },
  runsHooksOfOthers: (payload, env) => env["COPILOT_CLI"] !== undefined && typeof payload["timestamp"] === "string",
  tools,
  moments: () => import("./moments.ts").then(({ moments }) => moments),
  install: () => import("./install.ts").then(({ install }) => install),
} as const satisfies InstallableHost;
