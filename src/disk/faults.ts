/**
 * The one gate every system call passes, and the one hook by which a test kills, tears, delays or fails any of them.
 * Paths in here are the logical absolute ones, never the descriptor paths the kernel is given.
 */

import { getSystemErrorMap } from "node:util";
import { defined } from "../model/defined.ts";

const calls = [
  "open",
  "close",
  "read",
  "write",
  "sync",
  "syncData",
  "truncate",
  "stat",
  "fstat",
  "list",
  "makeFolder",
  "removeFolder",
  "rename",
  "link",
  "unlink",
  "realpath",
  "readLink",
  "chmod",
  "access",
] as const;
export type Call = (typeof calls)[number];

/** What a call is about beside its path. */
interface CallDetail {
  /** The second path of `rename` and `link`. */
  readonly to?: string;
  /** What `write` is about to write. */
  readonly bytes?: Uint8Array;
  /** Where `write` and `read` start; none means the end of the file (`write` on an append descriptor). */
  readonly offset?: number;
  /** The new length for `truncate`. */
  readonly size?: number;
  readonly fd?: number;
  /** `open` and `chmod`: the flags by name, the mode. */
  readonly mode?: string | number;
}

/** One call about to be made. `n` counts from 1 since the hook was set. */
export interface Attempt extends CallDetail {
  readonly n: number;
  readonly call: Call;
  readonly path: string;
}

/**
 * Nothing: the call is made. `error`: it is not made and fails with that code; but a `close` that fails has closed.
 * `half`: a write puts out half of its bytes (with `error` it fails after them, without it is a short write). `after`
 * runs when the call came back.
 */
export interface FaultVerdict {
  readonly error?: string;
  readonly half?: true;
  readonly after?: () => void;
}

export type Faults = (attempt: Attempt) => FaultVerdict | undefined;

let faults: Faults | undefined;
let watch: Faults | undefined;
let watchesLooks = false;
let count = 0;

/** For tests only. Without a hook the gate costs one comparison. */
export function setFaults(hook: Faults | undefined): void {
  faults = hook;
  count = 0;
}

/** Asked before a test is: by a rehearsal, for as long as it lasts. See `rehearsal.ts`. `looksToo`: of every look, too. */
export function setWatch(hook: Faults | undefined, { looksToo = true } = {}): void {
  watch = hook;
  watchesLooks = looksToo && hook !== undefined;
}

/** Is anybody listening? Who makes thousands of calls asks first, and makes them bare. */
export function isWatched(): boolean {
  return faults !== undefined || watchesLooks;
}

/** Makes the call, unless a test says otherwise. `act` is told whether to write only half. */
export function gate<T>(call: Call, path: string, act: (half: boolean) => T, detail?: CallDetail): T {
  try {
    return faults !== undefined || watch !== undefined
      ? judged({ ...detail, n: ++count, call, path }, act)
      : act(false);
  } catch (error) {
    // What the kernel was given says nothing to a person.
    if ((error as NodeJS.ErrnoException).path?.startsWith("/proc/self/fd/")) Object.assign(error as Error, { path });
    throw error;
  }
}

function judged<T>(attempt: Attempt, act: (half: boolean) => T): T {
  const verdict = watch?.(attempt) ?? faults?.(attempt);
  if (verdict === undefined) return act(false);
  if (verdict.error !== undefined && !verdict.half && attempt.call !== "close")
    throw systemError(verdict.error, attempt);
  const result = act(verdict.half === true);
  verdict.after?.();
  if (verdict.error !== undefined) throw systemError(verdict.error, attempt);
  return result;
}

/** Looks like what Node throws, so that no code can tell a test from a disk. */
function systemError(code: string, { call, path }: Attempt): NodeJS.ErrnoException {
  const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === code) ?? [];
  const error: NodeJS.ErrnoException = new Error(`${code}: ${call} '${path}'`);
  return Object.assign(error, { code, syscall: call, path, ...defined({ errno }) });
}
