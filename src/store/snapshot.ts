/**
 * What the catalog knew when a process ended, so that the next one need not read every file again. Derived: deleting it
 * costs time. Every folder's time and every file's stamp is compared before anything in it counts.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import type { Problem } from "../model/memory.ts";
import type { Found } from "./found.ts";

/** Changes whenever a file would be read differently. */
const VERSION = 1;
const LARGEST = 256_000_000;
/** Below this many files reading them is as fast. */
const FEW = 50;
/** Rewritten when this share of it is out of date. */
const SHARE = 0.02;

export interface Snapshot {
  /** Path, time, names of files, names of folders. */
  readonly folders: readonly (readonly [string, string, readonly string[], readonly string[]])[];
  readonly files: readonly Found[];
  readonly problems: readonly Problem[];
}

export function readSnapshot(state: string): Snapshot | undefined {
  const bytes = readFileAt(pathIn(state), LARGEST);
  if (bytes === undefined) return undefined;
  try {
    const { version, ...snapshot } = JSON.parse(bytes.toString("utf8")) as Snapshot & { version: number };
    const whole = Array.isArray(snapshot.folders) && Array.isArray(snapshot.files) && Array.isArray(snapshot.problems);
    return version === VERSION && whole ? snapshot : undefined;
  } catch {
    return undefined; // torn or foreign: the files are read instead
  }
}

/** Is it worth writing? `changed` counts the files that came, changed or went since it was read. */
export function isWorthKeeping(size: number, changed: number): boolean {
  return size >= FEW && changed > size * SHARE;
}

export function writeSnapshot(state: string, snapshot: Snapshot): void {
  replaceFileQuick(pathIn(state), Buffer.from(JSON.stringify({ version: VERSION, ...snapshot })));
}

function pathIn(state: string): string {
  return join(state, "index", "catalog.json");
}
