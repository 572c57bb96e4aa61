/**
 * What one question is asked of: a root of memory files, a folder of dialogues, or both. Asked only as a process that
 * starts now would find it: indexed, put on the shelf and opened again.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Corpus } from "../../src/search/index/corpus.ts";
import type { SearchIndex } from "../../src/search/index/search-index.ts";
import { Shelf } from "../../src/search/index/shelf.ts";
import { Searcher } from "../../src/search/rank/searcher.ts";
import { Dialogues } from "./dialogues.ts";
import { MadeRoot, placeIn, reopened } from "./made-root.ts";

export class Library {
  readonly #place: string;
  readonly memories: MadeRoot;
  readonly dialogues = new Dialogues();

  private constructor(place: string) {
    this.#place = place;
    this.memories = new MadeRoot(placeIn(place));
  }

  /** Gone from the disk when `use` is done. */
  static in<T>(use: (library: Library) => T): T {
    return inTemporaryFolder((place) => use(new Library(place)));
  }

  searcher(): Searcher {
    const { memories, dialogues } = this;
    const indexes = [reopened(() => memories.open(), memories.shelf)];
    if (dialogues.size > 0) indexes.push(reopened(() => dialogues, new Shelf(join(this.#place, "dialogues"))));
    return searcherOver(indexes);
  }
}

/** Several indexes as one collection, nearest first. */
export function searcherOver(indexes: readonly SearchIndex[]): Searcher {
  return new Searcher(new Corpus(indexes.flatMap(({ parts }, place) => parts.map((part) => ({ ...part, place })))));
}

export function inTemporaryFolder<T>(use: (place: string) => T): T {
  const place = join(realpathSync(mkdtempSync(join(tmpdir(), "cairn-bench-"))), "place");
  mkdirSync(place);
  try {
    return use(place);
  } finally {
    rmSync(join(place, ".."), { recursive: true, force: true });
  }
}
