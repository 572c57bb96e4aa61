/** The forms in which models are asked over http: where, with which key, in which words, and what comes back. Pure. */

import { z } from "../../model/schema.ts";
import type { ModelQuestion } from "./model.ts";
import { mostAnswerTokens } from "./model.ts";

export interface HttpAnswer {
  readonly text: string;
  readonly tokens: number | undefined;
}

export interface HttpForm {
  /** Where the form comes from. */
  readonly home: string;
  readonly path: string;
  /** The variable that has the key, after Cairn's own. */
  readonly keyName: string;
  headers(key: string): Readonly<Record<string, string>>;
  body(model: string, question: ModelQuestion, isAtHome: boolean): unknown;
  /** Undefined where it is no answer of this form. */
  read(body: unknown): HttpAnswer | undefined;
}

export const ownKeyName = "CAIRN_SCRIBE_KEY";

const Count = z.number().int().nonnegative();

const Messages = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z
    .object({
      input_tokens: Count,
      output_tokens: Count,
      cache_creation_input_tokens: Count.nullish(),
      cache_read_input_tokens: Count.nullish(),
    })
    .optional()
    .catch(undefined),
});

const Chat = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: Count, completion_tokens: Count }).optional().catch(undefined),
});

const anthropic: HttpForm = {
  home: "https://api.anthropic.com",
  path: "/v1/messages",
  keyName: "ANTHROPIC_API_KEY",
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key === "" ? {} : { "x-api-key": key }) }),
  body: (model, { system, text }) => {
    return { model, max_tokens: mostAnswerTokens, system, messages: [{ role: "user", content: text }] };
  },
  read: (body) => {
    const { data: message } = Messages.safeParse(body);
    if (message === undefined) return undefined;
    const text = message.content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
    return { text, tokens: message.usage && sumOf(Object.values(message.usage)) };
  },
};

const openai: HttpForm = {
  home: "https://api.openai.com",
  path: "/v1/chat/completions",
  keyName: "OPENAI_API_KEY",
  headers: (key): Record<string, string> => (key === "" ? {} : { authorization: `Bearer ${key}` }),
  body: (model, { system, text }, isAtHome) => ({
    model,
    // The newer name is asked for where the form comes from; servers that only speak it know the older one.
    [isAtHome ? "max_completion_tokens" : "max_tokens"]: mostAnswerTokens,
    messages: [
      { role: "system", content: system },
      { role: "user", content: text },
    ],
  }),
  read: (body) => {
    const { data: answer } = Chat.safeParse(body);
    if (answer === undefined) return undefined;
    return {
      text: answer.choices[0]?.message.content ?? "",
      tokens: answer.usage && sumOf(Object.values(answer.usage)),
    };
  },
};

export const httpForms = { anthropic, openai } as const;
export type FormName = keyof typeof httpForms;

/** `given` is the whole address, or what stands before the form's path; empty: where the form comes from. */
export function endpointOf(form: HttpForm, given: string): string {
  const bare = (given === "" ? form.home : given).replace(/\/+$/, "");
  const [, , ...last] = form.path.split("/");
  return bare.endsWith(`/${last.join("/")}`) ? bare : `${bare.replace(/\/v1$/, "")}${form.path}`;
}

function sumOf(counts: readonly (number | null | undefined)[]): number {
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
