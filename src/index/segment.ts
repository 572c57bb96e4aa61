/**
 * A segment opened in place: one header, then only what an answer needs, by positioned reads. Columns are read into
 * memory of this process on first use, so that deletions may be marked in them; the file itself never changes.
 */

import { pathBlock, rowSize } from "./build-segment.ts";
import { ByteReader, Damaged, hash53, type Readable, textIn } from "./bytes.ts";
import { openingLength } from "./keys.ts";
import { type Header, readHeader, type SectionName, viewOf } from "./layout.ts";
import { comparePaths, folderOf } from "./paths.ts";
import { type TermEntry, TermsReader } from "./terms-reader.ts";
import type { SegmentTotals } from "./totals.ts";
import type { Sort, Stamp } from "./unit.ts";

/** One file as the index has it. */
export interface Row {
  /** Read when asked for. */
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly sort: Sort;
  readonly session: string | undefined;
  readonly supersededBy: string | undefined;
  readonly keys: readonly string[];
  readonly tags: readonly string[];
  readonly files: readonly string[];
  readonly kind: string;
  readonly scope: string;
  readonly trust: string;
  readonly status: "active" | "retired" | "archived";
  /** Minutes since 1970. */
  readonly created: number;
  readonly updated: number;
  /** First half of the SHA-256, hex. */
  readonly hash: string;
  /** How many words its beginning has, and the hashes of the first of them. */
  readonly openingWords: number;
  readonly opening: readonly number[];
}

export interface LeafColumns {
  readonly group: Uint32Array;
  readonly doc: Uint32Array;
  readonly time: Uint32Array;
  readonly length: Uint16Array;
  readonly flags: Uint16Array;
  readonly speaker: Uint16Array;
}

export interface GroupColumns {
  readonly key: Float64Array;
  /** One more than there are groups: a group ends where the next starts. */
  readonly start: Uint32Array;
  readonly turnEnd: Uint32Array;
  readonly turnLength: Uint32Array;
  readonly memoryLength: Uint32Array;
  readonly userLength: Uint32Array;
  readonly time: Uint32Array;
  readonly sortedTime: Uint32Array;
  readonly hasTurns: Uint8Array;
}

interface NamesOf {
  readonly speakers: readonly string[];
  readonly kinds: readonly string[];
  readonly scopes: readonly string[];
  readonly trusts: readonly string[];
  readonly totals: SegmentTotals;
}

const statuses = ["active", "retired", "archived"] as const;

export class Segment {
  readonly header: Header;
  readonly #file: Readable;
  #leaves: LeafColumns | undefined;
  #groups: GroupColumns | undefined;
  #names: NamesOf | undefined;
  #terms: TermsReader | undefined;
  #docs: DataView | undefined;
  #pathOffsets: Uint32Array | undefined;

  /** Throws `Damaged` unless the file is a whole segment of this version. */
  constructor(file: Readable) {
    this.#file = file;
    this.header = readHeader(file);
  }

  get size(): number {
    return this.#file.size;
  }

  get leaves(): LeafColumns {
    this.#leaves ??= this.#readLeaves();
    return this.#leaves;
  }

  get groups(): GroupColumns {
    this.#groups ??= this.#readGroups();
    return this.#groups;
  }

  get names(): NamesOf {
    this.#names ??= JSON.parse(textOf(this.#section("names"))) as NamesOf;
    return this.#names;
  }

  term(term: string): TermEntry | undefined {
    return this.#dictionary.find(term);
  }

  /** The terms that begin so, in order. */
  termsFrom(prefix: string): Iterable<{ term: string; entry: TermEntry }> {
    return this.#dictionary.from(prefix);
  }

  postings({ offset, length }: TermEntry): Uint8Array {
    return this.#read("postings", offset, length);
  }

  /** What filters ask of a document: numbers of `names`, and minutes. */
  facts(doc: number): { kind: number; scope: number; updated: number } {
    this.#docs ??= viewOf(this.#section("docs"));
    const at = doc * rowSize;
    return {
      kind: this.#docs.getUint8(at + 12),
      scope: this.#docs.getUint8(at + 13),
      updated: this.#docs.getUint32(at + 8, true),
    };
  }

