/**
 * Versions of the team's files that were declined on this machine, with the reason: they are not recalled here. A new
 * version waits for review like any other. Kept beside the root's state; whatever changes here is done under the lock.
 */

import { join } from "node:path";
import { replaceFile } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import { jsonObjectFrom } from "../text/json.ts";

const LARGEST = 10_000_000;

interface Declined {
  readonly hash: string;
  readonly reason: string;
  readonly at: string;
}

/** By path. */
export function readDeclined(state: string): ReadonlyMap<string, Declined> {
  const read = jsonObjectFrom(readFileAt(join(state, "declined.json"), LARGEST)?.toString("utf8") ?? "") ?? {};
  return new Map(Object.entries(read).filter((entry): entry is [string, Declined] => isDeclined(entry[1])));
}

export function writeDeclined(state: string, all: ReadonlyMap<string, Declined>): void {
  replaceFile(join(state, "declined.json"), Buffer.from(`${JSON.stringify(Object.fromEntries(all), undefined, 1)}\n`));
}

function isDeclined(one: unknown): one is Declined {
  if (typeof one !== "object" || one === null) return false;
  const { hash, reason, at } = one as Record<string, unknown>;
  return [hash, reason, at].every((text) => typeof text === "string");
}
