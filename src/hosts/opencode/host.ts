/** opencode: its names, as far as every process must know them. Observed on 1.18.33. */

import type { InstallableHost, ToolNames } from "../host.ts";
import type { Todo } from "../moment.ts";
import { type Payload, todosUnder } from "../payload.ts";

/** As people call it. */
export const TITLE = "opencode";

/** A server's tools are called by its name, a dash below and their own; its own tools have none, but for these. */
export const tools: ToolNames = {
  shells: ["bash"],
  readers: ["read"],
  searchers: ["grep", "glob", "list"],
  agents: ["task"],
  outputs: [],
  plans: [],
  outside: /^(?:webfetch|websearch|codesearch)$/,
  servers: /^(?!cairn_|apply_patch$|plan_(?:enter|exit)$)[a-zA-Z0-9-]+_/,
};

export const OWN_TOOL = /^cairn_([a-z-]+)$/;

/** It writes the whole list each time. */
export function todosIn(tool: string, input: Payload): Todo[] | undefined {
  return tool === "todowrite" ? todosUnder(input, "todos", "content") : undefined;
}

export const host = {
  name: "opencode",
  title: TITLE,
  commands: "/cairn/",
  // Its shells know no session by themselves: Cairn's plugin tells them.
  environment: { marks: /^OPENCODE(?:_PID|_SESSION_ID)?$/, session: ["OPENCODE_SESSION_ID"] },
  tools,
  listIn: todosIn,
  moments: () => import("./moments.ts").then(({ moments }) => moments),
  install: () => import("./install.ts").then(({ install }) => install),
} as const satisfies InstallableHost;
