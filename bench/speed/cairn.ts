/** Cairn itself as one of the engines, over real files: built from them, put on the shelf, opened from it. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { RootSource } from "../../src/search/files/root-source.ts";
import { buildSegment } from "../../src/search/index/build-segment.ts";
import { SearchIndex } from "../../src/search/index/search-index.ts";
import { searchMemories } from "../../src/search/rank/search.ts";
import { Searcher } from "../../src/search/rank/searcher.ts";
import { type RootPlace, shelfAt, storeAt } from "../real-root/made-root.ts";
import type { Ask } from "./engines.ts";
import { spent } from "./time.ts";

export const hitsShown = 10;

/** All files read and parsed, the index on the shelf; and of that, units in memory to a segment's bytes. */
export function buildFrom(place: RootPlace): Record<string, number> {
  const source = new RootSource(storeAt(place));
  const whole = spent(() => {
    const index = new SearchIndex(source, shelfAt(place));
    index.catchUp();
    index.persist(undefined, BigInt(Date.now()) * 1_000_000n, Number.POSITIVE_INFINITY);
  });
  const units = pathsIn(place.folder).flatMap((path) => source.read(path) ?? []);
  source.rest();
  const indexing = spent(() => buildSegment(units));
  return {
    fromFilesMs: whole.wallMs,
    fromFilesCpuMs: whole.cpuMs,
    buildMs: indexing.wallMs,
    buildCpuMs: indexing.cpuMs,
    megabytes: megabytesBelow(join(place.state, "index")),
  };
}

export function openIndex(place: RootPlace): SearchIndex {
  return new SearchIndex(new RootSource(storeAt(place)), shelfAt(place));
}

/** Glanced at the log and the folders, then asked. */
export function asking(place: RootPlace): Ask {
  const index = openIndex(place);
  index.catchUp();
  const searcher = index.ask((corpus) => new Searcher(corpus));
  return (text) => searchMemories(searcher, { text, limit: hitsShown }).hits.map(({ row }) => row.title);
}

export function pathsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith(".md"));
}

function megabytesBelow(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;
}
