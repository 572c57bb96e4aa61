/**
 * Messages as lines over standard input and output. A line that is too long or no message is answered with an error
 * and forgotten; when the input ends, what was asked before is still answered.
 */

import type { Readable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { safeJson } from "../safe-json.ts";

const MAX_LINE_BYTES = 8_000_000;
/** What is kept of each end of a line that is too long. */
const END_BYTES = 400;
const LAST_ANSWERS_MS = 10_000;
const NEWLINE = 0x0a;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

interface LineOutput {
  write(text: string, done: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

type Id = string | number;
type Message = { readonly method?: string; readonly id?: Id; readonly params?: { readonly requestId?: Id } };

export class StdioTransport implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #input: Readable;
  readonly #output: LineOutput;
  readonly #unanswered = new Set<Id>();
  /** Have their answer already: see launch/greeting.ts. */
  readonly #told: Set<Id>;
  #chunks: Buffer[] = [];
  #size = 0;
  #ended = false;
  #closed = false;

  constructor(input: Readable, output: LineOutput, told: readonly Id[] = []) {
    this.#input = input;
    this.#output = output;
    this.#told = new Set(told);
  }

  async start(): Promise<void> {
    this.#input.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#input.on("end", () => this.#end());
    this.#input.on("error", () => this.#end());
    // Nobody reads any more: there is nobody left to answer.
    this.#output.on("error", () => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message) && message.id !== undefined && this.#told.delete(message.id))
      return this.#answered(message.id);
    await new Promise<void>((resolve) => {
      this.#output.write(`${safeJson(message)}\n`, () => {
        if ("id" in message && !("method" in message)) this.#answered(message.id);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#line();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** Of a line that is too long only its ends are kept: one of them says whom to answer. */
  #keep(part: Buffer): void {
    this.#size += part.length;
    if (part.length > 0) this.#chunks.push(part);
    if (this.#size <= MAX_LINE_BYTES) return;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [Buffer.from(all.subarray(0, END_BYTES)), Buffer.from(all.subarray(-END_BYTES))];
  }

  #line(): void {
    const [size, text] = [this.#size, Buffer.concat(this.#chunks).toString("utf8").trim()];
    [this.#chunks, this.#size] = [[], 0];
    if (size > MAX_LINE_BYTES)
      this.#refuse(INVALID_REQUEST, `A message may have at most ${MAX_LINE_BYTES} bytes.`, idAtAnEnd(text));
    else if (text !== "") this.#parse(text);
  }

  #parse(text: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#refuse(PARSE_ERROR, "The line is not JSON.");
      return;
    }
    // Version 2025-03-26 allows several messages in one line.
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) this.#deliver(message);
  }

  #deliver(message: unknown): void {
    if (!isMessage(message)) {
      this.#refuse(INVALID_REQUEST, "The line is no JSON-RPC 2.0 message.", idOf(message));
      return;
    }
    const { method, id, params } = message as Message;
    if (method !== undefined && id !== undefined) this.#unanswered.add(id);
    this.onmessage?.(message);
    // A cancelled request gets no answer, so nobody may wait for it.
    if (method === "notifications/cancelled" && params?.requestId !== undefined) this.#answered(params.requestId);
  }

  #refuse(code: number, message: string, id: Id | null = null): void {
    this.#output.write(`${safeJson({ jsonrpc: "2.0", id, error: { code, message } })}\n`, () => {});
  }

  #answered(id: Id | undefined): void {
    if (id !== undefined) this.#unanswered.delete(id);
    if (this.#ended && this.#unanswered.size === 0) void this.close();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#size > 0) this.#line();
    if (this.#unanswered.size === 0) void this.close();
    else setTimeout(() => this.close(), LAST_ANSWERS_MS);
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== "object" || value === null) return false;
  if (!("jsonrpc" in value) || value.jsonrpc !== "2.0") return false;
  return "method" in value ? typeof value.method === "string" : "result" in value || "error" in value;
}

function idOf(value: unknown): Id | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{0,200}")`;
const BESIDES = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,100}"`;
const FIRST_ID = new RegExp(String.raw`^\{\s*(?:${BESIDES}\s*,\s*)*${ID}\s*,`);
const LAST_ID = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${BESIDES}\s*)*\}$`);

/** Of a message whose middle is not there: what stands before its parameters, or behind them. */
function idAtAnEnd(text: string): Id | null {
  const [, id] = FIRST_ID.exec(text) ?? LAST_ID.exec(text) ?? [];
  return id === undefined ? null : (JSON.parse(id) as Id);
}
