/**
 * What earlier syntheses of a root have read, distilled, by the hash of each text: so the next one reads only what is new.
 * Derived and disposable: it lies in the root's state, no repository brings it, and without it everything is read again.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { makeFolders, readFileAt } from "../../disk/files.ts";
import { jsonFrom } from "../../model/json.ts";
import { z } from "../../model/schema.ts";
import type { Store } from "../../store/store.ts";
import { type Distilled, sorts } from "../../synthesis/statement.ts";
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

const DistilledText = z.object({
  at: z.string(),
  statements: z.array(
    z.object({ sort: z.enum(sorts), text: z.string(), reason: z.string().optional(), label: z.string().optional() }),
  ),
  paths: z.array(z.string()),
});
const Kept = z.object({
  version: z.literal(VERSION),
  sources: z.record(z.string(), z.object({ hash: z.string(), isSummary: z.boolean(), distilled: DistilledText })),
  made: z.record(z.string(), z.string()),
});

/** Whatever cannot be read is nothing: then everything is read again. */
export function readTakenIn(store: Store): TakenIn {
  const text = readFileAt(placeIn(store), LARGEST)?.toString("utf8") ?? "";
  const { data: kept } = Kept.safeParse(jsonFrom(text));
  if (kept === undefined) return nothingTaken;
  return {
    sources: new Map(Object.entries(kept.sources) as [string, Taken][]),
    made: new Map(Object.entries(kept.made)),
  };
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
