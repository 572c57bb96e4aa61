/**
 * What earlier syntheses of a root have read, distilled, by the hash of each text: so the next one reads only what is new.
 * Derived and disposable: it lies in the root's state, no repository brings it, and without it everything is read again.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { codeOf, makeFolders, readFileAt, TooLargeError } from "../../disk/files.ts";
import { jsonFrom } from "../../model/json.ts";
import type { Store } from "../../store/store.ts";
import { type Distilled, type Statement, sorts } from "../../synthesis/statement.ts";
import { keepSummariesTakenIn, synthesisFolder } from "./summaries-taken-in.ts";

/** Raised when the same text gives other statements. */
const VERSION = 1;
const LARGEST = 64_000_000;
const NAME = "taken-in.json";

export interface TakenIn {
  /** By id. */
  readonly sources: ReadonlyMap<string, Taken>;
  /** By the file of a master: what it was made of, so that a model is not asked the same again. */
  readonly made: ReadonlyMap<string, string>;
}

export interface Taken {
  readonly hash: string;
  readonly isSummary: boolean;
  readonly distilled: Distilled;
}

export const nothingTaken: TakenIn = { sources: new Map(), made: new Map() };

/** Whatever cannot be read is nothing: then everything is read again. It is Cairn's own file: its shape is checked, not every word. */
export function readTakenIn(store: Store): TakenIn {
  const kept = jsonFrom(textIn(placeIn(store))) as Kept | undefined;
  if (typeof kept !== "object" || kept?.version !== VERSION) return nothingTaken;
  const sources = Object.entries(kept.sources ?? {}).filter(([, taken]) => isTaken(taken));
  const made = Object.entries(kept.made ?? {}).filter(([, words]) => typeof words === "string");
  return { sources: new Map(sources), made: new Map(made) };
}

function textIn(path: string): string {
  try {
    return readFileAt(path, LARGEST)?.toString("utf8") ?? "";
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof TooLargeError)) throw error;
    return ""; // the disk refuses, or it has grown beyond all use: derived, and made anew
  }
}

interface Kept {
  readonly version: number;
  readonly sources?: Readonly<Record<string, Taken>>;
  readonly made?: Readonly<Record<string, string>>;
}

function isTaken({ hash, distilled }: Taken): boolean {
  if (typeof hash !== "string" || typeof distilled?.at !== "string" || !Array.isArray(distilled.paths)) return false;
  return Array.isArray(distilled.statements) && distilled.statements.every(isStatement);
}

function isStatement({ sort, text, reason, label }: Statement): boolean {
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  return sorts.includes(sort) && typeof text === "string" && isText(reason) && isText(label);
}

/** Under the lock, and only what still lies there as it was read: what was taken out for good does not come back by this. */
export async function keepTakenIn(store: Store, by: Parameters<Store["locked"]>[0], taken: TakenIn): Promise<void> {
  await store.locked(by, ({ names, catalog }) => {
    const living = [...taken.sources].filter(([id, { hash }]) => {
      const found = names.find(id as Parameters<typeof names.find>[0]);
      return found !== undefined && catalog.file(found.path)?.hash === hash;
    });
    const kept = { version: VERSION, sources: Object.fromEntries(living), made: Object.fromEntries(taken.made) };
    makeFolders(synthesisFolder(store));
    replaceFileQuick(placeIn(store), Buffer.from(JSON.stringify(kept)));
    const summaries = living.filter(([, { isSummary }]) => isSummary).map(([id, { hash }]) => [id, hash]);
    keepSummariesTakenIn(store, Object.fromEntries(summaries));
  });
}

function placeIn(store: Store): string {
  return join(synthesisFolder(store), NAME);
}
