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
  at: Term;
}

/** In order; those that no living leaf has are left out. Loops over a few cursors, once for each of very many terms. */
export function* mergedTerms(parts: readonly TermsOf[]): Generator<GatheredTerm> {
  const cursors: Cursor[] = [];
  for (const part of parts) {
    const { value } = part.terms.next();
    if (value !== undefined) cursors.push({ ...part, at: value });
  }
  while (cursors.length > 0) {
    const name = firstName(cursors);
    const found: number[] = [];
    let having = 0;
    for (let n = cursors.length - 1; n >= 0; n--) {
      const cursor = cursors[n]!;
      if (Buffer.compare(cursor.at.name, name) !== 0) continue;
      addPostings(cursor.at.postings, cursor.leaves, found);
      having++;
      const { value } = cursor.terms.next();
      if (value === undefined) cursors.splice(n, 1);
      else cursor.at = value;
    }
    const { count, bytes, length } = gatheredIn(having === 1 ? found : Float64Array.from(found).sort());
    if (count > 0) yield { name, count, postings: bytes.subarray(0, length) };
  }
}

function firstName(cursors: readonly Cursor[]): Uint8Array {
  let { name } = cursors[0]!.at;
  for (let n = 1; n < cursors.length; n++)
    if (Buffer.compare(cursors[n]!.at.name, name) < 0) name = cursors[n]!.at.name;
  return name;
}

/** A posting holds its leaf and how often the term occurs there, at most 255 times. */
const FREQUENCIES = 256;

function gatheredIn(postings: ArrayLike<number>): Gathered {
  const term = new Gathered();
  for (let n = 0; n < postings.length; n++) {
    term.frequency = postings[n]! % FREQUENCIES;
    term.put(Math.floor(postings[n]! / FREQUENCIES));
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
