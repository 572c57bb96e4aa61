/** `relevant`: the memories that bear on this moment, unasked. For hooks; it says nothing where nothing bears on it. */

import { z } from "../model/schema.ts";
import { RecalledMemory, WeighedMemory } from "../recall/memory-output.ts";
import { relevantNow, weighedNow, weighedText } from "../recall/relevant-now.ts";
import { operation } from "./operation.ts";

const MOST_EXPLAINED = 5;

const Texts = z.array(z.string()).default([]);

export const relevant = operation({
  name: "relevant",
  summary: "Show the memories that bear on a moment, or nothing. For hooks.",
  effect: "read",
  surfaces: ["cli", "library"],
  audience: "programs",
  positional: "prompt",
  examples: [
    'cairn relevant "fix the flaky login test" --files src/login.ts --json',
    'cairn relevant "the tests hang" --explain',
  ],
  input: z.strictObject({
    prompt: z.string().max(1_000_000).describe("What was just said"),
    recent: Texts.describe("What was said before; it makes no difference yet"),
    tools: Texts.describe("Tools that were used; they make no difference yet"),
    files: Texts.describe("Files that were touched"),
    shown: Texts.describe("Ids already shown in this context: never again"),
    explain: z.boolean().default(false).describe("Say of the likeliest memories how likely each is, and why"),
    units: z.number().int().min(0).optional().describe("The most the agent's program takes, in UTF-16 units"),
  }),
  output: z.object({
    hits: z.array(RecalledMemory),
    tokens: z.number(),
    took_ms: z.number(),
    text: z.string(),
    explained: z.array(WeighedMemory).optional(),
    caughtUp: z.literal(false).optional(),
  }),

  async run({ explain, ...moment }, cairn) {
    const started = performance.now();
    const { hits, packed, caughtUp } = await relevantNow(cairn, moment);
    return {
      hits: packed.places.map((place) => hits[place]!.told),
      tokens: packed.tokens,
      took_ms: Math.round((performance.now() - started) * 100) / 100,
      text: packed.text,
      ...(explain ? { explained: (await weighedNow(cairn, moment)).slice(0, MOST_EXPLAINED) } : {}),
      ...(caughtUp ? {} : { caughtUp: false as const }),
    };
  },

  show({ text, explained }) {
    if (explained === undefined) return text;
    if (explained.length === 0) return "Nothing of what was said or touched stands in any memory.";
    return explained.map(weighedText).join("\n");
  },
});
