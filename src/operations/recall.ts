/** `recall`: what is remembered about a question, best first, within a budget. What it does is `recalling.ts`. */

import { notInTools, z } from "../model/schema.ts";
import { AgentField, KindField, RecalledMemory, SaidTurn, ScopeField } from "../recall/memory-output.ts";
import { MasterOutput } from "../summary/master-told.ts";
import { AnyProjectField } from "../workspace/project-field.ts";
import { operation } from "./operation.ts";
import { LONGEST_QUESTION, recalling, usualRecall } from "./recalling.ts";

const Contribution = z.object({ feature: z.string(), says: z.string(), value: z.number(), adds: z.number() });
const RecallHit = RecalledMemory.extend({
  score: z.number(),
  explain: z.array(Contribution).optional(),
  /** It waits for an answer, and its id is the draft's key: `review` settles it, `show` shows it. */
  draft: z.literal(true).optional(),
  /** It says what was asked in other words: which, stands in `why`. */
  otherwise: z.literal(true).optional(),
});
export type RecallHit = z.infer<typeof RecallHit>;
const KnownToAgent = z.object({ agent: z.string(), id: z.string() });

const RecallOutput = z.object({
  /** Whose they are, where another project was asked about. */
  project: z.string().optional(),
  hits: z.array(RecallHit),
  tokens: z.number(),
  took_ms: z.number(),
  /** The best of them bears little on the question. */
  weak: z.boolean().optional(),
  /** Something that changed on disk had to wait. */
  caughtUp: z.literal(false).optional(),
  /** How many memories are read so far, of how many, where some never were. */
  indexed: z.object({ read: z.number(), of: z.number() }).optional(),
  /** What each kind among the hits is. */
  kinds: z.record(z.string(), z.string()).optional(),
  /** How many more were found than the budget has room for. */
  left_out: z.number().optional(),
  /** What was said in sessions, where transcripts were asked. */
  turns: z.array(SaidTurn).optional(),
  /** Why some clients' sessions were left out of it. */
  unread: z.array(z.string()).optional(),
  /** Of a session, where all of it was asked for. */
  page: z.number().optional(),
  pages: z.number().optional(),
  /** Memories of single agents that bear on it; each is read with its agent. */
  agents: z.array(KnownToAgent).optional(),
  /** The project's own, where nothing was asked. */
  master: MasterOutput.optional(),
  elsewhere: z.array(z.string()).optional(),
});
export type RecallOutput = z.infer<typeof RecallOutput>;

const Input = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(LONGEST_QUESTION)
    .optional()
    .describe("Plain words, identifiers, paths, error codes; none: where the project stands"),
  limit: z.number().int().min(1).max(100).default(usualRecall.limit).describe("The most to return"),
  kind: KindField.optional()
    .describe("Only this kind")
    .meta({ mcp: { listedElsewhere: true } }),
  scope: notInTools(ScopeField.optional().describe("Only this scope")),
  tag: notInTools(z.string().optional().describe("Only with this tag")),
  since: z
    .string()
    .optional()
    .describe("Since 2026-11-15, 3h, 2d")
    .meta({ cli: { value: "<time>" }, mcp: { hidden: true } }),
  budget: notInTools(
    z.number().int().min(50).max(100_000).default(usualRecall.budget).describe("The most tokens of the answer"),
  ),
  explain: notInTools(z.boolean().default(usualRecall.explain).describe("Say what speaks for each hit, and how much")),
  in: notInTools(
    z
      .enum(["memories", "transcripts"])
      .default(usualRecall.in)
      .describe("What is searched: the memories, or what was said in this project's past sessions"),
  ),
  session: notInTools(
    z.string().max(200).optional().describe("In transcripts and without a question: all of this session, in pages"),
  ),
  page: notInTools(z.number().int().min(1).default(usualRecall.page).describe("Which of the pages")),
  exact: notInTools(z.boolean().default(usualRecall.exact).describe("These very characters, in any case")),
  includeRetired: notInTools(
    z.boolean().default(usualRecall.includeRetired).describe("Also what is retired, archived or superseded"),
  ),
  project: AnyProjectField,
  agent: AgentField,
});
export type RecallAsked = z.output<typeof Input>;

export const recall = operation({
  name: "recall",
  aliases: ["search"],
  summary: "Find what is remembered about a question.",
  when: "Use it before deciding, debugging or asking the person: it may be settled already.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  positional: "question",
  examples: [
    'cairn recall "why WAL mode"',
    "cairn recall",
    'cairn recall "deploy fails on arm" --kind runbook --since 30d',
    'cairn recall "ECONNRESET" --exact --include-retired --json',
    'cairn recall "how are errors logged" --project web',
    'cairn recall "when did we decide about the queue" --in transcripts',
  ],
  input: Input,
  output: RecallOutput,

  ...recalling,
});
