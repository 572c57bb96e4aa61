/** The terms of several segments as those of one, their postings told in its leaves. Pure. */

import { ByteReader } from "./bytes.ts";
import { Gathered, type GatheredTerm } from "./terms-writer.ts";

interface Term {
  readonly name: Uint8Array;
  readonly postings: Uint8Array;
}

interface TermsOf {
  /** In order. */
  readonly terms: Iterator<Term, void>;
  /** Where each leaf is in the whole; -1 where it is not. Leaves keep their order. */
  readonly leaves: Int32Array;
}

interface Cursor extends TermsOf {
  readonly at: Term;
}

/** In order; those that no living leaf has are left out. */
export function* mergedTerms(parts: readonly TermsOf[]): Generator<GatheredTerm> {
  let cursors = parts.flatMap(next);
  while (cursors.length > 0) {
    const { name } = cursors.reduce(firstByName).at;
    const having = cursors.filter(({ at }) => Buffer.compare(at.name, name) === 0);
    const term = gatheredIn(having);
    if (term.count > 0) yield { name, count: term.count, postings: term.bytes.subarray(0, term.length) };
    cursors = cursors.flatMap((cursor) => (having.includes(cursor) ? next(cursor) : [cursor]));
  }
}

function next({ terms, leaves }: TermsOf): Cursor[] {
  const { value } = terms.next();
  return value === undefined ? [] : [{ terms, leaves, at: value }];
}

function firstByName(a: Cursor, b: Cursor): Cursor {
  return Buffer.compare(b.at.name, a.at.name) < 0 ? b : a;
}

/** A posting holds its leaf and how often the term occurs there, at most 255 times. */
const FREQUENCIES = 256;

function gatheredIn(cursors: readonly Cursor[]): Gathered {
  const found: number[] = [];
  for (const { at, leaves } of cursors) addPostings(at.postings, leaves, found);
  const postings = cursors.length === 1 ? found : Float64Array.from(found).sort();
  const term = new Gathered();
  for (const posting of postings) {
    term.frequency = posting % FREQUENCIES;
    term.put(Math.floor(posting / FREQUENCIES));
  }
  return term;
}

function addPostings(postings: Uint8Array, leaves: Int32Array, found: number[]): void {
  const reader = new ByteReader(postings);
  for (let leaf = -1; reader.at < postings.length; ) {
    const step = reader.number();
    leaf += step >>> 1;
    const frequency = (step & 1) === 1 ? postings[reader.at++]! : 1;
    const place = leaves[leaf]!;
    if (place >= 0) found.push(place * FREQUENCIES + frequency);
  }
}
