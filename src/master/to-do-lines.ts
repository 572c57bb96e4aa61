/** What sessions left to do, each once and as it was last said, until a later session says that it is done. Pure. */

import { type Aged, lineFrom } from "./line-from.ts";
import type { MasterLine } from "./lines.ts";
import { numbersAmong, Overlaps } from "./overlap.ts";
import { saysSame } from "./says-same.ts";
import type { MasterSource, Statement } from "./statement.ts";
import { termsFrom } from "./subject.ts";

const SAME = 0.8;
/** So much of what was to do is in what was done. */
const COVERED = 0.6;
/** Of those that share a word, the latest. */
const MOST_SHARING = 60;
const LATEST = 75;
const OLDER = 50;

interface Open {
  readonly terms: ReadonlySet<string>;
  readonly numbers: readonly string[];
  source: MasterSource;
  said: Statement;
  isDone: boolean;
}

/** `sessions` in the order of their days. */
export function toDoLines(sessions: readonly MasterSource[], aged: Aged): MasterLine[] {
  const known = new Overlaps<Open>();
  const holding = new Map<string, Open[]>();
  const all: Open[] = [];
  for (const source of sessions) {
    for (const done of source.statements.filter(({ sort }) => sort === "done")) close(holding, termsFrom(done));
    for (const said of source.statements.filter(({ sort }) => sort === "next")) {
      const terms = termsFrom(said);
      const same = known.same(terms, SAME, (open) =>
        saysSame({ text: open.said.text, terms: open.terms }, { text: said.text, terms }),
      );
      if (same !== undefined) Object.assign(same, { source, said, isDone: false });
      else {
        const open: Open = { terms, numbers: numbersAmong(terms), source, said, isDone: false };
        known.add(open);
        all.push(open);
        for (const term of terms) keepLatest(holding, term, open);
      }
    }
  }
  const last = sessions.at(-1);
  return all
    .filter(({ isDone }) => !isDone)
    .map(({ source, said: { text, reason, at } }) => {
      const weight = source === last ? LATEST : aged(OLDER, source.id);
      return lineFrom(source, { part: "questions", text: `To do: ${text}`, reason, weight, at });
    });
}

function keepLatest(holding: Map<string, Open[]>, term: string, open: Open): void {
  const latest = holding.get(term);
  if (latest === undefined) holding.set(term, [open]);
  else if (latest.push(open) > MOST_SHARING) latest.shift();
}

/** Most of its words are among what was done, and all its numbers: step 6 is not done with step 5. */
function close(holding: ReadonlyMap<string, readonly Open[]>, done: ReadonlySet<string>): void {
  const shared = new Map<Open, number>();
  for (const term of done) {
    for (const open of holding.get(term) ?? []) {
      if (mayBeDone(open, done)) shared.set(open, (shared.get(open) ?? 0) + 1);
    }
  }
  for (const [open, count] of shared) if (count >= open.terms.size * COVERED) open.isDone = true;
}

function mayBeDone({ isDone, numbers }: Open, done: ReadonlySet<string>): boolean {
  if (isDone) return false;
  for (const number of numbers) if (!done.has(number)) return false;
  return true;
}
