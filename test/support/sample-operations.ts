/** A small registry for the tests of the framework and the surfaces: each operation shows one thing a declaration can say. */

import type { Cairn } from "../../src/cairn.ts";
import { CairnError } from "../../src/model/error.ts";
import { z } from "../../src/model/schema.ts";
import { operation } from "../../src/operations/operation.ts";

export const greet = operation({
  name: "greet",
  aliases: ["hello"],
  summary: "Greet somebody.",
  when: "Use it first.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  positional: "name",
  examples: ["cairn greet Ada --times 2"],
  input: z.strictObject({
    name: z.string().min(1).describe("Whom to greet"),
    times: z.number().int().min(1).max(3).default(1).describe("How often"),
    tone: z.enum(["warm", "cool"]).default("warm").describe("In which voice"),
    tags: z.array(z.string()).default([]).describe("Words to add"),
    field: z
      .record(z.string(), z.string())
      .default({})
      .describe("Anything else")
      .meta({ mcp: { hidden: true } }),
    loud: z.boolean().default(false).describe("Shout"),
    polite: z.boolean().default(true).describe("Say please"),
    body: z
      .string()
      .optional()
      .describe("More text")
      .meta({ cli: { file: true } }),
    secretKey: z
      .string()
      .optional()
      .meta({ description: "For machines", cli: { hidden: true }, mcp: { hidden: true } }),
  }),
  output: z.object({ said: z.array(z.string()), input: z.unknown() }),
  run(input) {
    return { said: Array.from({ length: input.times }, () => `Hello, ${input.name}`), input };
  },
  show: ({ said }) => said.join("\n"),
});

export const wipe = operation({
  name: "wipe-out",
  summary: "Destroy something, after a question.",
  effect: "destroy",
  surfaces: ["cli", "mcp", "library"],
  positional: ["what", "more"],
  input: z.strictObject({
    what: z.string().describe("What to destroy"),
    more: z.array(z.string()).default([]).describe("What else"),
    gently: z.boolean().default(false).describe("Without a question"),
  }),
  output: z.object({ wiped: z.array(z.string()) }),
  confirm: ({ what, gently }) => (gently ? undefined : `Destroy ${what} for good?`),
  run: ({ what, more }) => ({ wiped: [what, ...more] }),
  show: ({ wiped }) => `Wiped ${wiped.join(", ")}.`,
});

export const FAILURES = {
  "not-found": "NOT_FOUND",
  ambiguous: "AMBIGUOUS_ID",
  conflict: "UPDATE_ERROR",
  unavailable: "NOT_SAVED",
} as const;

export const fail = operation({
  name: "fail",
  summary: "Fail in the way that is asked for.",
  effect: "write",
  surfaces: ["cli", "mcp"],
  positional: ["how", "words"],
  input: z.strictObject({
    how: z.enum(["not-found", "ambiguous", "conflict", "unavailable", "bug"]).describe("The kind of failure"),
    words: z.string().default("It went wrong.").describe("What to say"),
  }),
  output: z.object({}),
  run({ how, words }) {
    if (how === "bug") throw new TypeError(words);
    throw new CairnError(FAILURES[how], words, { hint: "Try something else." });
  },
  show: () => "",
});

export const samples = {
  greet: async () => greet,
  "wipe-out": async () => wipe,
  fail: async () => fail,
} as const;

/** Enough of a Cairn for operations that never look at it. */
export function fakeCairn(): Cairn & { closed: number } {
  const fake = {
    closed: 0,
    hasPlaces: true,
    progress() {},
    async close() {
      fake.closed++;
    },
  };
  return fake as unknown as Cairn & { closed: number };
}
