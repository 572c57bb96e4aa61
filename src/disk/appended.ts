/**
 * Files that every process only adds to, and one now and then takes lines out of: written anew, none that is added
 * meanwhile is lost. Who takes lines out has a lock to itself; who adds asks for none, and looks whether the file it
 * added to is still the one.
 */

import { CairnError } from "../model/error.ts";
import { replaceFile } from "./durable.ts";
import { closing, type OpenFile, openAt, removeFile, unlessMissing } from "./files.ts";
import { type Held, RootLock } from "./lock.ts";

/** Whoever else takes lines out needs a few milliseconds. */
const WAIT_MS = 2_000;
const NAP_MS = 2;
const NEWLINE = 10;

/**
 * What is to stay of these lines; undefined: all of it, as it stands. `at`: where in the file they begin. `isAdded`: they
 * came meanwhile, or are half of one that somebody may be writing.
 */
type Staying = (lines: Buffer, at: number, isAdded: boolean) => Buffer | "nothing" | undefined;

/** True if it changed. */
export function rewriteAppended(path: string, staying: Staying): boolean {
  return closing(
    unlessMissing(() => openAt(path, "read")),
    (file) => {
      if (file === undefined) return false;
      const bytes = file.read(0, file.stat().size);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      const left = staying(bytes.subarray(0, end), 0, false);
      if (left === undefined && !changesHalf(bytes.subarray(end), end, staying)) return false;
      if (left === "nothing") removeFile(path);
      else replaceFile(path, left ?? bytes.subarray(0, end));
      carryOver(file, end, path, staying);
      return true;
    },
  );
}

function changesHalf(half: Buffer, at: number, staying: Staying): boolean {
  if (half.length === 0) return false;
  const left = staying(ended(half), at, true);
  return left !== undefined && (left === "nothing" || !left.equals(ended(half)));
}

/** What was added to the file that had the name before. Whoever is later than this sees that it has it no more. */
function carryOver(file: OpenFile, from: number, path: string, staying: Staying): void {
  const rest = file.read(from, file.stat().size - from);
  if (rest.length === 0) return;
  const left = staying(ended(rest), from, true) ?? ended(rest);
  if (left !== "nothing" && left.length > 0) closing(openAt(path, "append"), (now) => now.write(left));
}

function ended(bytes: Buffer): Buffer {
  return bytes.at(-1) === NEWLINE ? bytes : Buffer.concat([bytes, Buffer.of(NEWLINE)]);
}

/**
 * One process at a time. Whoever waits in vain goes on: of a line and what is to be forgotten, rather the line is lost.
 * `folder`: where the lock lies.
 */
export function alone<T>(folder: string, work: () => T): T {
  const held = lockIn(folder);
  try {
    return work();
  } finally {
    held?.release();
  }
}

function lockIn(folder: string): Held | undefined {
  const lock = new RootLock({ folder });
  const nap = new Int32Array(new SharedArrayBuffer(4));
  try {
    for (let waited = 0; waited < WAIT_MS; waited += NAP_MS) {
      const held = lock.tryAcquire();
      if (held !== undefined) return held;
      Atomics.wait(nap, 0, 0, NAP_MS);
    }
  } catch (error) {
    if (!(error instanceof CairnError)) throw error; // a disk that takes no lock refuses the work too, and says why
  }
  return undefined;
}
