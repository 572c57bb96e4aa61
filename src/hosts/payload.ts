/** A hook's payload as the host has it, looked at field by field: nothing in it is taken for granted. Pure. */

import { isJsonObject, jsonObjectFrom } from "../text/json.ts";
import type { Todo } from "./moment.ts";

export type Payload = Readonly<Record<string, unknown>>;

/** Empty where there is no such text. */
export function textIn(payload: Payload, key: string): string {
  const value = payload[key];
  return typeof value === "string" ? value : "";
}

/** A hook that names a field of the payload may be handed an object as its JSON. */
export function recordIn(payload: Payload, key: string): Payload {
  const value = payload[key];
  return typeof value === "string" ? parsed(value) : isJsonObject(value) ? value : {};
}

/** The agent's list of things to do, written whole: below `list` a record each, with its text below `words` and a status. */
export function todosUnder(input: Payload, list: string, words: string): Todo[] {
  const all = Array.isArray(input[list]) ? input[list].filter(isJsonObject) : [];
  return all.map((one, n) => ({
    id: String(n),
    text: textIn(one, words),
    done: textIn(one, "status") === "completed",
  }));
}

/** Empty where the text is no object. */
export function parsed(text: string): Payload {
  return jsonObjectFrom(text) ?? {};
}
