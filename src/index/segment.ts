/**
 * A segment opened in place: one header, then only what an answer needs, by positioned reads. Columns are read into
 * memory of this process on first use, so that deletions may be marked in them; the file itself never changes.
 */

import { pathBlock, rowSize } from "./build-segment.ts";
import { ByteReader, Damaged, hash53, type Readable, textIn } from "./bytes.ts";
import { openingLength } from "./keys.ts";
import { type Header, readHeader, type SectionName, viewOf } from "./layout.ts";
import { type TermEntry, TermsReader } from "./terms-reader.ts";
import type { Sort, Stamp } from "./unit.ts";

/** One file as the index has it. */
export interface Row {
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
}

interface NamesOf {
  readonly speakers: readonly string[];
  readonly kinds: readonly string[];
  readonly scopes: readonly string[];
  readonly trusts: readonly string[];
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
    this.#pathOffsets ??= this.#readPathOffsets();
    const block = Math.floor(doc / pathBlock);
    const from = this.#pathOffsets[block];
    if (from === undefined || doc >= this.header.docs) throw new Damaged("no such document");
    const start = alignedTo8(this.#pathOffsets.byteLength);
    const end = this.#pathOffsets[block + 1] ?? this.header.places.paths.length - start;
    let path = "";
    let left = doc % pathBlock;
    for (const found of pathsIn(this.#read("paths", start + from, end - from))) {
      path = found;
      if (left-- === 0) break;
    }
    return path;
  }

  /** Every path, in order. */
  paths(): string[] {
    const start = alignedTo8(4 * Math.ceil(this.header.docs / pathBlock));
    return [...pathsIn(this.#read("paths", start, this.header.places.paths.length - start), this.header.docs)];
  }

  /** The document with this path, or -1. */
  find(path: string): number {
    let low = 0;
    let high = this.header.docs - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.path(middle);
      if (found === path) return middle;
      if (found < path) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Of every document: mtime, ctime, inode, size. */
  stamps(): BigUint64Array {
    return new BigUint64Array(copyOf(this.#section("stamps")));
  }

  stamp(doc: number): Stamp {
    const [mtimeNs, ctimeNs, ino, size] = new BigUint64Array(copyOf(this.#read("stamps", doc * 32, 32)));
    return { mtimeNs: mtimeNs!, ctimeNs: ctimeNs!, ino: ino!, size: Number(size!) };
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
    const row = viewOf(this.#read("docs", doc * rowSize, rowSize));
    const from = row.getUint32(0, true);
    const end =
      doc + 1 < this.header.docs
        ? viewOf(this.#read("docs", (doc + 1) * rowSize, 4)).getUint32(0, true)
        : this.header.places.strings.length;
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
    return {
      path: this.path(doc),
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

function* pathsIn(bytes: Uint8Array, count = pathBlock): Generator<string> {
  const reader = new ByteReader(bytes);
  let path = Buffer.alloc(0);
  for (let n = 0; n < count && reader.at < bytes.length; n++) {
    const shared = reader.number();
    const length = reader.number();
    const rest = bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    path = Buffer.concat([path.subarray(0, shared), rest]);
    yield path.toString("utf8");
  }
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
