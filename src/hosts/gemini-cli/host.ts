/** Gemini CLI: its names, as far as every process must know them. Observed on 0.61.0. */

import { join } from "node:path";
import type { HostHomes } from "../../transcripts/records.ts";
import type { InstallableHost, ToolNames } from "../host.ts";

/** As people call it. */
export const TITLE = "Gemini CLI";

/** By which its settings name Cairn's server. */
export const SERVER = "cairn";

export const tools: ToolNames = {
  shells: ["run_shell_command"],
  readers: ["read_file"],
  searchers: ["grep_search", "glob", "list_directory"],
  agents: ["invoke_agent"],
  outputs: ["read_background_output"],
  plans: [],
  outside: /^(?:web_fetch|google_web_search)$/,
  servers: new RegExp(`^mcp_(?!${SERVER}_)`),
};

/** They write the file they name. */
export const WRITERS: readonly string[] = ["write_file", "replace"];

/** A server's tools are called like this. */
export const OWN_TOOL = new RegExp(`^mcp_${SERVER}_([a-z-]+)$`);

export function geminiHome({ home, hostHomes }: HostHomes): string {
  return join(hostHomes["GEMINI_CLI_HOME"] || home, ".gemini");
}

export const host = {
  name: "gemini-cli",
  title: TITLE,
  commands: "/cairn:",
  environment: { marks: /^GEMINI_CLI$/, session: ["GEMINI_SESSION_ID"] },
  tools,
  moments: () => import("./moments.ts").then(({ moments }) => moments),
  install: () => import("./install.ts").then(({ install }) => install),
} as const satisfies InstallableHost;
