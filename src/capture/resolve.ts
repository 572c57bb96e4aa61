/**
 * What is done with a draft: what stands mechanically (is there a candidate, may it go), what the drafter wants, and
 * what is vetoed. The table is data; mechanics beat the model; every answer says why. Pure.
 */

import { type Kind, kindRow } from "../model/kind.ts";

/** What the memories there are allow: one candidate that may be retired or may not, or none. */
export const structurals = ["CREATE", "UPDATE", "UPDATE_OR_DELETE", "NOOP"] as const;
export type Structural = (typeof structurals)[number];

export const actions = ["CREATE", "UPDATE", "DELETE", "NOOP"] as const;
export type Action = (typeof actions)[number];

/** One action that must not be taken, and why. It forbids that action and no other. */
export interface Veto {
  readonly action: "CREATE" | "UPDATE" | "DELETE";
  readonly reason: string;
}

/** Rows: what stands. Columns: what the drafter wants. */
export const resolutions: Readonly<Record<Structural, Readonly<Record<Action, Action>>>> = {
  CREATE: { CREATE: "CREATE", UPDATE: "CREATE", DELETE: "NOOP", NOOP: "NOOP" },
  UPDATE: { CREATE: "CREATE", UPDATE: "UPDATE", DELETE: "UPDATE", NOOP: "NOOP" },
  UPDATE_OR_DELETE: { CREATE: "CREATE", UPDATE: "UPDATE", DELETE: "DELETE", NOOP: "NOOP" },
  NOOP: { CREATE: "NOOP", UPDATE: "NOOP", DELETE: "NOOP", NOOP: "NOOP" },
};

/** What a vetoed action becomes: never something stronger, and nothing where there is nothing to change. */
const instead: Readonly<Record<Veto["action"], Action>> = { CREATE: "UPDATE", UPDATE: "NOOP", DELETE: "UPDATE" };

export const lifecycleEvents = ["resolved", "removed", "reversed", "superseded", "deprecated"] as const;
export type LifecycleEvent = (typeof lifecycleEvents)[number];

export interface DraftStanding {
  readonly structural: Structural;
  readonly preAction: "CREATE" | "NOOP" | undefined;
  readonly deleteAllowed: boolean;
  readonly vetoes: readonly Veto[];
}

/** What stands, by whether there is a candidate. An end of something that is not there is nothing to write down. */
export function standingOf(kind: Kind, hasCandidate: boolean, event?: LifecycleEvent): DraftStanding {
  const deleteAllowed = !kindRow(kind).personRetires;
  if (!hasCandidate) {
    const preAction = event === undefined ? "CREATE" : "NOOP";
    return { structural: preAction, preAction, deleteAllowed, vetoes: [] };
  }
  if (deleteAllowed) return { structural: "UPDATE_OR_DELETE", preAction: undefined, deleteAllowed, vetoes: [] };
  const veto: Veto = { action: "DELETE", reason: `A ${kind} is retired by a person only.` };
  return { structural: "UPDATE", preAction: undefined, deleteAllowed, vetoes: [veto] };
}

/** From this likeness on, a second memory of one thing is an update of the first. */
export const SAME_FROM = 0.8;

export interface ResolveQuestion {
  readonly structural: Structural;
  readonly wanted: Action;
  readonly vetoes: readonly Veto[];
  /** The memory most like the draft, and how alike they are (0 to 1). */
  readonly candidate?: { readonly id: string; readonly similarity: number } | undefined;
  /** Why the drafter wants what it wants. */
  readonly reason: string;
  /** From this similarity on, two texts count as one memory, and no second one is made. */
  readonly sameFrom: number;
}

export interface Resolution {
  readonly action: Action;
  readonly because: string;
  /** A second memory was asked for beside one that may say the same. */
  readonly possibleDuplicateOf?: string;
}

export function resolve(question: ResolveQuestion): Resolution {
  const { structural, wanted, candidate } = question;
  const planned = resolutions[structural][wanted];
  const turned = planned === "CREATE" && candidate !== undefined ? besideCandidate(question) : undefined;
  const { action, because } = turned ?? { action: planned, because: reasonFor(question, planned) };
  const vetoed = afterVetoes(action, question.vetoes, candidate !== undefined);
  if (vetoed !== undefined) return vetoed;
  if (action !== "CREATE" || candidate === undefined) return { action, because };
  return { action, because, possibleDuplicateOf: candidate.id };
}

/** In words for who decides, not for who wrote the table. */
function reasonFor({ candidate, wanted }: ResolveQuestion, planned: Action): string {
  const name = candidate?.id ?? "a memory";
  switch (planned) {
    case "CREATE":
      return candidate === undefined ? "nothing like it is known" : `something else than ${name}`;
    case "UPDATE":
      return `${name} is about the same`;
    case "DELETE":
      return `${name} is over`;
    case "NOOP":
      return wanted === "NOOP" ? "nothing to write down" : "nothing is known that this would change";
  }
}

/** UPDATE goes before CREATE unless somebody says why not, and never where the two are nearly the same. */
function besideCandidate({ candidate, reason, sameFrom }: ResolveQuestion): Resolution | undefined {
  if (candidate === undefined) return undefined;
  if (candidate.similarity >= sameFrom) {
    return { action: "UPDATE", because: `${candidate.id} says nearly the same (${candidate.similarity})` };
  }
  if (reason.trim() === "") {
    return { action: "UPDATE", because: `no reason was given for a second memory beside ${candidate.id}` };
  }
  return undefined;
}

/** Each veto is obeyed; what is left is what no veto forbids. */
function afterVetoes(action: Action, vetoes: readonly Veto[], hasCandidate: boolean): Resolution | undefined {
  const veto = vetoes.find((one) => one.action === action);
  if (veto === undefined || action === "NOOP") return undefined;
  const next = hasCandidate ? instead[veto.action] : "NOOP";
  return afterVetoes(next, vetoes, hasCandidate) ?? { action: next, because: veto.reason };
}
