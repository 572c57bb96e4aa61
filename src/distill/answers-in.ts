/** The JSON a model ends with, whatever it says around it: one object, or a list of them. Pure. */

import { jsonFrom } from "../model/json.ts";

const LONGEST = 400_000;

/** None where there is no such thing. */
export function answersIn(said: string): Readonly<Record<string, unknown>>[] {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
