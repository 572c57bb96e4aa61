/** Two texts of JSON value by value: which comes and which goes, one line each, whatever the lines of the files. Pure. */

import { isJsonObject } from "../text/json.ts";
import { JsonFault, parseJson } from "../text/json-text.ts";

/** As deep as a client's own settings name things: `hooks.Stop`, `mcpServers.cairn`. */
const DEEPEST = 2;

/** Undefined where one of them is no JSON, or nothing but their form differs. A missing text is an empty object. */
export function valueDifference(before: string | undefined, after: string | undefined): string[] | undefined {
  try {
    const lines = changed(parsedOr(before), parsedOr(after), []);
    return lines.length === 0 ? undefined : lines;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

function parsedOr(text: string | undefined): unknown {
  return text === undefined ? {} : parseJson(text).root.value;
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value ?? {}));
}

function changed(before: unknown, after: unknown, path: readonly string[]): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isOpen = path.length < DEEPEST && [before, after].every((value) => value === undefined || isJsonObject(value));
  if (isOpen || (isJsonObject(before) && isJsonObject(after))) {
    const [old, now] = [entriesOf(before), entriesOf(after)];
    const keys = [...new Set([...old.keys(), ...now.keys()])];
    return keys.flatMap((key) => changed(old.get(key), now.get(key), [...path, key]));
  }
  const isList = [before, after].every((value) => value === undefined || Array.isArray(value));
  if (!isList) return [...line("-", path, before), ...line("+", path, after)];
  const [old, now] = [before ?? [], after ?? []] as unknown[][];
  const missing = (from: readonly unknown[] = [], among: readonly unknown[] = []) =>
    from.filter((one) => !among.some((other) => JSON.stringify(other) === JSON.stringify(one)));
  return [
    ...missing(old, now).flatMap((one) => line("-", path, one)),
    ...missing(now, old).flatMap((one) => line("+", path, one)),
  ];
}

function line(mark: "+" | "-", path: readonly string[], value: unknown): string[] {
  return value === undefined ? [] : [`${mark} ${path.join(".")}: ${printed(value)}`];
}

/** On one line, names without quotes; what is handed on under its own name is named once. */
function printed(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/([[{]) | (?=[\]}])/g, "$1")
    .replaceAll(/"(\w+)": "\$\{\1\}"/g, "$1")
    .replaceAll(/"(\w+)":/g, "$1:");
}
