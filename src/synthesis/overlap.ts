/** Which of many texts say what another says, without comparing each with each: by the words they share. Pure. */

import { overlapOf } from "./subject.ts";

/** Words so common tell nothing apart; skipping them bounds the work. */
const MOST_POSTINGS = 200;

export interface Termed {
  readonly terms: ReadonlySet<string>;
}

export class Overlaps<T extends Termed> {
  readonly #postings = new Map<string, T[]>();

  add(entry: T): void {
    for (const term of entry.terms) {
      const list = this.#postings.get(term);
      if (list === undefined) this.#postings.set(term, [entry]);
      else if (list.length < MOST_POSTINGS) list.push(entry);
    }
  }

  /** In the order they were added, those that hold all the words. */
  holding(words: readonly string[]): readonly T[] {
    const [first, ...rest] = words;
    const found = first === undefined ? [] : (this.#postings.get(first) ?? []);
    return found.filter(({ terms }) => rest.every((word) => terms.has(word)));
  }

  /** The first that says the same: most words of the shorter one, and the two of like length. */
  same(terms: ReadonlySet<string>, from: number): T | undefined {
    const seen = new Set<T>();
    for (const term of terms) {
      for (const entry of this.#postings.get(term) ?? []) {
        if (seen.has(entry)) continue;
        seen.add(entry);
        if (overlapOf(entry.terms, terms) >= from && isLikeLong(entry.terms, terms) && sameNumbers(entry.terms, terms))
          return entry;
      }
    }
    return undefined;
  }
}

function isLikeLong(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return Math.min(one.size, other.size) * 2 >= Math.max(one.size, other.size);
}

/** A port or a version is what a statement is about. */
function sameNumbers(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const hasAll = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
    [...some].every((term) => !/\d/.test(term) || all.has(term));
  return hasAll(one, other) && hasAll(other, one);
}
