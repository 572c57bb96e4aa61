/**
 * A segment opened in place: one header, then only what an answer needs, by positioned reads; what is asked for again and
 * again stays in memory, within bounds. The file itself never changes.
 */

export type { GroupColumns, LeafColumns } from "./columns.ts";
export type { Row } from "./row.ts";

import { folderOf } from "../../text/relative-path.ts";
import { Damaged, hash53, type Readable, textInBytes } from "./bytes.ts";
import { alignedTo8, columnAt, GroupColumns, LeafColumns } from "./columns.ts";
import { type Header, readHeader, type SectionName, viewOf } from "./layout.ts";
import { comparePaths, PathList } from "./path-list.ts";
import type { HashedDoc } from "./print-segment.ts";
import { fewestIn, type Row, type RowSource, rowSize, StoredRow } from "./row.ts";
import { type TermEntry, TermsReader } from "./terms-reader.ts";
import type { SegmentTotals } from "./totals.ts";
import type { Stamp } from "./unit.ts";

interface NamesOf {
  readonly speakers: readonly string[];
  readonly kinds: readonly string[];
  readonly scopes: readonly string[];
  readonly trusts: readonly string[];
  readonly sessions: number;
  /** Words of the shortest group. */
  readonly shortest: number;
  readonly totals: SegmentTotals;
}

/** So many bytes cost about what one more read costs: a section that was asked for as often as it has them is read whole. */
const READ_WORTH = 16_000;
const LARGEST_KEPT = 1_000_000;
const MOST_ROWS = 1_000;

export class Segment implements RowSource {
  readonly header: Header;
  readonly leaves: LeafColumns;
  readonly groups: GroupColumns;
  readonly #file: Readable;
  readonly #paths: PathList;
  #names: NamesOf | undefined;
  #terms: TermsReader | undefined;
  #docs: DataView | undefined;
  #idHashes: Float64Array | undefined;
  readonly #asked = new Map<SectionName, number>();
  readonly #whole = new Map<SectionName, Uint8Array>();
  readonly #rowsKept = new Map<number, Row>();

