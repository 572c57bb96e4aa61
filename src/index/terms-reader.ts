/** The dictionary of a segment, read where needed: a sparse table in memory, one block of 64 terms a look-up. */

import { ByteReader, textIn } from "./bytes.ts";

export interface TermEntry {
  /** How many leaves have it, deleted ones included. */
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

interface Block {
  readonly first: string;
  readonly offset: number;
  readonly postings: number;
}

export class TermsReader {
  readonly #blocks: readonly Block[];
  readonly #size: number;
  readonly #read: (offset: number, length: number) => Uint8Array;

  constructor(sparse: Uint8Array, size: number, read: (offset: number, length: number) => Uint8Array) {
    const reader = new ByteReader(sparse);
    const blocks: Block[] = [];
    while (reader.at < sparse.length)
      blocks.push({ first: reader.text(), offset: reader.number(), postings: reader.number() });
    this.#blocks = blocks;
    this.#size = size;
    this.#read = read;
  }

  find(term: string): TermEntry | undefined {
    for (const found of this.#block(this.#blockOf(term))) {
      if (found.term === term) return found.entry;
      if (found.term > term) return undefined;
    }
    return undefined;
  }

  *from(prefix: string): Generator<{ term: string; entry: TermEntry }> {
    for (let i = Math.max(0, this.#blockOf(prefix)); i < this.#blocks.length; i++) {
      for (const found of this.#block(i)) {
        if (found.term.startsWith(prefix)) yield found;
        else if (found.term > prefix) return;
      }
    }
  }

  /** The block a term would be in; -1 before the first. */
  #blockOf(term: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle]!.first <= term) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  *#block(i: number): Generator<{ term: string; entry: TermEntry }> {
    const block = this.#blocks[i];
    if (block === undefined) return;
    const end = this.#blocks[i + 1]?.offset ?? this.#size;
    const bytes = this.#read(block.offset, end - block.offset);
    const reader = new ByteReader(bytes);
    let offset = block.postings;
    let term = Buffer.alloc(0);
    while (reader.at < bytes.length) {
      const shared = reader.number();
      const length = reader.number();
      term = Buffer.concat([term.subarray(0, shared), bytes.subarray(reader.at, reader.at + length)]);
      reader.at += length;
      const entry = { count: reader.number(), offset, length: reader.number() };
      yield { term: textIn(term, 0, term.length), entry };
      offset += entry.length;
    }
  }
}
