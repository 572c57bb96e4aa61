/** Which of many texts say what another says, without comparing each with each: by the words they share. Pure. */

import { overlap } from "./subject.ts";

/** Words so common tell nothing apart; skipping them bounds the work. */
const MOST_POSTINGS = 60;
/** Of a text's words, so many are looked up. */
const PROBES = 3;

export interface Termed {
  readonly terms: ReadonlySet<string>;
}

export class Overlaps<T extends Termed> {
  readonly #holding = new Map<string, T[]>();
  /** The same, apart by the numbers in a text: a port or a version is what a statement is about. */
  readonly #alike = new Map<string, Map<string, T[]>>();

  add(entry: T): void {
    const alike = this.#withNumbers(numbersIn(entry.terms));
    for (const term of entry.terms) {
      put(this.#holding, term, entry);
      put(alike, term, entry);
    }
  }

  /** In the order they were added, those that hold all the words. */
  holding(words: readonly string[]): readonly T[] {
    const [first, ...rest] = words;
    const found = first === undefined ? [] : (this.#holding.get(first) ?? []);
    return found.filter(({ terms }) => rest.every((word) => terms.has(word)));
  }

  /** One with most words of the shorter one, the same numbers and a like length, of which it holds that it says what is asked. */
  same(terms: ReadonlySet<string>, from: number, says: (entry: T) => boolean): T | undefined {
    const alike = this.#alike.get(numbersIn(terms));
    if (alike === undefined) return undefined;
    const lists: T[][] = [];
    for (const term of terms) {
      const list = alike.get(term);
      if (list !== undefined) lists.push(list);
    }
    // Two that say the same share what is rare, or next to nothing that tells them apart from others.
    for (const list of lists.sort((a, b) => a.length - b.length).slice(0, PROBES)) {
      const same = list.find(
        (entry) => isLikeLong(entry.terms, terms) && overlap(entry.terms, terms, from) && says(entry),
      );
      if (same !== undefined) return same;
    }
    return undefined;
  }

  #withNumbers(numbers: string): Map<string, T[]> {
    const known = this.#alike.get(numbers);
    if (known !== undefined) return known;
    const begun = new Map<string, T[]>();
    this.#alike.set(numbers, begun);
    return begun;
  }
}

function put<T>(postings: Map<string, T[]>, key: string, entry: T): void {
  const list = postings.get(key);
  if (list === undefined) postings.set(key, [entry]);
  else if (list.length < MOST_POSTINGS) list.push(entry);
}

function isLikeLong(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return Math.min(one.size, other.size) * 2 >= Math.max(one.size, other.size);
}

function numbersIn(terms: ReadonlySet<string>): string {
  const numbers: string[] = [];
  for (const term of terms) if (hasDigit(term)) numbers.push(term);
  return numbers.length < 2 ? (numbers[0] ?? "") : numbers.sort().join(" ");
}

function hasDigit(term: string): boolean {
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}
