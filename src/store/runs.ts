/** A run: changes of several groups or roots that are one act, and are taken back as one by the name they all carry. */

import { token } from "../disk/random.ts";
import type { Plan } from "./door.ts";
import type { Store } from "./store.ts";
import { changesOfRun } from "./undo.ts";

/** What was brought in by one import; what one undo of such a run took back. */
type RunSort = "import" | "undo";

export function newRun(sort: RunSort): string {
  return `${sort}-${token().slice(0, 8)}`;
}

export function inRun<T>(plan: Plan<T>, run: string | undefined): Plan<T> {
  return run === undefined ? plan : { ...plan, steps: plan.steps.map((step) => ({ ...step, run })) };
}

/** The run of this name, if it is one that is taken back as a whole; a memory may be called like one. */
export function wholeRun(stores: readonly Store[], name: string | undefined): string | undefined {
  if (name === undefined || !/^(?:import|undo)-/.test(name)) return undefined;
  return stores.some(({ history }) => changesOfRun(history, name).made > 0) ? name : undefined;
}
