/** The JSON in what a model answered: bare, in a fence, or with words around it; objects, or lists of them. Pure. */

import { isJsonObject, jsonFrom } from "../../text/json.ts";

const LONGEST = 400_000;
/** Brackets of prose that are tried in vain. */
const MOST_STARTS = 200;

export type JsonObject = Readonly<Record<string, unknown>>;
type Read = { readonly value: JsonObject } | { readonly problem: string };

/** The one object an answer is to be: what was said last. */
export function jsonIn(answer: string): Read {
  if (answer.length > LONGEST) return { problem: `longer than ${LONGEST} characters` };
  const value = answersIn(answer).at(-1);
  return value === undefined ? { problem: "not JSON" } : { value };
}

/** Every object of it, in order; none where there is no such thing. */
export function answersIn(said: string): JsonObject[] {
  const text = said.slice(0, LONGEST);
  const found: JsonObject[] = [];
  let at = nextStart(text, 0);
  for (let starts = 0; at >= 0 && starts < MOST_STARTS; starts++) {
    const end = endOf(text, at);
    const value = end < 0 ? undefined : jsonFrom(text.slice(at, end));
    found.push(...(Array.isArray(value) ? value : [value]).filter(isJsonObject));
    at = nextStart(text, value === undefined ? at + 1 : end);
  }
  return found;
}

function nextStart(text: string, from: number): number {
  const [object, list] = [text.indexOf("{", from), text.indexOf("[", from)];
  return object < 0 || list < 0 ? Math.max(object, list) : Math.min(object, list);
}

/** Behind the bracket that closes the one at `start`; -1 where none does. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === "\\") at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return -1;
}
