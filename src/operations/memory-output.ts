/** A memory as every surface shows it: ids and paths relative to its root, never a path of the machine. */

import { kindNames } from "../model/kind.ts";
import { type Memory, type Status, statuses } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { scopes } from "../model/scope.ts";
import { trusts } from "../model/trust.ts";

export const KindField = z.enum(kindNames as [(typeof kindNames)[number], ...(typeof kindNames)[number][]]);
export const ScopeField = z.enum(scopes);
export const TrustField = z.enum(trusts);
export const AgentField = z
  .string()
  .optional()
  .describe("Which agent, with scope agent")
  .meta({ cli: { value: "squad/name" }, mcp: { hidden: true } });
export const IdField = z
  .string()
  .min(1)
  .max(200)
  .describe("The memory's id, or scope:id")
  .meta({ cli: { value: "<id>" } });

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
});
export type MemoryOutput = z.infer<typeof MemoryOutput>;

export const WholeMemory = MemoryOutput.extend({
  body: z.string(),
  changes: z.array(z.object({ at: z.string(), summary: z.string() })),
  hash: z.string(),
});
export type WholeMemory = z.infer<typeof WholeMemory>;

export function memoryOutput(memory: Memory): MemoryOutput {
  const { id, kind, scope, status, title, description, trust, path } = memory;
  const { confidence, files, aliases, supersedes, supersededBy, fields, source, updates, retired, archived } = memory;
  return {
    id,
    kind,
    scope,
    status,
    title,
    description,
    tags: [...memory.tags],
    trust,
    path,
    created: memory.created ?? memory.updated ?? "",
    updated: memory.updated ?? memory.created ?? "",
    ...(confidence === undefined ? {} : { confidence }),
    ...(files.length === 0 ? {} : { files: files.map((anchor) => ({ ...anchor })) }),
    ...(aliases.length === 0 ? {} : { aliases: [...aliases] }),
    ...(supersedes.length === 0 ? {} : { supersedes: [...supersedes] }),
    ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
    ...(Object.keys(fields).length === 0 ? {} : { fields: { ...fields } }),
    ...(source === undefined ? {} : { source: { ...source } as Record<string, string> }),
    ...(updates === 0 ? {} : { updates }),
    ...(retired === undefined ? {} : { retired }),
    ...(archived === undefined ? {} : { archived }),
  };
}

export function wholeMemory(memory: Memory): WholeMemory {
  return { ...memoryOutput(memory), body: memory.body, changes: [...memory.changes], hash: memory.hash };
}

export const states = [...statuses, "superseded"] as const;
export type State = (typeof states)[number];

/** What has been superseded is active in its file, and in no list of what holds. */
export function stateOf(status: Status, supersededBy: string | undefined): State {
  return status === "active" && supersededBy !== undefined ? "superseded" : status;
}

/** The state in words: with what took its place. */
export function stateLine({ status, superseded_by }: MemoryOutput): string {
  const state = stateOf(status, superseded_by);
  return state === "superseded" ? `superseded by ${superseded_by}` : state;
}

/** One line a memory: what to pass back, what it is, what it says. */
export function memoryLine(memory: MemoryOutput, width: number): string {
  const { id, scope, kind, title } = memory;
  const state = stateLine(memory);
  const mark = state === "active" ? "" : `  (${state})`;
  return `${`${scope}:${id}`.padEnd(width)}  ${kind.padEnd(10)}  ${title}${mark}`;
}

export function memoryLines(memories: readonly MemoryOutput[]): string[] {
  const width = Math.min(50, Math.max(0, ...memories.map(({ id, scope }) => id.length + scope.length + 1)));
  return memories.map((memory) => memoryLine(memory, width));
}
