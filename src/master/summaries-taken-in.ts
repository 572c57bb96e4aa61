/** Which summaries the master knows, in short: for a session's start, which has no time to read what was made of them. */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import type { Store } from "../store/store.ts";
import { jsonFrom } from "../text/json.ts";

const NAME = "summaries.json";
const LARGEST = 8_000_000;

export function synthesisFolder({ state }: Store): string {
  return join(state, "synthesis");
}

/** Each by its id, with its hash, as JSON. Under the lock. */
export function keepSummariesTakenIn(store: Store, hashes: string): void {
  replaceFileQuick(join(synthesisFolder(store), NAME), Buffer.from(hashes));
}

/** Undefined where that is not known. */
export function summariesTakenIn(store: Store): ReadonlyMap<string, unknown> | undefined {
  const text = readFileAt(join(synthesisFolder(store), NAME), LARGEST)?.toString("utf8");
  const kept = text === undefined ? undefined : jsonFrom(text);
  return typeof kept === "object" && kept !== null ? new Map(Object.entries(kept)) : undefined;
}