  path(doc: number): string {
    const [path] = this.#pathsBetween(doc, doc + 1);
    if (path === undefined) throw new Damaged("no such document");
    return path;
  }

  /** Every path, in order. */
  paths(): string[] {
    return this.#pathsBetween(0, this.header.docs);
  }

  /** Whole blocks are read, since a path is coded by what it shares with the one before. */
  #pathsBetween(from: number, to: number): string[] {
    this.#pathOffsets ??= this.#readPathOffsets();
    const first = Math.floor(from / pathBlock);
    const start = alignedTo8(this.#pathOffsets.byteLength);
    const begin = this.#pathOffsets[first];
    if (begin === undefined || to > this.header.docs) return [];
    const end = this.#pathOffsets[Math.ceil(to / pathBlock)] ?? this.header.places.paths.length - start;
    return pathsIn(this.#read("paths", start + begin, end - begin), from - first * pathBlock, to - first * pathBlock);
  }

  /** The document with this path, or -1. */
  find(path: string): number {
    const doc = this.#firstFrom((other) => comparePaths(other, path) < 0);
    return doc < this.header.docs && this.path(doc) === path ? doc : -1;
  }

  /** The documents that lie in this very folder: from, and up to but without. */
  range(folder: string): [from: number, to: number] {
    return [this.#firstFrom((path) => folderOf(path) < folder), this.#firstFrom((path) => folderOf(path) <= folder)];
  }

  /** The first document whose path is no longer before. */
  #firstFrom(isBefore: (path: string) => boolean): number {
    let low = 0;
    let high = this.header.docs;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.path(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Path and stamp of a range of documents, read in one go. */
  stamped(from: number, to: number): { doc: number; path: string; stamp: Stamp }[] {
    if (to <= from) return [];
    const stamps = new BigUint64Array(copyOf(this.#read("stamps", from * 32, (to - from) * 32)));
    return this.#pathsBetween(from, to).map((path, i) => ({ doc: from + i, path, stamp: stampIn(stamps, i * 4) }));
  }

  stamp(doc: number): Stamp {
    return stampIn(new BigUint64Array(copyOf(this.#read("stamps", doc * 32, 32))), 0);
  }

  /** Documents with this id. */
  docsWithId(id: string): number[] {
    return this.docsWithIdHash(hash53(id));
  }

  docsWithIdHash(hash: number): number[] {
    const count = this.header.docs;
    const hashAt = (i: number) => viewOf(this.#read("ids", i * 8, 8)).getFloat64(0, true);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (hashAt(middle) < hash) low = middle + 1;
      else high = middle;
    }
    const docs: number[] = [];
    for (let i = low; i < count && hashAt(i) === hash; i++)
      docs.push(viewOf(this.#read("ids", alignedTo8(count * 8) + i * 4, 4)).getUint32(0, true));
    return docs;
  }

  /** Hash of an older id and the document that takes its place. */
  links(): { hash: number; doc: number }[] {
    const bytes = this.#section("links");
    const count = Math.floor(bytes.length / 12);
    const view = viewOf(bytes);
    return Array.from({ length: count }, (_, i) => ({
      hash: view.getFloat64(i * 8, true),
      doc: view.getUint32(count * 8 + i * 4, true),
    }));
  }

  row(doc: number): Row {
    const isLast = doc + 1 >= this.header.docs;
    const row = viewOf(this.#read("docs", doc * rowSize, isLast ? rowSize : 2 * rowSize));
    const from = row.getUint32(0, true);
    const end = isLast ? this.header.places.strings.length : row.getUint32(rowSize, true);
    const text = new ByteReader(this.#read("strings", from, end - from));
    const id = text.text();
    const title = text.text();
    const session = text.text() || undefined;
    const supersededBy = text.text() || undefined;
    const lists = [0, 1, 2].map(() => Array.from({ length: text.number() }, () => text.text()));
    const openingWords = text.number();
    const opening = Array.from(
      { length: Math.min(openingWords, openingLength) },
      () => text.bytes[text.at++]! + 256 * text.bytes[text.at++]!,
    );
    const { kinds, scopes, trusts } = this.names;
    const pathOf = () => this.path(doc);
    return {
      get path() {
        return pathOf();
      },
      id,
      title,
      session,
      supersededBy,
      keys: [id, title, ...lists[0]!],
      tags: lists[1]!,
      files: lists[2]!,
      created: row.getUint32(4, true),
      updated: row.getUint32(8, true),
      kind: kinds[row.getUint8(12)] ?? "",
      scope: scopes[row.getUint8(13)] ?? "",
      trust: trusts[row.getUint8(14)] ?? "",
      status: statuses[row.getUint8(15) & 3] ?? "active",
      sort: (row.getUint8(15) & 4) !== 0 ? "turns" : "memory",
      hash: Buffer.from(row.buffer, row.byteOffset + 16, 16).toString("hex"),
      openingWords,
      opening,
    };
  }

  get #dictionary(): TermsReader {
    this.#terms ??= new TermsReader(this.#section("sparse"), this.header.places.terms.length, (offset, length) =>
      this.#read("terms", offset, length),
    );
    return this.#terms;
  }

  #readLeaves(): LeafColumns {
    const n = this.header.leaves;
    const column = columnsIn(copyOf(this.#section("leaves")));
    return {
      group: new Uint32Array(...column(4, n)),
      doc: new Uint32Array(...column(4, n)),
      time: new Uint32Array(...column(4, n)),
      length: new Uint16Array(...column(2, n)),
      flags: new Uint16Array(...column(2, n)),
      speaker: new Uint16Array(...column(2, n)),
    };
  }

  #readGroups(): GroupColumns {
    const n = this.header.groups;
    const column = columnsIn(copyOf(this.#section("groups")));
    return {
      key: new Float64Array(...column(8, n)),
      start: new Uint32Array(...column(4, n + 1)),
      turnEnd: new Uint32Array(...column(4, n)),
      turnLength: new Uint32Array(...column(4, n)),
      memoryLength: new Uint32Array(...column(4, n)),
      userLength: new Uint32Array(...column(4, n)),
      time: new Uint32Array(...column(4, n)),
      sortedTime: new Uint32Array(...column(4, n)),
      hasTurns: new Uint8Array(...column(1, n)),
    };
  }

  #readPathOffsets(): Uint32Array {
    return new Uint32Array(copyOf(this.#read("paths", 0, 4 * Math.ceil(this.header.docs / pathBlock))));
  }

  #section(name: SectionName): Uint8Array {
    return this.#read(name, 0, this.header.places[name].length);
  }

  #read(name: SectionName, offset: number, length: number): Uint8Array {
    const place = this.header.places[name];
    if (offset < 0 || length < 0 || offset + length > place.length) throw new Damaged(`${name} ends too early`);
    return this.#file.read(place.offset + offset, length);
  }
}

/** The paths from the n-th on, up to but without another. */
function pathsIn(bytes: Uint8Array, from: number, to: number): string[] {
  const reader = new ByteReader(bytes);
  const paths: string[] = [];
  const path = new Uint8Array(4096);
  for (let n = 0; n < to; n++) {
    const shared = reader.number();
    const length = reader.number();
    if (shared + length > path.length || reader.at + length > bytes.length) throw new Damaged("a path ends too early");
    path.set(bytes.subarray(reader.at, reader.at + length), shared);
    reader.at += length;
    if (n >= from) paths.push(textIn(path, 0, shared + length));
  }
  return paths;
}

function stampIn(stamps: BigUint64Array, at: number): Stamp {
  return { mtimeNs: stamps[at]!, ctimeNs: stamps[at + 1]!, ino: stamps[at + 2]!, size: Number(stamps[at + 3]!) };
}

/** The start and count of each column in turn: each lies at a multiple of 8. */
function columnsIn(buffer: ArrayBuffer): (width: number, count: number) => [ArrayBuffer, number, number] {
  let at = 0;
  return (width, count) => {
    const from = alignedTo8(at);
    at = from + width * count;
    if (at > buffer.byteLength) throw new Damaged("a column ends too early");
    return [buffer, from, count];
  };
}

function alignedTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}

function textOf(bytes: Uint8Array): string {
  return textIn(bytes, 0, bytes.length);
}