  /** Throws `Damaged` unless the file is a whole segment of this version. */
  constructor(file: Readable) {
    this.#file = file;
    this.header = readHeader(file);
    const { leaves, groups, docs, places } = this.header;
    const hasSpeakers = () => this.names.speakers.length > 1;
    this.leaves = new LeafColumns((offset, length) => this.#read("leaves", offset, length), leaves, hasSpeakers);
    this.groups = new GroupColumns((offset, length) => this.#read("groups", offset, length), groups);
    this.#paths = new PathList((offset, length) => this.#read("paths", offset, length), docs, places.paths.length);
  }

  get size(): number {
    return this.#file.size;
  }

  get names(): NamesOf {
    if (this.#names === undefined) {
      const bytes = this.#section("names");
      this.#names = namesIn(textInBytes(bytes, 0, bytes.length));
    }
    return this.#names;
  }

  term(term: string): TermEntry | undefined {
    return this.#dictionary.find(term);
  }

  /** The terms that begin so and are of one of these lengths, in order. */
  termsFrom(prefix: string, lengths: ReadonlySet<number>): string[] {
    return this.#dictionary.from(prefix, lengths);
  }

  /** Every term in order, with its postings. */
  *terms(): Generator<{ readonly name: Uint8Array; readonly postings: Uint8Array }> {
    const postings = this.contents("postings");
    for (const { name, offset, length } of this.#dictionary.all())
      yield { name, postings: postings.subarray(offset, offset + length) };
  }

  /** A whole section, read at once and not kept. */
  contents(name: SectionName): Uint8Array {
    const { offset, length } = this.header.places[name];
    return this.#whole.get(name) ?? this.#file.read(offset, length);
  }

  postings({ offset, length }: TermEntry): Uint8Array {
    return this.#read("postings", offset, length);
  }

  /** What filters ask of a document: numbers of `names`, and minutes. */
  facts(doc: number): { kind: number; scope: number; updated: number } {
    const rows = this.#rows;
    const at = doc * rowSize;
    return { kind: rows.getUint8(at + 12), scope: rows.getUint8(at + 13), updated: rows.getUint32(at + 8, true) };
  }

  /** How many stems of a document's keys a text must have before it can name it. */
  fewestStems(doc: number): number {
    return fewestIn(this.#rows, doc);
  }

  get #rows(): DataView {
    this.#docs ??= viewOf(this.#section("docs"));
    return this.#docs;
  }

  path(doc: number): string {
    return this.#paths.at(doc);
  }

  /** Every path, in order. */
  paths(): string[] {
    return this.#paths.between(0, this.header.docs);
  }

  /** The document with this path, or -1. */
  find(path: string): number {
    const doc = this.#paths.firstFrom((other) => comparePaths(other, path) < 0);
    return doc < this.header.docs && this.path(doc) === path ? doc : -1;
  }

  /** The documents that lie in this very folder: from, and up to but without. */
  range(folder: string): [from: number, to: number] {
    return [
      this.#paths.firstFrom((path) => folderOf(path) < folder),
      this.#paths.firstFrom((path) => folderOf(path) <= folder),
    ];
  }

  /** Path and stamp of a range of documents, read in one go. */
  stamped(from: number, to: number): { doc: number; path: string; stamp: Stamp }[] {
    if (to <= from) return [];
    const stamps = this.#stamps(from, to);
    return this.#paths.between(from, to).map((path, i) => ({ doc: from + i, path, stamp: stampIn(stamps, i * 4) }));
  }

  stamp(doc: number): Stamp {
    return stampIn(this.#stamps(doc, doc + 1), 0);
  }

  /** Documents with this id. */
  docsWithId(id: string): number[] {
    return this.docsWithIdHash(hash53(id));
  }

  docsWithIdHash(hash: number): number[] {
    const count = this.header.docs;
    this.#idHashes ??= columnAt((offset, length) => this.#read("ids", offset, length), Float64Array, 0, count);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#idHashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    const docs: number[] = [];
    for (let i = low; i < count && this.#idHashes[i] === hash; i++)
      docs.push(viewOf(this.#read("ids", alignedTo8(count * 8) + i * 4, 4)).getUint32(0, true));
    return docs;
  }

  /** Hash of every id and its document. */
  ids(): HashedDoc[] {
    return hashedDocsIn(this.contents("ids"));
  }

  /** Hash of an older id and the document that takes its place. */
  links(): HashedDoc[] {
    return this.header.places.links.length === 0 ? [] : hashedDocsIn(this.#section("links"));
  }

  row(doc: number): Row {
    const known = this.#rowsKept.get(doc);
    if (known !== undefined) return known;
    const row = new StoredRow(this, doc);
    if (this.#rowsKept.size === MOST_ROWS) this.#rowsKept.clear();
    this.#rowsKept.set(doc, row);
    return row;
  }

  rowBytes(doc: number): Uint8Array {
    return this.#read("docs", doc * rowSize, doc + 1 < this.header.docs ? rowSize + 4 : rowSize);
  }

  stringBytes(from: number, to: number = this.header.places.strings.length): Uint8Array {
    return this.#read("strings", from, to - from);
  }

  session(number: number): string {
    const [from, to] = columnAt((at, length) => this.#read("sessions", at, length), Uint32Array, number * 4, 2);
    const start = 4 * (this.names.sessions + 1);
    return textInBytes(this.#read("sessions", start + from!, to! - from!), 0, to! - from!);
  }

  get #dictionary(): TermsReader {
    this.#terms ??= new TermsReader(this.#section("sparse"), this.header.places.terms.length, (offset, length) =>
      this.#read("terms", offset, length),
    );
    return this.#terms;
  }

  #stamps(from: number, to: number): BigUint64Array {
    return columnAt((at, length) => this.#read("stamps", at, length), BigUint64Array, from * 32, (to - from) * 4);
  }

  #section(name: SectionName): Uint8Array {
    return this.#read(name, 0, this.header.places[name].length);
  }

  #read(name: SectionName, offset: number, length: number): Uint8Array {
    const place = this.header.places[name];
    if (offset < 0 || length < 0 || offset + length > place.length) throw new Damaged(`${name} ends too early`);
    const whole = this.#whole.get(name) ?? this.#readWhole(name, length);
    return whole?.subarray(offset, offset + length) ?? this.#file.read(place.offset + offset, length);
  }

  #readWhole(name: SectionName, wanted: number): Uint8Array | undefined {
    const { offset, length } = this.header.places[name];
    const asked = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, asked);
    if (length > LARGEST_KEPT || (asked * READ_WORTH < length && wanted < length)) return undefined;
    const bytes = this.#file.read(offset, length);
    this.#whole.set(name, bytes);
    return bytes;
  }
}

function namesIn(text: string): NamesOf {
  try {
    return JSON.parse(text) as NamesOf;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Damaged("names");
    throw error;
  }
}

function hashedDocsIn(bytes: Uint8Array): HashedDoc[] {
  const count = Math.floor(bytes.length / 12);
  const view = viewOf(bytes);
  return Array.from({ length: count }, (_, i) => ({
    hash: view.getFloat64(i * 8, true),
    doc: view.getUint32(count * 8 + i * 4, true),
  }));
}

function stampIn(stamps: BigUint64Array, at: number): Stamp {
  return { mtimeNs: stamps[at]!, ctimeNs: stamps[at + 1]!, ino: stamps[at + 2]!, size: Number(stamps[at + 3]!) };
}
