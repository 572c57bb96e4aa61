/**
 * Groups of terms by which engineers say the same thing. The table is one text and is searched as it stands: only the
 * lines a prompt evokes are taken apart. Pure.
 */

import { tellingOf } from "./background.ts";
import { thesaurusTable } from "./thesaurus-table.ts";

/** A group one of whose terms was said. */
export interface Evoked {
  readonly group: number;
  /** The words that were said, by stem. */
  readonly said: readonly string[];
  /** What the said term and the group are worth. */
  readonly worth: number;
  /** What would count as the same, each a word or a phrase, by stem. */
  readonly terms: readonly Term[];
}

interface Term {
  readonly stems: readonly string[];
  readonly worth: number;
}

const LONGEST_PHRASE = 5;
const LARGE_GROUP = 8;
const LARGE_COUNTS = 0.8;
/** A phrase says more than its words do one by one. */
const LEAST_OF_PHRASE = 0.45;

/** Every group some word or phrase of these stems belongs to, each once, by the term that is worth most. */
export function evokedBy(stems: readonly string[]): Evoked[] {
  const found = new Map<number, Evoked>();
  for (let from = 0; from < stems.length; from++) {
    const longest = beginsPhrase(stems[from]!) ? LONGEST_PHRASE : 1;
    for (let length = Math.min(longest, stems.length - from); length > 0; length--) {
      const said = stems.slice(from, from + length);
      for (const evoked of groupsWith(said)) {
        const other = found.get(evoked.group);
        if (other === undefined || evoked.worth > other.worth) found.set(evoked.group, evoked);
      }
    }
  }
  return [...found.values()];
}

const beginning = new Map<string, boolean>();

function beginsPhrase(stem: string): boolean {
  const known = beginning.get(stem);
  if (known !== undefined) return known;
  if (beginning.size >= MOST_LOOKED) beginning.clear();
  const begins = thesaurusTable.includes(`|${stem} `);
  beginning.set(stem, begins);
  return begins;
}

const looked = new Map<string, readonly Evoked[]>();
const MOST_LOOKED = 2_000;

function groupsWith(said: readonly string[]): readonly Evoked[] {
  const term = said.join(" ");
  const known = looked.get(term);
  if (known !== undefined) return known;
  const groups: Evoked[] = [];
  const wanted = `|${term}|`;
  for (let at = thesaurusTable.indexOf(wanted); at >= 0; at = thesaurusTable.indexOf(wanted, at + 1)) {
    const from = thesaurusTable.lastIndexOf("\n", at) + 1;
    const line = thesaurusTable.slice(from, thesaurusTable.indexOf("\n", at));
    const evoked = evokedIn(line, from, said, at - from);
    if (evoked !== undefined) groups.push(evoked);
  }
  if (looked.size >= MOST_LOOKED) looked.clear();
  looked.set(term, groups);
  return groups;
}

/** A line is `weight|term|term|`, or `weight|term|>|term|` where only what stands before the arrow counts as the rest. */
function evokedIn(line: string, group: number, said: readonly string[], at: number): Evoked | undefined {
  const arrow = line.indexOf("|>|");
  if (arrow >= 0 && at >= arrow) return undefined;
  const [weight = "1", ...all] = line.slice(0, -1).split("|");
  const own = said.join(" ");
  const others = (arrow < 0 ? all : all.slice(all.indexOf(">") + 1)).filter((term) => term !== own);
  const terms = others.map((term) => ({ stems: term.split(" "), worth: termWorth(term.split(" ")) }));
  const size = all.length > LARGE_GROUP ? LARGE_COUNTS : 1;
  return {
    group,
    said,
    worth: termWorth(said),
    terms: terms.map((one) => ({ ...one, worth: one.worth * Number(weight) * size })),
  };
}

function termWorth(stems: readonly string[]): number {
  if (stems.length === 1) return tellingOf(stems[0]!);
  const sum = stems.reduce((total, stem) => total + tellingOf(stem), 0);
  return Math.max(LEAST_OF_PHRASE, sum / stems.length);
}
