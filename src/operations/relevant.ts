/** `relevant`: the memories that bear on this moment, unasked. For hooks; it says nothing where nothing bears on it. */

import { isAbsolute, relative, sep } from "node:path";
import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { realPath } from "../places/paths.ts";
import { kindsInWords, packable, recalled } from "../recall/recalled.ts";
import { RecalledMemory } from "../recall/recalled-output.ts";
import { type Packed, pack } from "../search/rank/pack.ts";
import { snippetOf } from "../search/rank/snippet.ts";
import { termsOf } from "../text/analyse.ts";
import { operation } from "./operation.ts";

const Texts = z.array(z.string()).default([]);

export const relevant = operation({
  name: "relevant",
  summary: "Show the memories that bear on a moment, or nothing. For hooks.",
  effect: "read",
  surfaces: ["cli", "library"],
  audience: "programs",
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

  async run(moment, cairn) {
    const started = performance.now();
    const { hits, packed, caughtUp } = await relevantNow(cairn, moment);
    return {
      hits: packed.places.map((place) => hits[place]!.told),
      tokens: packed.tokens,
      took_ms: Math.round((performance.now() - started) * 100) / 100,
      text: packed.text,
      ...(caughtUp ? {} : { caughtUp: false as const }),
    };
  },

  show: ({ text }) => text,
});

export interface Now {
  readonly prompt: string;
  readonly recent: readonly string[];
  readonly tools: readonly string[];
  readonly files: readonly string[];
  readonly shown: readonly string[];
  readonly units?: number | undefined;
}

interface MomentHit {
  readonly memory: Memory;
  readonly why: readonly string[];
  readonly score: number;
  readonly told: RecalledMemory;
}

export interface RelevantNow {
  readonly hits: readonly MomentHit[];
  readonly packed: Packed;
  readonly caughtUp: boolean;
}

/** What bears on the moment, and as much of it as the settings allow. */
export async function relevantNow(cairn: Cairn, now: Now): Promise<RelevantNow> {
  const most = cairn.settings.get("retrieval.enabled") ? cairn.settings.get("retrieval.max_inject") : 0;
  if (most === 0) return { hits: [], packed: pack([], { budgetTokens: 0 }), caughtUp: true };
  const { finder, caughtUp } = await cairn.finder(undefined, { isUnasked: true });
  const moment = { ...now, files: now.files.map((file) => inProject(file, cairn)) };
  const terms = termsOf(now.prompt);
  const hits = finder.relevant(moment, {}, most, new Set(now.shown)).map((hit) => {
    const snippet = snippetOf(hit.memory.body, terms) || hit.memory.description;
    const told = recalled(hit, cairn, [hit.why], snippet);
    return { memory: hit.memory, why: [hit.why], score: hit.score, told };
  });
  const packed = pack(
    hits.map(({ memory, told }) => packable(told, memory.body)),
    {
      budgetTokens: cairn.settings.get("retrieval.budgetTokens"),
      ...(now.units === undefined ? {} : { units: now.units }),
      kinds: kindsInWords(
        hits.map(({ memory }) => memory.kind),
        cairn,
      ),
    },
  );
  return { hits, packed, caughtUp };
}

/** As memories name it; what lies elsewhere stays as it is and matches nothing. */
function inProject(file: string, cairn: Cairn): string {
  if (!isAbsolute(file)) return file.split(sep).join("/");
  const { path } = cairn.places.project;
  return relative(realPath(path) ?? path, realPath(file) ?? file)
    .split(sep)
    .join("/");
}
