/** A model on a loopback port that says what it is told, in the form it is asked in. It keeps every request. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What is said to one request. A number is a refusal with that status; `hang` never answers, `cut` breaks off. */
export type Said =
  | string
  | number
  | "hang"
  | "cut"
  | { readonly status: number; readonly headers: Record<string, string> };
export type Script = (words: string, nth: number) => Said | Promise<Said>;

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into by the tests, field by field
  readonly body: any;
  /** System and user words in one. */
  readonly words: string;
}

/** What the endpoint says each answer has cost. */
export const toldTokens = { input: 321, output: 45 };

export class ModelEndpoint {
  readonly asked: Asked[] = [];
  url = "";
  script: Script;

  constructor(script: Script) {
    this.script = script;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textFrom(request));
    const words = [body.system ?? "", ...body.messages.map(({ content }: { content: string }) => content)].join("\n\n");
    this.asked.push({ path: request.url ?? "", headers: request.headers, body, words });
    const said = await this.script(words, this.asked.length);
    if (said === "hang") return;
    if (said === "cut") return void request.socket.destroy();
    if (typeof said === "object") return void response.writeHead(said.status, said.headers).end("{}");
    if (typeof said === "number") return send(response, said, refusal(said, request));
    send(response, 200, "max_tokens" in body && "system" in body ? message(said) : completion(said));
  }
}

/** Gone when the test is over. */
export async function modelEndpoint(script: Script): Promise<ModelEndpoint> {
  const endpoint = new ModelEndpoint(script);
  const server = createServer((request, response) => void endpoint.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return endpoint;
}

function message(text: string): unknown {
  const usage = { input_tokens: toldTokens.input, output_tokens: toldTokens.output };
  return { type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn", usage };
}

function completion(text: string): unknown {
  const usage = { prompt_tokens: toldTokens.input, completion_tokens: toldTokens.output, total_tokens: 366 };
  return { object: "chat.completion", choices: [{ index: 0, message: { role: "assistant", content: text } }], usage };
}

/** Real servers repeat the key they were sent. */
function refusal(status: number, { headers }: IncomingMessage): unknown {
  const key = headers["x-api-key"] ?? headers.authorization ?? "";
  return { error: { type: "some_error", message: `No, with status ${status}, and not with the key ${key}.` } };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function textFrom(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
