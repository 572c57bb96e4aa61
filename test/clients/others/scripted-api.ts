/**
 * The models of other clients, as their programs ask them: a server on the loopback that does what a script in the prompt
 * says (`../script.ts`), or says "ok", and keeps every request. Rounds of tools that a summary took out of the history are
 * counted here.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseScript, type Step, say } from "../script.ts";
import { type Api, type Asked, apis } from "./apis.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into by the tests, field by field
export type Body = any;

export interface ApiRequest extends Asked {
  readonly api: string;
  readonly body: Body;
  /** All of it, as it came. */
  readonly text: string;
}

export class ScriptedApi {
  readonly requests: ApiRequest[] = [];
  /** Whatever else was asked for. */
  readonly strays: string[] = [];
  readonly #server: Server;
  /** Rounds of a prompt that were summed up. */
  readonly #before = new Map<string, number>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ScriptedApi> {
    const api = new ScriptedApi();
    await new Promise<void>((listening) => api.#server.listen(0, "127.0.0.1", listening));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The newest of the agent's own. */
  last(): ApiRequest {
    const found = this.requests.findLast(({ kind }) => kind === "main");
    if (found === undefined) throw new Error("The model was asked nothing.");
    return found;
  }

  /** Those that came of a prompt with these words. */
  of(words: string): ApiRequest[] {
    return this.requests.filter(({ kind, prompt }) => kind === "main" && prompt.includes(words));
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    request.setEncoding("utf8");
    for await (const piece of request) text += piece;
    const api = apis.find(({ path }) => request.method === "POST" && path.test(request.url ?? ""));
    if (api === undefined) {
      this.strays.push(`${request.method} ${request.url}`);
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const body = JSON.parse(text) as Body;
    const asked = { api: api.name, body, text, ...api.asked(body, request.url ?? "") };
    this.requests.push(asked);
    api.reply(response, this.#stepFor(asked, api), body, request.url ?? "");
  }

  #stepFor({ kind, prompt, text, rounds }: ApiRequest, api: Api): Step {
    const n = (this.#before.get(prompt) ?? 0) + rounds;
    if (kind === "compact") this.#before.set(prompt, n);
    if (kind !== "main") return api.aside(kind);
    const steps = parseScript(prompt);
    const step = steps.length === 0 ? say(`ok: ${prompt.slice(0, 60)}`) : (steps[n] ?? say("done"));
    // A step may name the sub-agent that was started last.
    const [, agent = ""] = [...text.matchAll(/agent_id[^0-9a-f]{1,12}([0-9a-f-]{36})/g)].at(-1) ?? [];
    return JSON.parse(JSON.stringify(step).replaceAll("$agent", agent)) as Step;
  }
}
