/**
 * Gathers terms leaf by leaf and prints dictionary and postings. A posting is the distance to the leaf before, whether
 * the term occurs more than once, and how often if so.
 */

import { termOf } from "../../text/analyse.ts";
import { ByteWriter, sharedPrefix } from "./bytes.ts";
import { keyTerms } from "./keys.ts";

const termBlock = 64;
/** Signs whose order as strings is not that of their bytes. */
const BEYOND = /[\ud800-\uffff]/;

/** Postings of one term, in its own small buffer while they are gathered. */
export class Gathered {
  bytes = new Uint8Array(8);
  length = 0;
  count = 0;
  /** The last leaf written, one up, so that 0 is none. */
  written = 0;
  /** In the leaf that is open. */
  frequency = 0;

  put(leaf: number): void {
    if (this.length + 6 > this.bytes.length) this.#grow();
    const { bytes } = this;
    let value = (leaf + 1 - this.written) * 2 + (this.frequency > 1 ? 1 : 0);
    while (value > 0x7f) {
      bytes[this.length++] = (value & 0x7f) | 0x80;
      value >>>= 7;
    }
    bytes[this.length++] = value;
    if (this.frequency > 1) bytes[this.length++] = Math.min(this.frequency, 255);
    this.written = leaf + 1;
    this.count++;
    this.frequency = 0;
  }

  #grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

export interface PrintedTerms {
  readonly sparse: Uint8Array;
  readonly dictionary: Uint8Array;
  readonly postings: Uint8Array;
  readonly count: number;
}

export class TermsWriter {
  readonly #terms = new Map<string, Gathered>();
  /** By words as they stand; none of stop words. */
  readonly #byWord = new Map<string, Gathered | undefined>();
  /** By words of keys. */
  readonly #byKey = new Map<string, readonly Gathered[]>();
  readonly #open: Gathered[] = [];

  /** One more of the leaf that is open. */
  add(term: string): void {
    this.#opened(this.#gathered(term)).frequency++;
  }

  /** The same of a plain word; false of a stop word. */
  addWord(word: string): boolean {
    let gathered = this.#byWord.get(word);
    if (gathered === undefined) {
      if (this.#byWord.has(word)) return false;
      const term = termOf(word);
      gathered = term === undefined ? undefined : this.#gathered(term);
      this.#byWord.set(word, gathered);
      if (gathered === undefined) return false;
    }
    this.#opened(gathered).frequency++;
    return true;
  }

  addOnce(term: string): void {
    this.#opened(this.#gathered(term)).frequency = 1;
  }

  /** A word of a key of the leaf that is open. */
  addKey(word: string): void {
    let gathered = this.#byKey.get(word);
    if (gathered === undefined) {
      gathered = keyTerms(word).map((term) => this.#gathered(term));
      this.#byKey.set(word, gathered);
    }
    for (const one of gathered) this.#opened(one).frequency = 1;
  }

  endLeaf(leaf: number): void {
    for (const term of this.#open) term.put(leaf);
    this.#open.length = 0;
  }

  done(): PrintedTerms {
    // In order of their bytes, which is that of the strings but for the rarest signs.
    const names = [...this.#terms.keys()].sort();
    if (names.some((name) => BEYOND.test(name))) names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const terms = names.map((term) => {
      const { count, bytes, length } = this.#terms.get(term)!;
      return { name: Buffer.from(term, "utf8"), count, postings: bytes.subarray(0, length) };
    });
    return printTerms(terms);
  }

  #gathered(term: string): Gathered {
    let gathered = this.#terms.get(term);
    if (gathered === undefined) {
      gathered = new Gathered();
      this.#terms.set(term, gathered);
    }
    return gathered;
  }

  #opened(gathered: Gathered): Gathered {
    if (gathered.frequency === 0) this.#open.push(gathered);
    return gathered;
  }
}

export interface GatheredTerm {
  readonly name: Uint8Array;
  /** How many leaves have it. */
  readonly count: number;
  readonly postings: Uint8Array;
}

/** In order of their bytes. The sparse table has a row for each block: where its first term, its terms and their postings are. */
export function printTerms(terms: Iterable<GatheredTerm>): PrintedTerms {
  const dictionary = new ByteWriter();
  const postings = new ByteWriter();
  const firsts = new ByteWriter();
  const rows: number[] = [];
  let i = 0;
  let before: Uint8Array = new Uint8Array();
  for (const { name, count, postings: bytes } of terms) {
    const starts = i++ % termBlock === 0;
    if (starts) {
      rows.push(firsts.length, dictionary.length, postings.length);
      firsts.bytes(name);
    }
    const shared = starts ? 0 : sharedPrefix(before, name);
    dictionary.number(shared);
    dictionary.number(name.length - shared);
    dictionary.bytes(name.subarray(shared));
    dictionary.number(count);
    dictionary.number(bytes.length);
    postings.bytes(bytes);
    before = name;
  }
  const table = Uint32Array.of(rows.length / 3, ...rows);
  const sparse = Buffer.concat([Buffer.from(table.buffer), firsts.done()]);
  return { sparse, dictionary: dictionary.done(), postings: postings.done(), count: i };
}
