/** The few memories a moment may be about, found in one pass: by its words, by others for the same, by name and by its files. */

import type { Corpus, LeafAt } from "../index/corpus.ts";
import { fileTerm } from "../index/keys.ts";
import type { Row } from "../index/segment.ts";
import { docsWith } from "../rank/postings.ts";
import type { Visible } from "../rank/rank-leaves.ts";
import { tellingOf } from "./background.ts";
import { promptOf } from "./keys.ts";
import { namedIn } from "./named.ts";
import { Rarity } from "./rarity.ts";
import { promptWords, type SaidWords } from "./said.ts";
import { leavesTouched, mostWanted, type WantedTerm } from "./scan.ts";
import { type Evoked, evokedBy } from "./thesaurus.ts";

export interface MomentQuery {
  readonly prompt: string;
  readonly recent?: readonly string[];
  readonly tools?: readonly string[];
  /** Relative to the project, with `/`. */
  readonly files?: readonly string[];
  /** The files are about to be changed. */
  readonly isChange?: boolean;
  /** Sessions by their names: what they wrote themselves they know. */
  readonly writtenIn?: readonly string[];
}

/** A moment, weighed against a collection. */
export interface Weighed {
  readonly prompt: string;
  readonly said: SaidWords;
  readonly evoked: readonly Evoked[];
  readonly rarity: Rarity;
  readonly files: readonly string[];
  /** Words of the touched files' paths, by stem. */
  readonly pathWords: readonly string[];
  readonly isChange: boolean;
}

export interface MomentCandidate extends LeafAt {
  readonly doc: number;
  readonly row: Row;
  /** Words of its text, or of its best passage. */
  readonly length: number;
  /** The title or alias that was said. */
  readonly named: string | undefined;
  /** Does its text hold this term? */
  holds(term: string): boolean;
}

export const mostCandidates = 20;
const MOST_SAID = 16;
const MOST_NAMES = 3;
const MOST_OF_PATHS = 5;
/** A word in so many memories tells nothing apart, and costs. */
const TOO_MANY = 5_000;
/** So many places of words are looked at in all, the most telling first: a moment costs no more than a question. */
const MOST_LOOKED_AT = 25_000;
const MOST_ABOUT_A_FILE = 12;
const MOST_NAMED = 12;

export function weighed(corpus: Corpus, { prompt, files = [], isChange = false }: MomentQuery): Weighed {
  const said = promptWords(prompt);
  const pathWords = files.length === 0 ? [] : pathWordsOf(files);
  return { prompt, said, evoked: evokedBy(said.stems), rarity: new Rarity(corpus), files, pathWords, isChange };
}

export function candidatesFor(corpus: Corpus, moment: Weighed, most: number, visible: Visible): MomentCandidate[] {
  const wanted = wantedOf(moment);
  const bits = new Map(wanted.map(({ term }, bit) => [term, bit]));
  const named = namedIn(corpus, promptOf(moment.prompt), visible).slice(0, MOST_NAMED);
  const keys = new Map(named.map(({ part, doc, key }) => [`${part.nth}:${doc}`, key]));
  const byName = named.map(({ part, doc }) => corpus.firstLeaf(part, doc)!);
  const besides = [...byName, ...aboutFiles(corpus, moment.files, visible)];
  return leavesTouched(corpus, wanted, most, visible, besides).map(({ part, leaf, mask }) => {
    const doc = part.leaves.doc[leaf]!;
    const holds = (term: string) => {
      const bit = bits.get(term);
      return bit !== undefined && (mask & (2 ** bit)) !== 0;
    };
    const key = keys.get(`${part.nth}:${doc}`);
    return { part, leaf, doc, row: part.segment.row(doc), length: part.leaves.length[leaf]!, named: key, holds };
  });
}

/** Names written like code, the most telling words that were said, words of paths, and those others that are worth most here. */
function wantedOf({ said, evoked, rarity, pathWords }: Weighed): WantedTerm[] {
  const wanted = new Map<string, WantedTerm>();
  let looked = 0;
  const add = ({ stem, worth }: Worth, most: number) => {
    if (wanted.has(stem) || wanted.size >= most || worth <= 0) return;
    const count = rarity.count(stem);
    if (count === 0 || (wanted.size > 2 && (count > TOO_MANY || looked + count > MOST_LOOKED_AT))) return;
    looked += count;
    wanted.set(stem, { term: stem, adds: worth });
  };
  const termWorth = (stem: string, share: number): Worth => ({
    stem,
    worth: share * tellingOf(stem) * rarity.of(stem),
  });
  const own = [...said.words].map(([stem, share]) => termWorth(stem, share));
  for (const stem of said.joined) own.push(termWorth(stem, 1));
  const names = said.names.map((name) => ({ stem: name, worth: rarity.of(name) })).sort(byWorth);
  for (const one of names) add(one, MOST_NAMES);
  for (const one of own.sort(byWorth)) add(one, wanted.size < MOST_SAID ? MOST_SAID : 0);
  const paths = pathWords.map((stem) => termWorth(stem, 0.5)).sort(byWorth);
  for (const one of paths.slice(0, MOST_OF_PATHS)) add(one, mostWanted);
  const others = evoked.flatMap((group) =>
    group.terms.flatMap(({ stems, worth }) =>
      stems.map((stem) => ({ stem, worth: (0.6 * Math.min(group.worth, worth) * rarity.of(stem)) / stems.length })),
    ),
  );
  for (const one of others.sort(byWorth)) add(one, mostWanted);
  return [...wanted.values()];
}

interface Worth {
  readonly stem: string;
  readonly worth: number;
}

function byWorth(a: Worth, b: Worth): number {
  return b.worth - a.worth;
}

/** What so many memories are about is noise. */
function aboutFiles(corpus: Corpus, files: readonly string[], visible: Visible): LeafAt[] {
  const found: LeafAt[] = [];
  for (const path of new Set(files.flatMap((file) => [file, ...foldersOf(file)])))
    for (const [nth, docs] of docsWith(corpus, fileTerm(path)).entries()) {
      if (docs.size > MOST_ABOUT_A_FILE) continue;
      for (const doc of docs) {
        const first = corpus.firstLeaf(corpus.parts[nth]!, doc);
        if (first !== undefined && visible(first.part, first.leaf)) found.push(first);
      }
    }
  return found;
}

/** The folders a file lies in, the nearest first, as they may be written. */
export function foldersOf(file: string): string[] {
  const steps = file.split("/").slice(0, -1);
  return steps.flatMap((_, n) => {
    const folder = steps.slice(0, steps.length - n).join("/");
    return folder === "" ? [] : [folder, `${folder}/`];
  });
}

const ENDING = /\.[a-z0-9]{1,5}$/i;

function pathWordsOf(files: readonly string[]): string[] {
  return [...new Set(files.flatMap((file) => [...promptWords(file.replace(ENDING, "")).words.keys()]))];
}
