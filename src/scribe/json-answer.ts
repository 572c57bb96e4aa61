/** The JSON in what a model answered: bare, in a fence, or with words around it; one object, or a list of them. Pure. */

import { jsonFrom } from "../model/json.ts";

const LONGEST = 400_000;

export type JsonObject = Readonly<Record<string, unknown>>;
export type Read = { readonly value: JsonObject } | { readonly problem: string };

/** The one object an answer is to be. */
export function jsonIn(answer: string): Read {
  if (answer.length > LONGEST) return { problem: `longer than ${LONGEST} characters` };
  const [value] = answersIn(answer);
  return value === undefined ? { problem: "not JSON" } : { value };
}

/** Every object of it; none where there is no such thing. */
export function answersIn(said: string): JsonObject[] {
  const text = said.slice(0, LONGEST);
  const starts = [text.indexOf("["), text.indexOf("{")].filter((at) => at >= 0).sort((a, b) => a - b);
  for (const start of starts) {
    const end = text.lastIndexOf(text[start] === "[" ? "]" : "}");
    const found = jsonFrom(text.slice(start, end + 1));
    const objects = (Array.isArray(found) ? found : [found]).filter(isObject);
    if (objects.length > 0) return objects;
  }
  return [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
