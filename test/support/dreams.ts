/** Days of a daily log, and the dream over them, as the tests of dreaming share them. */

import type { TestCairn } from "./cairn-with.ts";
import { logged } from "./dream-flips.ts";

export const DAY_MS = 86_400_000;
export const queue = [
  "The queue keeps its jobs in lists.",
  "Yesterday the queue lost two jobs.",
  "The queue uses streams instead of lists.",
];

export const dream = (cairn: TestCairn, input: { dryRun?: boolean; diff?: boolean } = {}) =>
  cairn.ask("dream", input, { confirmed: true });

/** One entry a day. */
export async function daily(cairn: TestCairn, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await logged(cairn, text);
    cairn.clock.advance(DAY_MS);
  }
}

export const files = (cairn: TestCairn) => Object.fromEntries(cairn.paths().map((path) => [path, cairn.read(path)]));
