/** The operations as an MCP server. Answers are text only: what a client shows of anything else differs too much. */

import { inspect } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Cairn } from "../../cairn.ts";
import { redact } from "../../guard/redact.ts";
import { printable } from "../../guard/terminal.ts";
import { defined } from "../../model/defined.ts";
import { CairnError } from "../../model/error.ts";
import { invoke, redacted } from "../../operations/operation.ts";
import { findOperation, type OperationRegistry, operationsOn } from "../../operations/registry.ts";
import { version } from "../version.ts";
import { BetweenCalls } from "./between-calls.ts";

export const thisServer = { name: "cairn", version };
export const capabilities = { tools: {} };

export interface ServerParts {
  readonly registry: OperationRegistry;
  /** Called with the first tool; called again if it failed. */
  open(): Cairn | Promise<Cairn>;
  /** Where a bug is reported, besides the answer. */
  report(text: string): void;
  /** What the model is told of the server as a whole. */
  readonly instructions?: string | undefined;
}

interface CairnServer {
  readonly server: Server;
  /** Reads what the first question would have to wait for. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export function cairnServer({ registry, open, report, instructions }: ServerParts): CairnServer {
  const server = new Server(thisServer, { capabilities, ...defined({ instructions }) });
  const between = new BetweenCalls();
  let opened: Promise<Cairn> | undefined;

  async function opening(): Promise<Cairn> {
    opened ??= Promise.resolve().then(open);
    try {
      const cairn = await opened;
      // What stood in the way may be gone with the next question.
      if (!cairn.hasPlaces) opened = undefined;
      return cairn;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  }

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const [{ toolOf }, operations] = await Promise.all([import("./tools.ts"), operationsOn("mcp", registry)]);
    return { tools: operations.map(toolOf) };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    between.noteAsked();
    const op = await findOperation(params.name, "mcp", registry);
    if (op === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool called ${shown(params.name)}.`);
    try {
      const cairn = await opening();
      const outcome = await invoke(op, params.arguments ?? {}, cairn);
      if (isMoment(params, "stop") && cairn.hasPlaces) between.prepareWhenIdle(cairn);
      // Once it is answered: the host has what it waits for.
      if (isMoment(params, "session-end") && cairn.hasPlaces) setImmediate(() => void between.leave(cairn));
      return outcome.ok ? text(outcome.text) : refusal(outcome.error);
    } catch (error) {
      if (error instanceof CairnError) return refusal(redacted(error));
      report(shown(inspect(error)));
      return { ...text(`BUG: ${redact(String(error)).text}\nThis is a bug in Cairn.`), isError: true };
    }
  });

  async function warmUp(): Promise<void> {
    const cairn = await opening().catch(() => undefined);
    if (cairn?.hasPlaces) await between.warmUp(cairn);
  }

  async function close(): Promise<void> {
    const cairn = await opened?.catch(() => undefined);
    if (cairn?.hasPlaces) await between.leaveInTime(cairn);
    await cairn?.close();
  }

  return { server, warmUp, close };
}

interface Call {
  readonly name: string;
  readonly arguments?: unknown;
}

function isMoment({ name, arguments: given }: Call, moment: "stop" | "session-end"): boolean {
  return name === "hook" && (given as { moment?: unknown } | undefined)?.moment === moment;
}

function refusal({ code, message, hint }: CairnError): CallToolResult {
  return { ...text(hint === "" ? `${code}: ${message}` : `${code}: ${message}\n${hint}`), isError: true };
}

function text(answer: string): CallToolResult {
  return { content: [{ type: "text", text: printable(answer) }] };
}

/** Words that did not come through the one door, safe to show. */
function shown(words: string): string {
  return printable(redact(words).text);
}
