/**
 * How long a warm answer takes, files of the hits read and all, and how long one takes after a change of the root:
 * Cairn's own, one it was told of, one nobody told of. Beside each what the file system alone takes for the same.
 */

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Finder } from "../../src/search/files/finder.ts";
import { planRemember } from "../../src/store/remember.ts";
import type { Store } from "../../src/store/store.ts";
import { wishFrom } from "../../src/store/wish.ts";
import { type RootPlace, storeAt } from "../real-root/made-root.ts";
import { hitsShown, pathsIn } from "./cairn.ts";
import { questions } from "./made.ts";
import { Synthetic } from "./synthetic.ts";
import { measured, median, timed } from "./time.ts";

/** Milliseconds, medians; `Bare` is a list and stat of the folder, or a stat of every file. */
export interface AfterChange {
  readonly nothingNew: number;
  readonly own: number;
  readonly hinted: number;
  readonly foreign: number;
  readonly foreignBare: number;
  readonly sweep: number;
  readonly sweepBare: number;
}

const ROUNDS = 15;
const SWEEPS = 5;
const WARM_UP = 3;

export function measureAnswers(place: RootPlace, texts: readonly string[], warmUp: number) {
  const { answer } = finderOn(storeAt(place), texts);
  for (let i = 0; i < warmUp; i++) answer();
  return measured(texts.slice(warmUp), answer);
}

export async function measureChanges(place: RootPlace, count = ROUNDS): Promise<AfterChange> {
  const { finder, answer } = finderOn(storeAt(place), questions(2_000));
  const paths = pathsIn(place.folder);
  const at = (i: number) => paths[(i * 97) % paths.length]!;
  const warm = { isWarm: true } as const;
  const caughtUp = () => {
    finder.catchUp(warm);
    answer();
  };
  const rounds = async (act: (round: number) => number | Promise<number>) => {
    const times: number[] = [];
    for (let i = -WARM_UP; i < count; i++) {
      const ms = await act(i + WARM_UP);
      if (i >= 0) times.push(ms);
    }
    return median(times);
  };
  for (let i = 0; i < 150; i++) answer();

  const nothingNew = await rounds(() => timed(caughtUp));
  const write = ownWrites(storeAt(place));
  const own = await rounds(async (i) => {
    await write(i);
    return timed(caughtUp);
  });
  const hinted = await rounds((i) => {
    const path = at(i);
    writeFileSync(join(place.folder, path), edited(place.folder, path, i));
    return timed(() => {
      finder.roots[0]!.index.hint(path);
      caughtUp();
    });
  });
  const bare: number[] = [];
  const foreign = await rounds((i) => {
    const path = at(200 + i);
    replace(place.folder, path, edited(place.folder, path, i));
    bare.push(timed(() => listAndStat(join(place.folder, dirname(path)))));
    return timed(caughtUp);
  });
  const sweeps = Array.from({ length: SWEEPS }, () => ({
    bare: timed(() => statAll(place.folder, paths)),
    swept: timed(() => finder.roots[0]!.sweep()),
  }));
  finder.close();
  return {
    nothingNew,
    own,
    hinted,
    foreign,
    foreignBare: median(bare),
    sweep: median(sweeps.map(({ swept }) => swept)),
    sweepBare: median(sweeps.map((one) => one.bare)),
  };
}

/** The product's own way to an answer, over one root. */
function finderOn(store: Store, texts: readonly string[]): { finder: Finder; answer: () => unknown } {
  const finder = new Finder(() => undefined);
  finder.over([store]);
  finder.catchUp({ isWarm: true });
  let nth = 0;
  return { finder, answer: () => finder.search({ text: texts[nth++ % texts.length]!, limit: hitsShown }) };
}

/** Through the one door, as another process would. */
function ownWrites(store: Store): (i: number) => Promise<unknown> {
  const made = new Synthetic(31);
  const given = { tags: [], aliases: [], files: [], fields: {}, trust: "stated", source: {} } as const;
  return (i) => {
    const { title, text } = made.memory(i);
    const wish = wishFrom({ ...given, kind: "project", title, text });
    return store.change({ surface: "cli" }, (context) => planRemember(context, wish, () => "aaaa"));
  };
}

function edited(folder: string, path: string, round: number): string {
  return `${readFileSync(join(folder, path), "utf8")}\nLooked at again, round ${round}.\n`;
}

/** As an editor or git does it. */
function replace(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, `${path}.new`), text);
  renameSync(join(folder, `${path}.new`), join(folder, path));
}

function listAndStat(folder: string): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true })) statSync(join(folder, name), { bigint: true });
}

function statAll(folder: string, paths: readonly string[]): void {
  for (const path of paths) statSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
}
