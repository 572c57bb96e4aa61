/** A step of the script as the Messages API sends it: whole, or as the stream of events the client asks for. */

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Step } from "./script.ts";
import type { Block, RequestBody } from "./wire.ts";

export function reply(response: ServerResponse, body: RequestBody, step: Step): void {
  if (step.refuse) return refuse(response, step.refuse);
  const message = messageOf(body, step);
  if (body.stream !== true) return sendJson(response, 200, message);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  for (const event of eventsOf(message)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function refuse(response: ServerResponse, { status, type, message }: NonNullable<Step["refuse"]>): void {
  sendJson(response, status, { type: "error", error: { type, message } });
}

function messageOf(body: RequestBody, { say, calls = [], usageTokens }: Step) {
  const texts: Block[] = say === undefined ? [] : [{ type: "text", text: say }];
  const uses = calls.map(({ name, input }) => ({ type: "tool_use", id: idOf("toolu"), name, input }));
  const content: Block[] = [...texts, ...uses];
  return {
    id: idOf("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: uses.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: usageTokens ?? tokensIn(body.system) + tokensIn(body.messages),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: Math.max(1, tokensIn(content)),
    },
  };
}

function* eventsOf(message: ReturnType<typeof messageOf>): Generator<{ type: string; [field: string]: unknown }> {
  const begun = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } };
  yield { type: "message_start", message: begun };
  for (const [index, block] of message.content.entries()) {
    const { start, delta } = inPieces(block);
    yield { type: "content_block_start", index, content_block: start };
    yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  const { stop_reason, stop_sequence, usage } = message;
  yield { type: "message_delta", delta: { stop_reason, stop_sequence }, usage };
  yield { type: "message_stop" };
}

function inPieces(block: Block): { start: Block; delta: Block } {
  if (block.type === "text") {
    return { start: { type: "text", text: "" }, delta: { type: "text_delta", text: block.text ?? "" } };
  }
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) };
  return { start: { ...block, input: {} }, delta };
}

/** About four characters to a token: near enough for a client that only adds them up. */
function tokensIn(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? "").length / 4);
}

function idOf(sort: string): string {
  return `${sort}_${randomUUID().replaceAll("-", "")}`;
}
