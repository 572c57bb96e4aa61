/** The dictionary of a segment, read where needed: a sparse table in memory, one block of 64 terms a look-up. */

import { ByteReader, Damaged, textInBytes } from "./bytes.ts";

export interface TermEntry {
  /** How many leaves have it, deleted ones included. */
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

type Read = (offset: number, length: number) => Uint8Array;

export class TermsReader {
  readonly #sparse: DataView;
  readonly #blocks: number;
  readonly #size: number;
  readonly #read: Read;
  readonly #kept = new Map<number, Uint8Array>();

  constructor(sparse: Uint8Array, size: number, read: Read) {
    this.#sparse = new DataView(sparse.buffer, sparse.byteOffset, sparse.byteLength);
    this.#blocks = this.#sparse.getUint32(0, true);
    if (4 + this.#blocks * 12 > sparse.length) throw new Damaged("the table of terms ends too early");
    this.#size = size;
    this.#read = read;
  }

  /** Terms lie in order of their bytes, so what is shared with the one before tells most of them apart unread. */
  find(term: string): TermEntry | undefined {
    const wanted = Buffer.from(term, "utf8");
    const block = this.#blockOf(wanted);
    if (block < 0) return undefined;
    const reader = new ByteReader(this.#bytesOf(block));
    let offset = this.#row(block, 2);
    let same = 0;
    while (reader.at < reader.bytes.length) {
      const shared = reader.number();
      const length = reader.number();
      const from = reader.at;
      reader.at += length;
      const count = reader.number();
      const size = reader.number();
      if (shared < same) return undefined;
      if (shared === same) {
        same += sharedFrom(reader.bytes, from, length, wanted, shared);
        if (same === shared + length && same === wanted.length) return { count, offset, length: size };
      }
      offset += size;
    }
    return undefined;
  }

  /** The terms that begin so and are of one of these lengths, in order. The others are not even put together. */
  from(prefix: string, lengths: ReadonlySet<number>): string[] {
    const wanted = Buffer.from(prefix, "utf8");
    const found: string[] = [];
    for (let block = Math.max(0, this.#blockOf(wanted)); block < this.#blocks; block++)
      if (!this.#takeFrom(block, { wanted, lengths, found })) break;
    return found;
  }

  /** Every term in order, each in bytes of its own. */
  *all(): Generator<TermEntry & { readonly name: Uint8Array }> {
    let name = new Uint8Array();
    for (let block = 0; block < this.#blocks; block++) {
      const reader = new ByteReader(this.#bytesOf(block));
      let offset = this.#row(block, 2);
      while (reader.at < reader.bytes.length) {
        const shared = reader.number();
        const length = reader.number();
        const end = reader.at + length;
        if (end > reader.bytes.length || shared > name.length) throw new Damaged("a term ends too early");
        const next = new Uint8Array(shared + length);
        next.set(name.subarray(0, shared));
        next.set(reader.bytes.subarray(reader.at, end), shared);
        reader.at = end;
        name = next;
        const count = reader.number();
        const size = reader.number();
        yield { name, count, offset, length: size };
        offset += size;
      }
    }
  }

  /** The block a term would be in; -1 before the first. */
  #blockOf(term: Uint8Array): number {
    let low = 0;
    let high = this.#blocks;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isFirstAfter(middle, term)) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  /** Whether the first term of a block comes after another. */
  #isFirstAfter(block: number, term: Uint8Array): boolean {
    const start = 4 + this.#blocks * 12;
    const from = start + this.#row(block, 0);
    const to = block + 1 < this.#blocks ? start + this.#row(block + 1, 0) : this.#sparse.byteLength;
    for (let i = 0; from + i < to; i++) {
      if (i === term.length) return true;
      const difference = this.#sparse.getUint8(from + i) - term[i]!;
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  #row(block: number, column: 0 | 1 | 2): number {
    return this.#sparse.getUint32(4 + block * 12 + column * 4, true);
  }

  /** What was read stays, as long as it is little: prompts share most of their words. */
  #bytesOf(block: number): Uint8Array {
    const known = this.#kept.get(block);
    if (known !== undefined) return known;
    const offset = this.#row(block, 1);
    const bytes = this.#read(offset, (block + 1 < this.#blocks ? this.#row(block + 1, 1) : this.#size) - offset);
    if (this.#kept.size === MOST_KEPT) this.#kept.clear();
    this.#kept.set(block, bytes);
    return bytes;
  }

  /** False where the block goes beyond the terms that begin so. */
  #takeFrom(block: number, { wanted, lengths, found }: Taking): boolean {
    const reader = new ByteReader(this.#bytesOf(block));
    let term = new Uint8Array(SCRATCH);
    while (reader.at < reader.bytes.length) {
      const shared = reader.number();
      const length = reader.number();
      const end = shared + length;
      if (length > reader.bytes.length - reader.at || shared > term.length) throw new Damaged("a term ends too early");
      if (end > term.length) term = enlarged(term, end);
      for (let i = shared; i < end; i++) term[i] = reader.bytes[reader.at + i - shared]!;
      reader.at += length;
      reader.number();
      reader.number();
      const order = compareBeginning(term, end, wanted);
      if (order > 0) return false;
      if (order === 0 && lengths.has(unitsIn(term, end))) found.push(textInBytes(term, 0, end));
    }
    return true;
  }
}

const SCRATCH = 128;
/** Blocks of some 500 bytes. */
const MOST_KEPT = 1_000;

interface Taking {
  readonly wanted: Uint8Array;
  readonly lengths: ReadonlySet<number>;
  readonly found: string[];
}

function enlarged(bytes: Uint8Array, atLeast: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * atLeast);
  larger.set(bytes);
  return larger;
}

/** 0 where a term of so many bytes begins so; else whether it lies before or behind all that do. */
function compareBeginning(term: Uint8Array, length: number, beginning: Uint8Array): number {
  for (let i = 0; i < beginning.length; i++) {
    if (i === length) return -1;
    const difference = term[i]! - beginning[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The length of a text as a string has it. */
function unitsIn(bytes: Uint8Array, end: number): number {
  let units = 0;
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < 0x80 || byte > 0xbf) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** How many bytes from a place on are those of a term from another place on. */
function sharedFrom(bytes: Uint8Array, from: number, length: number, term: Uint8Array, at: number): number {
  let i = 0;
  while (i < length && bytes[from + i] === term[at + i]) i++;
  return i;
}
