/**
 * What the server says before it is asked for anything: the same to every client, so the build writes it down and the
 * launcher says it (launch/greeting.ts), before the server itself is loaded.
 */

import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { operationsOn } from "../../operations/registry.ts";
import { registry } from "../registry.ts";
import { safeJson } from "../safe-json.ts";
import { capabilities, thisServer } from "./server.ts";
import { toolOf } from "./tools.ts";

/** `hello` lacks the version of the protocol, which is the client's where it is one of these, else the first of them. */
export interface FirstWords {
  readonly protocols: readonly string[];
  readonly hello: string;
  readonly tools: string;
}

export async function firstWords(): Promise<FirstWords> {
  const tools = (await operationsOn("mcp", registry)).map(toolOf);
  return {
    protocols: [LATEST_PROTOCOL_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS],
    hello: safeJson({ capabilities, serverInfo: thisServer }),
    tools: safeJson({ tools }),
  };
}
