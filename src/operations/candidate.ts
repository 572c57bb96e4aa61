/** `candidate`: what new information might duplicate, and what may be done about it. For programs that draft. */

import { excerptOf, type Judged, judge } from "../capture/candidate.ts";
import { lifecycleEvents, structurals } from "../capture/resolve.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";
import { AgentField, KindField, ScopeField } from "../recall/memory-output.ts";
import { wishFrom } from "../store/wish.ts";
import { operation } from "./operation.ts";

export const VetoOutput = z.object({ action: z.enum(["CREATE", "UPDATE", "DELETE"]), reason: z.string() });

export const CandidateOutput = z.object({
  id: z.string(),
  scope: ScopeField,
  title: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  last_change: z.string().optional(),
  /** The first words of what matters in it. */
  excerpt: z.record(z.string(), z.string()),
  /** Of the file as it was read now; pass it on as what to expect. */
  hash: z.string(),
  /** 0 to 1. */
  similarity: z.number(),
});

const hints: Readonly<Record<(typeof structurals)[number], string>> = {
  CREATE: "Nothing like it is remembered: draft a new memory.",
  NOOP: "There is nothing to end: write nothing.",
  UPDATE: "Read the candidate. Update it unless the two are different things; it may not be retired.",
  UPDATE_OR_DELETE: "Read the candidate. Prefer updating it; retire it only where it no longer holds at all.",
};

export const candidate = operation({
  name: "candidate",
  summary: "Find the memory that new information might duplicate.",
  effect: "read",
  surfaces: ["cli", "library"],
  audience: "programs",
  positional: "text",
  examples: [
    'cairn candidate "SQLite runs in WAL mode now" --kind decision --json',
    "cairn candidate --kind tech_debt --body-file news.txt --lifecycle resolved --json",
  ],
  input: z.strictObject({
    text: z.string().max(20_000).optional().describe("What is new, in a sentence or two"),
    kind: KindField.describe("What sort of knowledge it is"),
    title: z.string().optional().describe("The title it would have"),
    tags: z.array(z.string()).default([]).describe("The tags it would have"),
    lifecycle: z.enum(lifecycleEvents).optional().describe("It is the end of something: resolved, removed, …"),
    session: z.string().optional().describe("The session a summary is of"),
    scope: ScopeField.default("project").describe("Whose memories to look among"),
    body: z
      .string()
      .max(20_000)
      .optional()
      .describe("What is new, from a file")
      .meta({ cli: { file: true } }),
    agent: AgentField,
  }),
  output: z.object({
    category: KindField,
    vetoes: z.array(VetoOutput),
    pre_action: z.enum(["CREATE", "NOOP"]).nullable(),
    structural_cud: z.enum(structurals),
    delete_allowed: z.boolean(),
    lifecycle_event: z.enum(lifecycleEvents).nullable(),
    candidate: CandidateOutput.nullable(),
    hints: z.array(z.string()),
  }),

  async run({ text, body, kind, title, tags, lifecycle, session, scope, agent }, cairn) {
    const words = [text, body].filter((part) => part !== undefined).join("\n\n");
    if (words.trim() === "" && (title ?? "").trim() === "") {
      throw new CairnError("INPUT_ERROR", "There is nothing to look for.", {
        field: "text",
        hint: "Say what is new, in a sentence.",
      });
    }
    const news = wishFrom({ kind, text: words, title, tags, trust: "derived", source: {} });
    const stores = await cairn.stores(agent);
    const { finder } = await cairn.finder(agent);
    const judged = judge(finder, stores.of(scope), { news, scope, session, event: lifecycle }, cairn.clock.now());
    return { category: kind, ...judgedOutput(judged) };
  },

  show({ structural_cud, candidate: found, vetoes, hints: said }) {
    const first = found === null ? structural_cud : `${structural_cud}  ${found.scope}:${found.id}  ${found.title}`;
    const details = found === null ? [] : [`similarity ${found.similarity}, hash ${found.hash}`];
    return [first, ...details, ...vetoes.map(({ action, reason }) => `not ${action}: ${reason}`), ...said].join("\n");
  },
});

export function judgedOutput({ candidate: found, ...standing }: Judged) {
  return {
    vetoes: [...standing.vetoes],
    pre_action: standing.preAction ?? null,
    structural_cud: standing.structural,
    delete_allowed: standing.deleteAllowed,
    lifecycle_event: standing.event ?? null,
    candidate: found === undefined ? null : candidateOutput(found),
    hints: [hints[standing.structural]],
  };
}

function candidateOutput({ memory, similarity }: NonNullable<Judged["candidate"]>): z.infer<typeof CandidateOutput> {
  const { id, scope, title, status, tags, hash, changes } = memory;
  const last = changes.at(-1)?.summary;
  const excerpt = excerptOf(memory);
  return {
    id,
    scope,
    title,
    status,
    tags: [...tags],
    ...(last ? { last_change: last } : {}),
    excerpt,
    hash,
    similarity,
  };
}
