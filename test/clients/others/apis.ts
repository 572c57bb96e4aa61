/** The ways in which clients ask a model: where, what of it is the prompt, and the form of an answer. */

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type Step, say } from "../script.ts";
import type { Body } from "./scripted-api.ts";

export interface Asked {
  readonly prompt: string;
  readonly kind: "main" | "compact" | "side";
  readonly rounds: number;
}

export interface Api {
  readonly name: string;
  readonly path: RegExp;
  /** `rounds`: how often tools were used since the prompt, by what stands in the history. */
  asked(body: Body, url: string): Asked;
  /** What is said where it is not the agent itself that asks. */
  aside(kind: "compact" | "side"): Step;
  reply(response: ServerResponse, step: Step, body: Body, url: string): void;
}

export const SUMMARY = "Scripted summary: go on.";

const id = (sort: string) => `${sort}_${randomUUID().replaceAll("-", "")}`;

function stream(response: ServerResponse, events: readonly object[], named = false): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = named ? `event: ${(event as { type: string }).type}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
}

/** A tool of a server is named with its namespace: `mcp__cairn/recall`. `*apply_patch` takes free text. */
function responseItems({ say: text, calls = [] }: Step): object[] {
  const said =
    text === undefined
      ? []
      : [{ type: "message", role: "assistant", id: id("msg"), content: [{ type: "output_text", text }] }];
  const used = calls.map(({ name, input }) => {
    if (name.startsWith("*"))
      return { type: "custom_tool_call", call_id: id("call"), name: name.slice(1), input: input["text"] };
    const [namespace, tool] = name.includes("/") ? name.split("/") : [undefined, name];
    const within = namespace === undefined ? {} : { namespace };
    return { type: "function_call", call_id: id("call"), name: tool, ...within, arguments: JSON.stringify(input) };
  });
  return [...said, ...used];
}

const responses: Api = {
  name: "responses",
  path: /\/v1\/responses$/,
  asked(body) {
    const entries = (body.input as Body[]).map((one, n) => ({ n, ...one }));
    const users = entries
      .filter(({ type, role }) => type === "message" && role === "user")
      .map(({ n, content }) => ({ n, text: (content as Body[]).map(({ text }) => text ?? "").join("\n") }));
    const isCompact = /CONTEXT CHECKPOINT COMPACTION/i.test(users.at(-1)?.text ?? "");
    const meant = users.filter(({ text }) => !NOBODYS.test(text) && !text.includes(SUMMARY));
    const { n = 0, text: prompt = "" } = meant.at(-1) ?? {};
    const rounds = entries.filter((one) => one.n > n && /_output$/.test(one.type)).length;
    return { prompt, kind: isCompact ? "compact" : "main", rounds };
  },
  aside: () => say(SUMMARY),
  reply(response, step) {
    const response_id = id("resp");
    const tokens = step.usageTokens ?? 100;
    const usage = { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 };
    const details = { input_tokens_details: null, output_tokens_details: null };
    stream(
      response,
      [
        { type: "response.created", response: { id: response_id } },
        ...responseItems(step).map((item) => ({ type: "response.output_item.done", item })),
        { type: "response.completed", response: { id: response_id, usage: { ...usage, ...details } } },
      ],
      true,
    );
    response.end();
  },
};

/** What the client itself puts where a person's words stand. */
const NOBODYS =
  /^\s*<(?:environment_context|user_instructions|subagent_notification)|^# AGENTS|CONTEXT CHECKPOINT COMPACTION/i;

/** A small model decides first which one answers; it wants an object. */
const ROUTED = JSON.stringify({ complexity_reasoning: "plain", complexity_score: 1 });

const generateContent: Api = {
  name: "generateContent",
  path: /\/v1beta\/models\/[\w.-]+:(?:streamGenerateContent|generateContent)/,
  asked(body, url) {
    const contents = body.contents as Body[];
    const said = contents.map(({ role, parts }, n) => ({
      n,
      role,
      texts: (parts as Body[]).flatMap(({ text }) => (typeof text === "string" ? [text] : [])),
      results: (parts as Body[]).filter(({ functionResponse }) => functionResponse !== undefined).length,
    }));
    const isTold = (text: string) =>
      !/^\s*<(?:session_context|hook_context)>[\s\S]*<\/(?:session_context|hook_context)>\s*$/.test(text);
    const prompts = said.filter(({ role, texts }) => role === "user" && texts.some(isTold));
    const { n = 0, texts = [] } = prompts.at(-1) ?? {};
    const prompt = texts
      .filter(isTold)
      .join("\n")
      .replace(/<hook_context>[\s\S]*?<\/hook_context>\s*/g, "");
    const rounds = said.filter((one) => one.n > n && one.results > 0).length;
    return { prompt, rounds, kind: /:streamGenerateContent/.test(url) ? "main" : "side" };
  },
  aside: () => say(ROUTED),
  reply(response, { say: text, calls = [], usageTokens = 100 }, _, url) {
    const parts = [
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
    ];
    const usageMetadata = { promptTokenCount: usageTokens, candidatesTokenCount: 5, totalTokenCount: usageTokens + 5 };
    const answer = {
      candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
      usageMetadata,
    };
    if (/:streamGenerateContent/.test(url)) {
      stream(response, [answer]);
      response.end();
    } else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  },
};

/** Their clients ask for titles without tools, and for a summary of the conversation with words of their own. */
const chatCompletions: Api = {
  name: "chatCompletions",
  path: /\/v1\/chat\/completions$/,
  asked(body) {
    const messages = (body.messages as Body[]).map(({ role, content, tool_calls }, n) => ({
      n,
      role,
      calls: tool_calls,
      // What hooks add stands behind a person's words, as a part of its own or in marks.
      text: String((typeof content === "string" ? content : content?.[0]?.text) ?? "").replace(HOOKS_WORDS, ""),
    }));
    const users = messages.filter(({ role }) => role === "user");
    const isCompact = SUMMING_UP.test(users.at(-1)?.text ?? "");
    const meant = users.filter(({ text }) => !SUMMING_UP.test(text) && !GOING_ON.test(text));
    const { n = 0, text: prompt = "" } = meant.at(-1) ?? {};
    const rounds = messages.filter((one) => one.n > n && one.calls !== undefined).length;
    return { prompt, rounds, kind: isCompact ? "compact" : body.tools === undefined ? "side" : "main" };
  },
  aside: (kind) => say(kind === "compact" ? SUMMARY : "A title"),
  reply(response, { say: text, calls = [], usageTokens = 100 }, { model, stream: streams }) {
    const tool_calls = calls.map(({ name, input }, index) => ({
      index,
      id: id("call"),
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    const said = { role: "assistant", content: text ?? null, ...(calls.length === 0 ? {} : { tool_calls }) };
    const finish_reason = calls.length === 0 ? "stop" : "tool_calls";
    const usage = { prompt_tokens: usageTokens, completion_tokens: 5, total_tokens: usageTokens + 5 };
    const common = { id: id("chatcmpl"), created: 1, model };
    if (streams !== true) {
      const answer = { ...common, object: "chat.completion", choices: [{ index: 0, message: said, finish_reason }] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...answer, usage }));
      return;
    }
    const chunk = (delta: object, reason: string | null) => ({
      ...common,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    stream(response, [chunk(said, null), { ...chunk({}, finish_reason), usage }]);
    response.end("data: [DONE]\n\n");
  },
};

const HOOKS_WORDS = /<system_reminder>[\s\S]*?<\/system_reminder>\s*/g;
const SUMMING_UP = /anchored summary|Provide a detailed (?:prompt|summary)|summary of (?:our|the) conversation/i;
const GOING_ON = /^(?:Continue if you have next steps|What did we do so far)/;

export const apis: readonly Api[] = [responses, generateContent, chatCompletions];
