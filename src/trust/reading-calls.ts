/** Which calls of Cairn's own command change nothing. Pure. */

import type { CairnCall } from "./others-words.ts";

/** Declared to read; with their other names. */
export const readingCalls: readonly string[] = (
  "audit candidate completion help history list material recall search recover relevant show status today tour triage " +
  "where why"
).split(" ");

/** Declared to write, and reading all the same as long as they have no other flags than these. */
export const readingWithout: Readonly<Record<string, readonly string[]>> = {
  agent: ["--agent", "--json", "--no-color", "--cwd"],
  doctor: ["--json", "--no-color", "--cwd"],
};

export function onlyReads({ operation, words }: Pick<CairnCall, "operation" | "words">): boolean {
  if (readingCalls.includes(operation)) return true;
  const harmless = Object.hasOwn(readingWithout, operation) ? readingWithout[operation] : undefined;
  return (
    harmless !== undefined && words.every((word) => !word.startsWith("-") || harmless.includes(word.split("=")[0]!))
  );
}
