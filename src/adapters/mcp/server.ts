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
import { programNow } from "../hooks/handed-over.ts";
import { version } from "../version.ts";

export const thisServer = { name: "cairn", version };
export const capabilities = { tools: {} };

/** Nobody has asked for so long: then nobody is kept waiting. */
const IDLE_MS = 5_000;
/** Nobody has asked for so long that the session may be over. */
const SILENT_MS = 20 * 60_000;
/** The client is gone: so long it may take to bring your machines in step before the server ends too. */
const LAST_MS = 30_000;

/** The client is greeted before either is loaded: what drafts, dreams and reads transcripts comes with them. */
const warmingUp = () => import("../../session/warm-up.ts");
const settling = () => import("../../session/idle-work.ts");
const preparing = () => import("../../session/prepare-start.ts");

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
  const about = defined({ instructions });
  const server = new Server(thisServer, { capabilities, ...about });
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

  let lastAsked = Date.now();

  function whenIdle(work: () => unknown): void {
    const idleMs = Date.now() - lastAsked;
    if (idleMs >= IDLE_MS) work();
    else setTimeout(() => whenIdle(work), IDLE_MS - idleMs).unref();
  }

  let isPreparing = false;

  /** What the next session is told, once there is time: after each turn, and once all is settled. */
  function prepareWhenIdle(cairn: Cairn): void {
    if (isPreparing) return;
    isPreparing = true;
    whenIdle(async () => {
      isPreparing = false;
      await cairn.sessions.quietly("start page", async () => (await preparing()).prepareStart(cairn, programNow()));
    });
  }

  /** Soon after the start, and once in every long silence. */
  function settleWhenIdle(cairn: Cairn): void {
    let settled = 0;
    const settle = () => {
      settled = lastAsked;
      return cairn.sessions
        .quietly("settling in", async () => (await settling()).settleIn(cairn))
        .then(() => prepareWhenIdle(cairn));
    };
    whenIdle(settle);
    const isSilent = () => lastAsked > settled && Date.now() - lastAsked >= SILENT_MS;
    setInterval(() => isSilent() && settle(), SILENT_MS / 4).unref();
  }

  let leaving: Promise<unknown> | undefined;

  /** At a session's very end, which the server sees as the end hook's answer, or as the end of its input. */
  function leave(cairn: Cairn): Promise<unknown> {
    const after = async () => (await settling()).afterSession(cairn);
    leaving ??= cairn.sessions.quietly("sync", after).finally(() => {
      leaving = undefined;
    });
    return leaving;
  }

  async function close(): Promise<void> {
    const cairn = await opened?.catch(() => undefined);
    if (cairn?.hasPlaces && cairn.settings.get("sync.auto"))
      await Promise.race([leave(cairn), new Promise((resolve) => setTimeout(resolve, LAST_MS).unref())]);
    await cairn?.close();
  }

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    lastAsked = Date.now();
    const op = await findOperation(params.name, "mcp", registry);
    if (op === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool called ${shown(params.name)}.`);
    try {
      const cairn = await opening();
      const outcome = await invoke(op, params.arguments ?? {}, cairn);
      if (isMoment(params, "stop") && cairn.hasPlaces) prepareWhenIdle(cairn);
      // Once it is answered: the host has what it waits for.
      if (isMoment(params, "session-end") && cairn.hasPlaces) setImmediate(() => void leave(cairn));
      return outcome.ok ? text(outcome.text) : refusal(outcome.error);
    } catch (error) {
      if (error instanceof CairnError) return refusal(redacted(error));
      report(shown(inspect(error)));
      return { ...text(`BUG: ${redact(String(error)).text}\nThis is a bug in Cairn.`), isError: true };
    }
  });

  /** Whatever goes wrong here goes wrong again when it is asked for, and is told then. */
  async function warmUp(): Promise<void> {
    const cairn = await opening().catch(() => undefined);
    if (cairn?.hasPlaces !== true) return;
    const since = lastAsked;
    const { warmUp } = await warmingUp();
    await warmUp(cairn, () => lastAsked === since).catch(() => undefined);
    settleWhenIdle(cairn);
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
