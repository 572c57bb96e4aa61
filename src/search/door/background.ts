/** How telling a word is by itself, before anything is known of this project: 1 for a rare word, little for a common one. */

import { stopWords } from "../../text/stop-words.ts";
import { backgroundRows } from "./background-table.ts";

/** Words of any work at all, whatever it is about. */
const WORK = new Set(
  `add address adjust allow appli appear ask behaviour bring bug build call case chang check clean code copi correct creat
  delet do edit ensur exist extract feat file find fix follow get give go handl happen hide implement improv includ
  introduc issu keep line look make miss move need new open option pass problem provid put refactor regress remov renam
  replac return revert run save see set show simplifi start stop support swap switch take tell test thing tidi tri turn
  tweak unus updat us want work write`.split(/\s+/),
);
/** Said in passing. */
const FILLERS = new Set(
  "ok pleas thank hello hi hey yes also alway now again today just one two first next last good great sure well onc three four five six seven eight nine ten second third".split(
    " ",
  ),
);
const WORK_COUNTS = 0.4;
const FILLER_COUNTS = 0.25;
const NUMBER = /^\d+$/;
const NUMBER_COUNTS = 0.5;
/** Only as a part of a phrase. */
const STOP_WORD_COUNTS = 0.2;

const known = new Map<string, number>();

/** Looked for in the rows as they are: most processes ask for a few dozen words and end. */
export function tellingOf(stem: string): number {
  const seen = known.get(stem);
  if (seen !== undefined) return seen;
  if (stopWords.has(stem)) return STOP_WORD_COUNTS;
  if (NUMBER.test(stem)) return NUMBER_COUNTS;
  const factor = WORK.has(stem) ? WORK_COUNTS : FILLERS.has(stem) ? FILLER_COUNTS : 1;
  const weight = factor * rowOf(stem);
  known.set(stem, weight);
  return weight;
}

function rowOf(stem: string): number {
  const wanted = ` ${stem} `;
  const row = backgroundRows.findIndex((stems) => stems.includes(wanted));
  return row < 0 ? 1 : row / backgroundRows.length;
}
