/** What sessions left to do, each once and as it was last said, until a later session says that it is done. Pure. */

import type { KeptFold } from "./kept-fold.ts";
import { type Aged, lineFrom } from "./line-from.ts";
import type { MasterLine } from "./lines.ts";
import { numbersAmong, Overlaps } from "./overlap.ts";
import { saysSame } from "./says-same.ts";
import type { MasterSource, Statement } from "./statement.ts";
import { SaidStatement, termsFrom } from "./subject.ts";

const SAME = 0.8;
/** So much of what was to do is in what was done. */
const COVERED = 0.6;
/** Of those that share a word, the latest. */
const MOST_SHARING = 60;
const LATEST = 75;
const OLDER = 50;

/** What is to do, in the words in which it was first said and as it was last said. */
class Open extends SaidStatement {
  source: MasterSource;
  said: Statement;
  isDone = false;
  #counted: readonly string[] | undefined;

  constructor(source: MasterSource, said: Statement) {
    super(said);
    this.source = source;
    this.said = said;
  }

  again(source: MasterSource, said: Statement): void {
    this.source = source;
    this.said = said;
    this.isDone = false;
  }

  get counted(): readonly string[] {
    this.#counted ??= numbersAmong(this.terms);
    return this.#counted;
  }
}

/** `sessions` in the order of their days. */
export function toDoLines(sessions: readonly MasterSource[], aged: Aged, fold: KeptFold): MasterLine[] {
  const all: Open[] = [];
  const known = new Overlaps(all);
  const holding = new Holding(all);
  const placeOf = (said: Statement): number => {
    const one = new SaidStatement(said);
    const same = known.same(one, SAME, (open) => saysSame({ text: open.said.text, terms: open.terms }, one));
    return same === undefined ? all.length : all.indexOf(same);
  };
  for (const source of sessions) {
    fold.step(source.mark, (before) => {
      const found = before?.filter((one) => one < 0) ?? closedBy(source, holding);
      for (const closed of found) all[-1 - closed]!.isDone = true;
      for (const said of source.statements) {
        if (said.sort !== "next") continue;
        const place = before?.[found.length] ?? placeOf(said);
        if (place === all.length) all.push(new Open(source, said));
        else all[place]!.again(source, said);
        found.push(place);
      }
      return found;
    });
  }
  const last = sessions.at(-1);
  return all
    .filter(({ isDone }) => !isDone)
    .map(({ source, said: { text, reason, at } }) => {
      const weight = source === last ? LATEST : aged(OLDER, source.id);
      return lineFrom(source, { part: "questions", text: `To do: ${text}`, reason, weight, at });
    });
}

function closedBy({ statements }: MasterSource, holding: Holding): number[] {
  return statements.filter(({ sort }) => sort === "done").flatMap((done) => close(holding, done));
}

/** By each word the latest that hold it, over a list that grows. */
class Holding {
  readonly #all: readonly Open[];
  readonly #byTerm = new Map<string, number[]>();
  #placed = 0;

  constructor(all: readonly Open[]) {
    this.#all = all;
  }

  of(term: string): readonly number[] {
    for (; this.#placed < this.#all.length; this.#placed++)
      for (const own of this.#all[this.#placed]!.terms) this.#keepLatest(own, this.#placed);
    return this.#byTerm.get(term) ?? [];
  }

  at(place: number): Open {
    return this.#all[place]!;
  }

  #keepLatest(term: string, place: number): void {
    const latest = this.#byTerm.get(term);
    if (latest === undefined) this.#byTerm.set(term, [place]);
    else if (latest.push(place) > MOST_SHARING) latest.shift();
  }
}

/** Most of its words are among what was done, and all its numbers: step 6 is not done with step 5. Told as -1, -2 and so on. */
function close(holding: Holding, said: Statement): number[] {
  const done = termsFrom(said);
  const shared = new Map<number, number>();
  for (const term of done) {
    for (const place of holding.of(term)) {
      if (mayBeDone(holding.at(place), done)) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
  }
  const closed = [...shared].filter(([place, count]) => count >= holding.at(place).terms.size * COVERED);
  return closed.map(([place]) => -1 - place);
}

function mayBeDone({ isDone, counted }: Open, done: ReadonlySet<string>): boolean {
  if (isDone) return false;
  for (const number of counted) if (!done.has(number)) return false;
  return true;
}
