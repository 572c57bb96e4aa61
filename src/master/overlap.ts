/** Which of many texts say what another says, without comparing each with each: by the words they share. Pure. */

import { isMostlyShared } from "../text/likeness.ts";

/** Words so common tell nothing apart; skipping them bounds the work. */
const MOST_POSTINGS = 60;
/** Of a text's words, so many are looked up. */
const PROBES = 3;
/** So few are asked one by one: most numbers stand in one text alone. */
const FEW = 4;
/** For so few questions the texts are gone through: to part thousands of them by their numbers takes longer. */
const FEW_QUESTIONS = 6;

interface Termed {
  readonly terms: ReadonlySet<string>;
  /** See `numbersIn`; worked out where it is not known. */
  readonly numbers?: string | undefined;
  /** Whether these are its numbers, told without putting them together. */
  hasNumbers?(numbers: string): boolean;
}

/** Over a list that may grow: what came to it is put in order when somebody asks. */
export class Overlaps<T extends Termed> {
  readonly #entries: readonly T[];
  readonly #all: Postings<T>;
  /** The same, apart by the numbers in a text: a port or a version is what a statement is about. */
  readonly #alike = new Map<string, T[]>();
  readonly #postings = new Map<string, Postings<T>>();
  #placed = 0;
  #questions = 0;

  constructor(entries: readonly T[]) {
    this.#entries = entries;
    this.#all = new Postings(entries);
  }

  /** In the order of the list, those that hold all the words. */
  holding(words: readonly string[]): readonly T[] {
    const [first, ...rest] = words;
    const found = first === undefined ? [] : (this.#all.of(first) ?? []);
    return found.filter(({ terms }) => rest.every((word) => terms.has(word)));
  }

  /** One with most words of the shorter one, the same numbers and a like length, of which it holds that it says what is asked. */
  same({ terms, numbers = numbersIn(terms) }: Termed, from: number, says: (entry: T) => boolean): T | undefined {
    const alike = ++this.#questions > FEW_QUESTIONS ? this.#alikeWith(numbers) : this.#goneThrough(numbers);
    if (alike === undefined) return undefined;
    const lists: (readonly T[])[] = [];
    for (const term of terms) {
      const list = alike.of(term);
      if (list !== undefined) lists.push(list);
    }
    // Two that say the same share what is rare, or next to nothing that tells them apart from others.
    for (const list of lists.sort((a, b) => a.length - b.length).slice(0, PROBES)) {
      const same = list.find(
        (entry) => isLikeLong(entry.terms, terms) && isMostlyShared(entry.terms, terms, from) && says(entry),
      );
      if (same !== undefined) return same;
    }
    return undefined;
  }

  #goneThrough(numbers: string): Postings<T> | undefined {
    const alike: T[] = [];
    for (const entry of this.#entries) if (hasNumbers(entry, numbers)) alike.push(entry);
    return alike.length === 0 ? undefined : new Postings(alike);
  }

  #alikeWith(numbers: string): Postings<T> | undefined {
    for (; this.#placed < this.#entries.length; this.#placed++) {
      const entry = this.#entries[this.#placed] as T;
      const own = entry.numbers ?? numbersIn(entry.terms);
      const alike = this.#alike.get(own);
      if (alike === undefined) this.#alike.set(own, [entry]);
      else alike.push(entry);
    }
    const alike = this.#alike.get(numbers);
    if (alike === undefined) return undefined;
    const postings = this.#postings.get(numbers) ?? new Postings(alike);
    this.#postings.set(numbers, postings);
    return postings;
  }
}

function hasNumbers(entry: Termed, numbers: string): boolean {
  return entry.hasNumbers?.(numbers) ?? (entry.numbers ?? numbersIn(entry.terms)) === numbers;
}

/** Texts by their words, the first of each word; put in order when somebody asks for a word. */
class Postings<T extends Termed> {
  readonly #entries: readonly T[];
  readonly #byTerm = new Map<string, T[]>();
  #placed = 0;

  constructor(entries: readonly T[]) {
    this.#entries = entries;
  }

  /** Undefined where none has it. */
  of(term: string): readonly T[] | undefined {
    if (this.#entries.length <= FEW) return this.#among(term);
    for (; this.#placed < this.#entries.length; this.#placed++) this.#place(this.#entries[this.#placed] as T);
    return this.#byTerm.get(term);
  }

  #among(term: string): readonly T[] | undefined {
    const list = this.#entries.filter(({ terms }) => terms.has(term));
    return list.length === 0 ? undefined : list;
  }

  #place(entry: T): void {
    for (const term of entry.terms) {
      const list = this.#byTerm.get(term);
      if (list === undefined) this.#byTerm.set(term, [entry]);
      else if (list.length < MOST_POSTINGS) list.push(entry);
    }
  }
}

function isLikeLong(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return Math.min(one.size, other.size) * 2 >= Math.max(one.size, other.size);
}

/** Those of the words that have a number in them, as one key. */
export function numbersIn(terms: ReadonlySet<string>): string {
  const numbers = numbersAmong(terms);
  return numbers.length < 2 ? (numbers[0] ?? "") : numbers.sort().join(" ");
}

const DIGIT = /[0-9]/;

/** Those of the words that have a number in them. */
export function numbersAmong(terms: ReadonlySet<string>): string[] {
  const numbers: string[] = [];
  for (const term of terms) if (DIGIT.test(term)) numbers.push(term);
  return numbers;
}
