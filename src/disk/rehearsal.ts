/**
 * Work that is done for trial: it may look at everything and changes nothing. What it looked at is noted, from outside
 * and in full, since every call passes the gate; whether it would have changed something, too. Whatever else this process
 * does meanwhile goes on as ever.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { type Attempt, type FaultVerdict, setWatch } from "./faults.ts";
import type { Look } from "./looks.ts";

interface Rehearsed<T> {
  readonly result: T;
  readonly looks: readonly Look[];
  /** What it would have changed first. */
  readonly wanted: string | undefined;
}

/** As which time the machine was started. */
const OF_SYSTEM = "/proc/sys/";
const REFUSED = { error: "EROFS" };
const LOOKING: readonly unknown[] = ["read", "follow", "folder"];

let isUnderWay = false;

/** One at a time: undefined while another is under way. */
export async function rehearse<T>(work: () => Promise<T>): Promise<Rehearsed<T> | undefined> {
  if (isUnderWay) return undefined;
  isUnderWay = true;
  const scope = new AsyncLocalStorage<true>();
  const looks = new Map<string, Look>();
  let wanted: string | undefined;
  const watch = ({ call, path, mode }: Attempt): FaultVerdict | undefined => {
    if (scope.getStore() === undefined) return undefined;
    const look = lookOf(call, path, mode);
    if (look !== undefined) looks.set(look.join(" "), look);
    if (look !== undefined || PASSING.includes(call)) return undefined;
    wanted ??= `${call} ${path}`;
    return REFUSED;
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

/** By descriptor: what was opened was noted. */
const PASSING: readonly string[] = ["read", "fstat", "close"];

function lookOf(call: Attempt["call"], path: string, mode: Attempt["mode"]): Look | undefined {
  if (call === "list") return ["names", path];
  if (call === "realpath") return ["real", path];
  if (call === "open" && path.startsWith(OF_SYSTEM)) return ["text", path];
  const isLook =
    call === "stat" || call === "readLink" || call === "access" || (call === "open" && LOOKING.includes(mode));
  return isLook ? ["what", path] : undefined;
}
