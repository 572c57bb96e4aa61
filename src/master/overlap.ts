/** Which of many texts say what another says, without comparing each with each: by the words they share. Pure. */

import { isMostlyShared } from "../text/likeness.ts";

/** Words so common tell nothing apart; skipping them bounds the work. */
const MOST_POSTINGS = 60;
/** Of a text's words, so many are looked up. */
const PROBES = 3;
/** So few are asked one by one: most numbers stand in one text alone. */
const FEW = 4;

interface Termed {
  readonly terms: ReadonlySet<string>;
}

export class Overlaps<T extends Termed> {
  readonly #all = new Postings<T>();
  /** The same, apart by the numbers in a text: a port or a version is what a statement is about. */
  readonly #alike = new Map<string, Postings<T>>();

  add(entry: T): void {
    const numbers = numbersIn(entry.terms);
    const known = this.#alike.get(numbers);
    const alike = known ?? new Postings<T>();
    if (known === undefined) this.#alike.set(numbers, alike);
    alike.add(entry);
    this.#all.add(entry);
  }

  /** In the order they were added, those that hold all the words. */
  holding(words: readonly string[]): readonly T[] {
    const [first, ...rest] = words;
    const found = first === undefined ? [] : (this.#all.of(first) ?? []);
    return found.filter(({ terms }) => rest.every((word) => terms.has(word)));
  }

  /** One with most words of the shorter one, the same numbers and a like length, of which it holds that it says what is asked. */
  same(terms: ReadonlySet<string>, from: number, says: (entry: T) => boolean): T | undefined {
    const alike = this.#alike.get(numbersIn(terms));
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
}

/** Texts by their words, the first of each word; put in order when somebody asks for a word. */
class Postings<T extends Termed> {
  readonly #entries: T[] = [];
  readonly #byTerm = new Map<string, T[]>();
  #placed = 0;

  add(entry: T): void {
    this.#entries.push(entry);
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

function numbersIn(terms: ReadonlySet<string>): string {
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
