/** `relevant`: the memories that bear on this moment, unasked. For hooks; it says nothing where nothing bears on it. */

import { isAbsolute, relative, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import { termsOf } from "../index/analyse.ts";
import { z } from "../model/schema.ts";
import { realPath } from "../places/paths.ts";
import { pack } from "../recall/pack.ts";
import { snippetOf } from "../recall/snippet.ts";
import { operation } from "./operation.ts";
import { kindsInWords, packable, RecalledMemory, recalled } from "./recalled.ts";

const Texts = z.array(z.string()).default([]);

export const relevant = operation({
  name: "relevant",
  summary: "Show the memories that bear on a moment, or nothing. For hooks.",
  effect: "read",
  surfaces: ["cli", "library"],
  positional: "prompt",
  examples: ['cairn relevant "fix the flaky login test" --files src/login.ts --json'],
  input: z.strictObject({
    prompt: z.string().max(1_000_000).describe("What was just said"),
    recent: Texts.describe("What was said before"),
    tools: Texts.describe("Tools that were used"),
    files: Texts.describe("Files that were touched"),
    shown: Texts.describe("Ids already shown in this context: never again"),
    units: z.number().int().min(0).optional().describe("The host's cap, in UTF-16 units"),
  }),
  output: z.object({
    hits: z.array(RecalledMemory),
    tokens: z.number(),
    took_ms: z.number(),
    text: z.string(),
    caughtUp: z.literal(false).optional(),
  }),

  async run({ prompt, recent, tools, files, shown, units }, cairn) {
    const started = performance.now();
    const most = cairn.settings.get("retrieval.enabled") ? cairn.settings.get("retrieval.max_inject") : 0;
    if (most === 0) return { hits: [], tokens: 0, took_ms: 0, text: "" };
    const { finder, caughtUp } = await cairn.finder();
    const moment = { prompt, recent, tools, files: files.map((file) => inProject(file, cairn)) };
    const found = finder.relevant(moment, {}, most, new Set(shown));
    const terms = termsOf(prompt);
    const hits = found.map((hit) => ({
      memory: hit.memory,
      told: recalled(hit, cairn, [hit.why], snippetOf(hit.memory.body, terms) || hit.memory.description),
    }));
    const packed = pack(
      hits.map(({ memory, told }) => packable(told, memory.body)),
      {
        budgetTokens: cairn.settings.get("retrieval.budgetTokens"),
        ...(units === undefined ? {} : { units }),
        kinds: kindsInWords(
          found.map(({ memory }) => memory.kind),
          cairn,
        ),
      },
    );
    return {
      hits: hits.filter(({ memory }) => packed.ids.includes(`${memory.scope}:${memory.path}`)).map(({ told }) => told),
      tokens: packed.tokens,
      took_ms: Math.round((performance.now() - started) * 100) / 100,
      text: packed.text,
      ...(caughtUp ? {} : { caughtUp: false as const }),
    };
  },

  show: ({ text }) => text,
});

/** As memories name it; what lies elsewhere stays as it is and matches nothing. */
function inProject(file: string, cairn: Cairn): string {
  if (!isAbsolute(file)) return file.split(sep).join("/");
  const { path } = cairn.places.project;
  return relative(realPath(path) ?? path, realPath(file) ?? file)
    .split(sep)
    .join("/");
}
