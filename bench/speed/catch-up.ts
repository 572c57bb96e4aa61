/** How long an answer takes after one change of a real folder, beside what the file system alone takes for the same. */

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SearchIndex } from "../../src/index/search-index.ts";
import { Shelf } from "../../src/index/shelf.ts";
import { searchMemories } from "../../src/recall/search.ts";
import { Searcher } from "../../src/recall/searcher.ts";
import { FolderSource } from "./folder-source.ts";
import { memories, questions, textOf, writeMemories } from "./made.ts";
import { median, rounded, timed } from "./time.ts";

/** Milliseconds; `bare` is a list and stat of the folder, or a stat of every file. */
export interface CaughtUpIn {
  readonly nothingNew: number;
  readonly own: number;
  readonly hinted: number;
  readonly foreign: number;
  readonly foreignBare: number;
  readonly sweep: number;
  readonly sweepBare: number;
}

const ROUNDS = 9;

/** Leaves the index on the shelf, for a cold process to open. */
export function measureCatchUp(size: number, place: string): CaughtUpIn {
  const root = join(place, "memories");
  const units = memories(size);
  writeMemories(root, units);
  const source = new FolderSource(root);
  const index = new SearchIndex(source, new Shelf(join(place, "index")));
  index.catchUp();
  index.persist(undefined, BigInt(Date.now()) * 1_000_000n);
  const asked = questions(1 + 6 * ROUNDS);
  let nth = 0;
  const answer = () =>
    index.ask((corpus) => searchMemories(new Searcher(corpus), { text: asked[nth++ % asked.length]!, limit: 10 }));
  for (let i = 0; i < 40; i++) answer();
  const rounds = <T>(act: (round: number) => T) => Array.from({ length: ROUNDS }, (_, round) => act(round));
  const text = (i: number) => textOf(units[(i + 7) % size]!);
  const path = (i: number) => units[(i * 97) % size]!.path;
  const middle = (times: readonly number[]) => rounded(median(times));

  const caughtUp = () => {
    index.catchUp();
    return answer();
  };
  const nothingNew = middle(rounds(() => timed(caughtUp)));
  const own = middle(
    rounds((i) => {
      source.writeOwn(path(i), text(i));
      return timed(caughtUp);
    }),
  );
  const hinted = middle(
    rounds((i) => {
      source.writeInPlace(path(100 + i), text(i));
      return timed(() => {
        index.hint(path(100 + i));
        return caughtUp();
      });
    }),
  );
  const bare: number[] = [];
  const foreign = rounds((i) => {
    const folder = path(200 + i).split("/")[0]!;
    source.writeForeign(`${folder}/new-${i}.md`, text(i));
    bare.push(timed(() => listAndStat(join(root, folder))));
    return timed(caughtUp);
  });
  const sweeps = Array.from({ length: 3 }, () => ({
    bare: timed(() =>
      statAll(
        root,
        units.map((unit) => unit.path),
      ),
    ),
    swept: timed(() => index.catchUp({ sweep: "all" })),
  }));
  rmSync(root, { recursive: true });
  return {
    nothingNew,
    own,
    hinted,
    foreign: middle(foreign),
    foreignBare: middle(bare),
    sweep: middle(sweeps.map(({ swept }) => swept)),
    sweepBare: middle(sweeps.map(({ bare: alone }) => alone)),
  };
}

function listAndStat(folder: string): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true })) statSync(join(folder, name), { bigint: true });
}

function statAll(root: string, paths: readonly string[]): void {
  for (const path of paths) statSync(join(root, path), { bigint: true, throwIfNoEntry: false });
}
