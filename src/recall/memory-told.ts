/** A memory told to a surface: its values, its state, its line. Apart from the schemas, which a hook has no time for. */

import { defined } from "../model/defined.ts";
import { type Kind, notInForce } from "../model/kind.ts";
import { type Memory, type Status, statuses } from "../model/memory.ts";
import { BEHIND } from "./behind.ts";
import type { MemoryOutput, WholeMemory } from "./memory-output.ts";

/** `behind`: its session went on after it, as far as the caller has looked. */
export function memoryOutput(memory: Memory, { behind = false } = {}): MemoryOutput {
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
    ...defined({ confidence }),
    ...(files.length === 0 ? {} : { files: files.map((anchor) => ({ ...anchor })) }),
    ...(aliases.length === 0 ? {} : { aliases: [...aliases] }),
    ...(supersedes.length === 0 ? {} : { supersedes: [...supersedes] }),
    ...defined({ superseded_by: supersededBy }),
    ...(Object.keys(fields).length === 0 ? {} : { fields: { ...fields } }),
    ...(source === undefined ? {} : { source: { ...source } as Record<string, string> }),
    ...(updates === 0 ? {} : { updates }),
    ...defined({ retired, archived, reviewed: memory.reviewed }),
    ...(memory.conflict === undefined ? {} : { conflict: [...memory.conflict] }),
    ...(behind ? { behind } : {}),
  };
}

export function wholeMemory(memory: Memory, how: { behind?: boolean } = {}): WholeMemory {
  return { ...memoryOutput(memory, how), body: memory.body, changes: [...memory.changes], hash: memory.hash };
}

export const states = [...statuses, "superseded"] as const;
export type State = (typeof states)[number];

/** What has been superseded is active in its file, and in no list of what holds. */
export function stateOf(status: Status, supersededBy: string | undefined): State {
  return status === "active" && supersededBy !== undefined ? "superseded" : status;
}

/** The state in words: with what took its place. */
export function stateLine(memory: MemoryOutput): string {
  const { status, superseded_by, behind } = memory;
  const state = stateOf(status, superseded_by);
  const said = state === "superseded" ? `superseded by ${superseded_by}` : state;
  const marks = [...(behind ? [BEHIND] : []), ...marksOf(memory)];
  // That its file is active would read as if the decision were.
  const isOnlyKept = state === "active" && notInForce(memory) !== undefined;
  return [...(isOnlyKept ? [] : [said]), ...marks].join(", ");
}

/** What to mind about it: a decision that is not in force, what a memory of the team's waits for. */
export function marksOf(memory: MemoryOutput): string[] {
  const { conflict, reviewed, superseded_by } = memory;
  const state = notInForce(memory);
  return [
    ...(state === undefined || (state === "superseded" && superseded_by !== undefined) ? [] : [state]),
    ...(conflict === undefined ? [] : [`in conflict: ${conflict.join(", ")}`]),
    ...(reviewed === false ? ["not reviewed here"] : []),
  ];
}

/** One line a memory: what to pass back, what it is, what it says. */
export function memoryLine(memory: MemoryOutput, width: number): string {
  const { id, scope, kind, title } = memory;
  const state = stateLine(memory);
  const mark = state === "active" ? "" : `  (${state})`;
  return `${`${scope}:${id}`.padEnd(width)}  ${kind.padEnd(10)}  ${ofWork.includes(kind) ? stateSaid(memory) : title}${mark}`;
}

export function memoryLines(memories: readonly MemoryOutput[]): string[] {
  const width = Math.min(50, Math.max(0, ...memories.map(({ id, scope }) => id.length + scope.length + 1)));
  return memories.map((memory) => memoryLine(memory, width));
}

/** What is told where another program wrote at the same moment. */
export const OVERTAKEN = "Another program wrote the file at the same moment; its text is in the history.";

export function overtakenLines(done: readonly { readonly late: boolean }[]): string[] {
  return done.some(({ late }) => late) ? [OVERTAKEN] : [];
}

/** Their titles are those of their files: what they say, and when, is what tells them apart. */
const ofWork: readonly Kind[] = ["task", "progress", "blocker"];

function stateSaid({ title, description, updated }: MemoryOutput): string {
  return `${title}${updated === undefined ? "" : `, ${updated.slice(0, 10)}`}: ${description}`;
}
