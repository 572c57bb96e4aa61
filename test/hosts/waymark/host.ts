/**
 * Waymark: a client that does not exist. Its hooks are commands and nothing else, its events and tools have names of their
 * own, its payloads are nested, its answers a list of notes; it prints nothing where there is nothing to say.
 */

import type { Host, ToolNames } from "../../../src/hosts/host.ts";

export const tools: ToolNames = {
  shells: ["sh", "watch"],
  readers: ["open"],
  searchers: ["find"],
  agents: ["spawn"],
  outputs: ["tail"],
  plans: ["route"],
  outside: /^net\./,
  servers: /^(?!cairn\/)[\w-]+\//,
};

export const waymark = {
  name: "waymark",
  title: "Waymark",
  commands: "/cairn:",
  environment: { marks: /^WAYMARK$/, session: ["WAYMARK_RUN"] },
  tools,
  loadsIndex: async (_, env) => env["WAYMARK_INDEX"] !== "off",
  moments: () => import("./moments.ts").then(({ moments }) => moments),
} as const satisfies Host;
