/**
 * Work that is done for trial by a process that does nothing else meanwhile: it may look at everything, and every change is
 * refused. As a rehearsal (`rehearsal.ts`) without a word of what was looked at, which costs a hook's process milliseconds.
 */

import { type Attempt, type FaultVerdict, setWatch } from "./faults.ts";
import { lookOf } from "./looks.ts";

interface Tried<T> {
  readonly result: T;
  /** What it would have changed first. */
  readonly wanted: string | undefined;
}

const REFUSED = { error: "EROFS" };

export async function tryOut<T>(work: () => Promise<T>): Promise<Tried<T>> {
  let wanted: string | undefined;
  const watch = (attempt: Attempt): FaultVerdict | undefined => {
    if (lookOf(attempt) !== "changes") return undefined;
    wanted ??= `${attempt.call} ${attempt.path}`;
    return REFUSED;
  };
  try {
    setWatch(watch, { looksToo: false });
    return { result: await work(), wanted };
  } finally {
    setWatch(undefined);
  }
}
