/** Secrets that were taken out on the way, as every answer tells of them: what, and where it stood. */

import { z } from "../model/schema.ts";
import type { Redaction } from "../store/given-words.ts";
import type { Done } from "../store/write.ts";

export const TakenOut = z.array(z.object({ class: z.string(), field: z.string() }));

/** Of the fields that were given, and of the file, where another program had left one. Each once. */
export function takenOut(given: readonly Redaction[], done: readonly Done[]): Redaction[] {
  const known = new Set(given.map(({ class: name }) => name));
  const left = done.flatMap(({ step }) => step.redacted ?? []).filter((name) => !known.has(name));
  const all = [...given, ...left.map((name) => ({ class: name, field: "file" }))];
  return [...new Map(all.map((one) => [`${one.class} ${one.field}`, one])).values()];
}

export function takenOutLines(all: readonly Redaction[]): string[] {
  return all.map(({ class: name, field }) => `Taken out of ${field}: ${name}`);
}
