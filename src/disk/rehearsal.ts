/**
 * Work that is done for trial: it may look at everything and changes nothing. What it looked at is noted, from outside
 * and in full, since every call passes the gate; whether it would have changed something, too. Whatever else this process
 * does meanwhile goes on as ever.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { type Attempt, type FaultVerdict, setWatch } from "./faults.ts";
import { type Look, lookOf } from "./looks.ts";

interface Rehearsed<T> {
  readonly result: T;
  readonly looks: readonly Look[];
  /** What it would have changed first. */
  readonly wanted: string | undefined;
}

const REFUSED = { error: "EROFS" };

let isUnderWay = false;

/** One at a time: undefined while another is under way. */
export async function rehearse<T>(work: () => Promise<T>): Promise<Rehearsed<T> | undefined> {
  if (isUnderWay) return undefined;
  isUnderWay = true;
  const scope = new AsyncLocalStorage<true>();
  const looks = new Map<string, Look>();
  let wanted: string | undefined;
  const watch = (attempt: Attempt): FaultVerdict | undefined => {
    if (scope.getStore() === undefined) return undefined;
    const look = lookOf(attempt);
    if (look === "changes") {
      wanted ??= `${attempt.call} ${attempt.path}`;
      return REFUSED;
    }
    if (look !== undefined) looks.set(look.join(" "), look);
    return undefined;
  };
  try {
    setWatch(watch);
    const result = await scope.run(true, work);
    return { result, looks: [...looks.values()], wanted };
  } finally {
    setWatch(undefined);
    scope.disable();
    isUnderWay = false;
  }
}
