/** A memory as every surface shows it, found or changed: ids and paths relative to its root, never a path of the machine. */

export {
  memoryLine,
  memoryLines,
  memoryOutput,
  type State,
  stateLine,
  stateOf,
  states,
  wholeMemory,
} from "./memory-told.ts";

import { kindNames } from "../model/kind.ts";
import { statuses } from "../model/memory.ts";
import { notInTools, z } from "../model/schema.ts";
import { scopes } from "../model/scope.ts";
import { trusts } from "../model/trust.ts";
import type { Redaction } from "../store/given-words.ts";
import type { Done } from "../store/write.ts";
import { anchorStates } from "./anchors.ts";

export const KindField = z.enum(kindNames as [(typeof kindNames)[number], ...(typeof kindNames)[number][]]);
export const ScopeField = z.enum(scopes);
export const TrustField = z.enum(trusts);
/** A named agent, for where one may be meant. */
export function agentNamed(about: string) {
  return z
    .string()
    .optional()
    .describe(about)
    .meta({ cli: { value: "squad/name" } });
}
export const AgentField = notInTools(agentNamed("Which agent, with scope agent"));
export const IdField = z
  .string()
  .min(1)
  .max(200)
  .describe("Its id, or scope:id")
  .meta({ cli: { value: "<id>" } });

/** What a memory is given and changed by, alike for all who do either. */
export const ConfidenceField = notInTools(z.number().min(0).max(1).optional().describe("0 to 1"));
export const OwnFields = z
  .record(z.string(), z.string())
  .default({})
  .describe("The kind's own fields")
  .meta({ cli: { value: "name=value" }, mcp: { hidden: true } });
/** Some words; models are not told of it. */
export function wordsField(about: string) {
  return notInTools(z.array(z.string()).default([]).describe(about));
}

const Lifecycle = z.object({ at: z.string(), reason: z.string() });

export const MemoryOutput = z.object({
  id: z.string(),
  kind: KindField,
  scope: ScopeField,
  status: z.enum(statuses),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  trust: TrustField,
  path: z.string(),
  created: z.string(),
  updated: z.string(),
  confidence: z.number().optional(),
  files: z.array(z.object({ path: z.string(), blob: z.string().optional() })).optional(),
  aliases: z.array(z.string()).optional(),
  supersedes: z.array(z.string()).optional(),
  superseded_by: z.string().optional(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  source: z.record(z.string(), z.string()).optional(),
  updates: z.number().optional(),
  retired: Lifecycle.optional(),
  archived: Lifecycle.optional(),
  /** The parts of which a merge kept several versions: team resolve settles it. */
  conflict: z.array(z.string()).optional(),
  /** Others brought it, and nobody has accepted it on this machine. */
  reviewed: z.literal(false).optional(),
  /** Of a session that went on after its summary. */
  behind: z.literal(true).optional(),
});
export type MemoryOutput = z.infer<typeof MemoryOutput>;

export const WholeMemory = MemoryOutput.extend({
  body: z.string(),
  changes: z.array(z.object({ at: z.string(), summary: z.string() })),
  hash: z.string(),
});
export type WholeMemory = z.infer<typeof WholeMemory>;

/** A memory that was found, as `recall` and `relevant` hand it out. */
export const RecalledMemory = z.object({
  memory: MemoryOutput,
  why: z.array(z.string()),
  /** Unasked: how likely it bears on the moment. */
  probability: z.number().optional(),
  /** In words: today, yesterday, 12 days ago. */
  age: z.string(),
  /** What to mind about its age, from the second day on. */
  caveat: z.string().optional(),
  snippet: z.string(),
  /** How the files it is about stand to what they were. */
  files: z.array(z.object({ path: z.string(), state: z.enum(anchorStates) })).optional(),
});
export type RecalledMemory = z.infer<typeof RecalledMemory>;

/** Something a person or an agent said in a session, as `recall` hands it out. */
export const SaidTurn = z.object({
  session: z.string(),
  /** The client it was held in, as people call it. */
  client: z.string().optional(),
  /** ISO time; missing where the record does not say. */
  at: z.string().optional(),
  age: z.string().optional(),
  by: z.enum(["person", "agent"]),
  /** The sub-agent it was said in. */
  agent: z.string().optional(),
  words: z.string(),
  score: z.number(),
});
export type SaidTurn = z.infer<typeof SaidTurn>;

/** One change of a memory as `history` and `user history` tell it. */
export const Happened = z.object({
  change: z.string(),
  at: z.string(),
  what: z.string(),
  id: z.string(),
  scope: ScopeField,
  agent: z.string().optional(),
  by: z.string(),
  why: z.string(),
  /** Lines it took in (`+`) and out (`-`), where that was asked for. */
  said: z.array(z.string()).optional(),
  undone_by: z.string().optional(),
  redacted: z.array(z.string()).optional(),
});
export type Happened = z.infer<typeof Happened>;

/** Secrets that were taken out on the way, as every answer tells of them: what, and where it stood. */
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

/** One memory that was weighed, with what speaks for and against it. */
export const WeighedMemory = z.object({
  id: z.string(),
  title: z.string(),
  probability: z.number(),
  shown: z.boolean(),
  why: z.array(z.object({ says: z.string(), adds: z.number() })),
});
export type WeighedMemory = z.infer<typeof WeighedMemory>;
