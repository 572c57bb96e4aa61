/**
 * Gathers terms leaf by leaf and prints dictionary and postings. A posting is the distance to the leaf before, whether
 * the term stands in the unit's names, and its frequency where that is above one.
 */

import { ByteWriter, sharedPrefix } from "./bytes.ts";

export const termBlock = 64;

interface Gathered {
  readonly bytes: ByteWriter;
  count: number;
  /** The last leaf written, one up, so that 0 is none. */
  written: number;
  /** Of the leaf that is open. */
  frequency: number;
  named: boolean;
}

export class TermsWriter {
  readonly #terms = new Map<string, Gathered>();
  #open: Gathered[] = [];
  #leaf = -1;

  add(term: string, leaf: number): void {
    this.#opened(term, leaf).frequency++;
  }

  addOnce(term: string, leaf: number): void {
    this.#opened(term, leaf).frequency = 1;
  }

  /** The term stands in the names of the unit. It counts only if the text has it too. */
  mark(term: string, leaf: number): void {
    this.#opened(term, leaf).named = true;
  }

  endLeaf(): void {
    for (const term of this.#open) {
      if (term.frequency > 0) {
        const distance = this.#leaf + 1 - term.written;
        const frequency = Math.min(term.frequency, 255);
        term.bytes.number(distance * 4 + (term.named ? 2 : 0) + (frequency > 1 ? 1 : 0));
        if (frequency > 1) term.bytes.byte(frequency);
        term.written = this.#leaf + 1;
        term.count++;
      }
      term.frequency = 0;
      term.named = false;
    }
    this.#open = [];
  }

  done(): { sparse: Uint8Array; dictionary: Uint8Array; postings: Uint8Array; count: number } {
    const dictionary = new ByteWriter();
    const postings = new ByteWriter();
    const sparse = new ByteWriter();
    const terms = [...this.#terms].filter(([, gathered]) => gathered.count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    let previous = Buffer.alloc(0);
    for (const [i, [term, { bytes, count }]] of terms.entries()) {
      const encoded = Buffer.from(term, "utf8");
      const starts = i % termBlock === 0;
      if (starts) {
        sparse.text(term);
        sparse.number(dictionary.length);
        sparse.number(postings.length);
      }
      const shared = starts ? 0 : sharedPrefix(previous, encoded);
      dictionary.number(shared);
      dictionary.number(encoded.length - shared);
      dictionary.bytes(encoded.subarray(shared));
      dictionary.number(count);
      dictionary.number(bytes.length);
      postings.bytes(bytes.done());
      previous = encoded;
    }
    return { sparse: sparse.done(), dictionary: dictionary.done(), postings: postings.done(), count: terms.length };
  }

  #opened(term: string, leaf: number): Gathered {
    this.#leaf = leaf;
    let gathered = this.#terms.get(term);
    if (gathered === undefined) {
      gathered = { bytes: new ByteWriter(8), count: 0, written: 0, frequency: 0, named: false };
      this.#terms.set(term, gathered);
    }
    if (gathered.frequency === 0 && !gathered.named) this.#open.push(gathered);
    return gathered;
  }
}
