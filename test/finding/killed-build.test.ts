/** A process killed at any call while it reads a root for the first time: the next goes on, and answers like a fresh one. */

import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { RootSource } from "../../src/search/files/root-source.ts";
import { SearchIndex } from "../../src/search/index/search-index.ts";
import { Shelf } from "../../src/search/index/shelf.ts";
import { searchMemories } from "../../src/search/rank/search.ts";
import { Searcher } from "../../src/search/rank/searcher.ts";
import { Killed, moments, reaper } from "../crash/life.ts";
import { width } from "../crash/report.ts";
import { cairnWith, memoryText, type TestCairn } from "../support/cairn-with.ts";

afterEach(() => setFaults(undefined));

const FILES = width > 1 ? 8 : 6;
/** Each call is a place to die; by turns before, in the middle of and after it, in the slow run each of these. */
const momentsAt = (n: number) => (width > 1 ? moments : [moments[n % moments.length]!]);
const NOW = 10n ** 18n * 3n;
const questions = ["walnuts", "body of number 7", "number"];

function root(): TestCairn {
  const folders = ["project", "topics", "decisions"];
  const files = Array.from({ length: FILES }, (_, n) => [
    `${folders[n % 3]}/note-${n}.md`,
    memoryText(`note-${n}`, `Body of number ${n}. ${n % 2 === 0 ? "Walnuts." : ""}`),
  ]);
  return cairnWith(Object.fromEntries(files));
}

/** Reads in pieces of two, and keeps each as it is done. */
class Life {
  read = 0;
  readonly #index: SearchIndex;

  constructor(store: Awaited<ReturnType<TestCairn["store"]>>) {
    const source = new RootSource(store, () => this.read++);
    this.#index = new SearchIndex(source, new Shelf(join(store.state, "index")), { piece: 2 });
  }

  go(): unknown {
    this.#index.catchUp({ keep: () => this.#index.keepPieces(undefined) });
    const answer = answers(this.#index);
    this.#index.persist(undefined, NOW);
    return answer;
  }

  end(): void {
    this.#index.close();
  }
}

function answers(index: SearchIndex): unknown {
  return index.ask((corpus) => {
    const searcher = new Searcher(corpus);
    return questions.map((text) =>
      searchMemories(searcher, { text, limit: 20 }).hits.map(({ row, score, features }) => [row.path, score, features]),
    );
  });
}

test("killed at any call of a first read, in pieces, nothing is found that is not so, and what was kept is not read again", async () => {
  const cairn = root();
  const store = await cairn.store();
  const fresh = new SearchIndex(new RootSource(store));
  fresh.catchUp();
  const expected = answers(fresh);
  const index = join(store.state, "index");
  const reads = new Set<number>();
  let calls = 0;
  for (let n = 1; calls === 0 || n <= calls; n++) {
    for (const moment of momentsAt(n)) {
      new Shelf(index).clear();
      let last = 0;
      setFaults(reaper(n, moment, (attempt) => (last = attempt.n)));
      let killed: Life | undefined;
      try {
        killed = new Life(store);
        killed.go();
        calls = last;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      setFaults(undefined);
      killed?.end();
      for (let life = 0; life < 2; life++) {
        const next = new Life(store);
        expect(next.go(), `killed ${moment} call ${n}, life ${life}`).toEqual(expected);
        if (life === 0) reads.add(next.read);
        else expect(next.read).toBe(0);
        next.end();
      }
    }
  }
  expect(Math.max(...reads)).toBe(FILES);
  expect(reads.size).toBeGreaterThan(3); // each piece that was kept is one the next need not read
  cairn.remove();
});
