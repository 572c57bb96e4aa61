/**
 * A Messages API on a loopback port that says what it is told: by rules first, by lines in the newest prompt after
 * that. It keeps every request, and is the proxy of the client too, so that a request to anywhere else shows.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { defined } from "../../src/model/defined.ts";
import { reply, sendJson } from "./reply.ts";
import { parseScript, type Step, say } from "./script.ts";
import {
  type Injected,
  injectedIn,
  kindOf,
  newestPrompt,
  placesIn,
  type RequestBody,
  type RequestKind,
} from "./wire.ts";

export interface ModelRequest {
  /** Counts from 1, in the order of arrival. */
  readonly n: number;
  /** When all of it had come, by `performance.now()`. */
  readonly at: number;
  readonly kind: RequestKind;
  readonly session: string;
  readonly body: RequestBody;
  /** The newest words of a person, without what the client put around them. */
  readonly prompt: string;
  /** What was answered. */
  readonly step: Step;
}

/** Which requests are meant; what is left out matches all. */
export interface Which {
  readonly kind?: RequestKind;
  readonly session?: string;
  /** Tried on the newest prompt. */
  readonly prompt?: RegExp;
}

export interface Rule {
  readonly when: Which;
  /** A list is gone through as tool results come back; a refusal in it is given once for each session. */
  readonly steps: Step | readonly Step[] | ((body: RequestBody) => readonly Step[]);
  /** How often the rule may speak. */
  readonly times?: number;
}

export interface Found {
  readonly n: number;
  readonly kind: RequestKind;
  readonly session: string;
  readonly where: string;
  readonly around: string;
}

/** What stands in the summary that every compaction gets. */
export const SUMMARY = "SCRIPTED-SUMMARY";

export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** Everything asked for that is not the Messages API, as `METHOD target`. */
  readonly strays: string[] = [];
  readonly #rules: { readonly rule: Rule; left: number }[] = [];
  readonly #refused = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // What a client that honours its proxy sends before it leaves the machine.
    this.#server.on("connect", ({ url }, socket) => {
      this.strays.push(`CONNECT ${url}`);
      socket.on("error", () => {}); // it hung up on the refusal
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
  }

  static async start(...rules: readonly Rule[]): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    for (const rule of rules) model.obey(rule);
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A later rule is asked after the earlier ones. */
  obey(rule: Rule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  /** The requests meant, oldest first. */
  of(which: Which = {}): ModelRequest[] {
    return this.requests.filter((request) => matches(which, request));
  }

  /** The newest of the requests meant. */
  last(which: Which = { kind: "main" }): ModelRequest {
    const last = this.of(which).at(-1);
    if (last === undefined)
      throw new Error(`No such request: ${JSON.stringify(which)}. ${JSON.stringify(this.counts())}`);
    return last;
  }

  /** Resolves when so many of the requests meant have come. */
  seen(which: Which, times = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.of(which).length < times) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  counts(session?: string): Record<RequestKind, number> {
    const counts = { main: 0, subagent: 0, compact: 0, title: 0, side: 0 };
    for (const { kind } of this.of(defined({ session }))) counts[kind]++;
    return counts;
  }

  /** Where a text stands, in which requests. */
  find(text: string, which: Which = {}): Found[] {
    return this.of(which).flatMap(({ n, kind, session, body }) =>
      placesIn(body)
        .filter((place) => place.text.includes(text))
        .map(({ where, text: whole }) => ({ n, kind, session, where, around: around(whole, text) })),
    );
  }

  /** What hooks put into the newest of the requests meant. */
  injected(which?: Which): Injected[] {
    return injectedIn(this.last(which).body);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textFrom(request);
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages?")) {
      this.strays.push(`${request.method} ${request.url}`);
      return sendJson(response, request.method === "HEAD" ? 200 : 404, { type: "error" });
    }
    const { body, step } = this.#take(JSON.parse(text), String(request.headers["x-claude-code-session-id"] ?? ""));
    await step.after;
    if (!response.destroyed) reply(response, body, step);
  }

  #take(body: RequestBody, session: string): ModelRequest {
    const { prompt, rounds } = newestPrompt(body.messages);
    const asked = { n: this.requests.length + 1, at: performance.now(), kind: kindOf(body), session, body, prompt };
    const taken = { ...asked, step: this.#byRule(asked, rounds) ?? this.#byDefault(asked, rounds) };
    this.requests.push(taken);
    for (const look of this.#waiting) look();
    return taken;
  }

  #byRule(asked: Omit<ModelRequest, "step">, rounds: number): Step | undefined {
    const found = this.#rules.find(({ rule, left }) => left > 0 && matches(rule.when, asked));
    if (found === undefined) return undefined;
    found.left--;
    const steps = typeof found.rule.steps === "function" ? found.rule.steps(asked.body) : found.rule.steps;
    return "length" in steps ? this.#next(steps, asked, rounds) : steps;
  }

  #byDefault(asked: Omit<ModelRequest, "step">, rounds: number): Step {
    if (asked.kind === "compact") return say(`<analysis>scripted</analysis>\n<summary>${SUMMARY}: go on.</summary>`);
    if (asked.kind === "title") return say('{"title":"Scripted"}');
    const steps = parseScript(asked.prompt);
    return steps.length > 0 ? this.#next(steps, asked, rounds) : say(`ok: ${asked.prompt.slice(0, 60)}`);
  }

  /** The step after so many rounds of tools, or the refusal before it. After the last one the model says "done". */
  #next(steps: readonly Step[], { session, prompt }: Omit<ModelRequest, "step">, rounds: number): Step {
    let before = 0;
    for (const [at, step] of steps.entries()) {
      if (step.refuse === undefined) {
        if (before++ === rounds) return step;
      } else if (before === rounds && this.#firstTime(`${session} ${at} ${prompt}`)) return step;
    }
    return say("done");
  }

  #firstTime(key: string): boolean {
    const first = !this.#refused.has(key);
    this.#refused.add(key);
    return first;
  }
}

function matches({ kind, session, prompt }: Which, request: Omit<ModelRequest, "step">): boolean {
  if (kind !== undefined && kind !== request.kind) return false;
  if (session !== undefined && session !== request.session) return false;
  return prompt === undefined || prompt.test(request.prompt);
}

function around(whole: string, text: string): string {
  const at = whole.indexOf(text);
  return whole.slice(Math.max(0, at - 80), at + text.length + 80);
}

async function textFrom(request: IncomingMessage): Promise<string> {
  let text = "";
  request.setEncoding("utf8");
  for await (const piece of request) text += piece;
  return text;
}
