/**
 * Which segments are made into one, and how: several, and what no longer holds in them, to the bytes of one, the same as if
 * its units had been read and built at once. No file is read and no word is taken apart again. Pure.
 */

import { ByteReader, ByteWriter, Damaged } from "./bytes.ts";
import type { Layer } from "./layers.ts";
import { viewOf } from "./layout.ts";
import { comparePaths } from "./path-list.ts";
import { type HashedDoc, LeafTable, NameTables, numberIn, printContents } from "./print-segment.ts";
import { type CopiedRow, copyRow, rowSize } from "./row.ts";
import type { Segment } from "./segment.ts";
import { Gathered, type GatheredTerm, printTerms } from "./terms-writer.ts";
import { leafFlag } from "./unit.ts";

/** Eight segments of one size class are made into one. */
const MERGE_AT = 8;

/** Eight or more segments of one size class; a class is a factor of eight wide. */
export function mergeable(layers: readonly Layer[], largest: number): Layer[][] {
  const classes = new Map<number, Layer[]>();
  for (const layer of layers) {
    const size = Math.floor(Math.log2(layer.segment.header.docs) / 3);
    classes.set(size, [...(classes.get(size) ?? []), layer]);
  }
  return [...classes.values()].filter((some) => some.length >= MERGE_AT && documentsIn(some) <= largest);
}

/** What was read in pieces, and with it what is no larger than eight times all of them. */
export function piecesIn(layers: readonly Layer[], largestPiece: number, largest: number): Layer[] {
  const pieces = layers.filter(({ segment }) => segment.header.docs <= largestPiece);
  const together = layers.filter(({ segment }) => segment.header.docs <= MERGE_AT * documentsIn(pieces));
  for (const some of [together, pieces]) if (some.length > 1 && documentsIn(some) <= largest) return some;
  return [];
}

function documentsIn(layers: readonly Layer[]): number {
  return layers.reduce((sum, { segment }) => sum + segment.header.docs, 0);
}

type MergedPart = Pick<Layer, "segment" | "deleted">;

/** A part, and where its documents and leaves are in the whole; -1 where they are not. */
interface Placed extends MergedPart {
  readonly paths: readonly string[];
  readonly docs: Int32Array;
  readonly leaves: Int32Array;
}

interface DocOf {
  readonly part: Placed;
  readonly doc: number;
}

export function mergeSegments(parts: readonly MergedPart[]): Uint8Array {
  const placed = parts.map(({ segment, deleted }) => ({
    segment,
    deleted,
    paths: segment.paths(),
    docs: new Int32Array(segment.header.docs).fill(-1),
    leaves: new Int32Array(segment.header.leaves).fill(-1),
  }));
  const docs = placeDocs(placed);
  const names = new NameTables();
  return printContents({
    paths: docs.map(({ part, doc }) => part.paths[doc]!),
    stamps: stampsOf(docs),
    ...rowsOf(docs, names),
    names,
    leaves: placeLeaves(placed, names),
    ids: placed.flatMap((part) => moved(part, part.segment.ids())),
    links: placed.flatMap((part) => moved(part, part.segment.links())).sort((a, b) => a.doc - b.doc),
    terms: printTerms(mergedTerms(placed.map(({ segment, leaves }) => ({ terms: segment.terms(), leaves })))),
  });
}

/** Living documents in order of their paths. */
function placeDocs(placed: readonly Placed[]): DocOf[] {
  const docs = placed.flatMap((part) => {
    const { paths, deleted } = part;
    return paths.map((_, doc) => ({ part, doc })).filter(({ doc }) => !deleted.has(doc));
  });
  docs.sort((a, b) => comparePaths(a.part.paths[a.doc]!, b.part.paths[b.doc]!));
  for (const [n, { part, doc }] of docs.entries()) part.docs[doc] = n;
  return docs;
}

function stampsOf(docs: readonly DocOf[]): Uint8Array {
  const sections = new Map<Placed, Uint8Array>();
  const stamps = new Uint8Array(docs.length * STAMP);
  for (const [n, { part, doc }] of docs.entries()) {
    const from = sections.get(part) ?? part.segment.contents("stamps");
    sections.set(part, from);
    stamps.set(from.subarray(doc * STAMP, (doc + 1) * STAMP), n * STAMP);
  }
  return stamps;
}

const STAMP = 32;

function rowsOf(docs: readonly DocOf[], names: NameTables): { docs: Uint8Array; strings: Uint8Array } {
  const rows = new Uint8Array(docs.length * rowSize);
  const strings = new ByteWriter(docs.length * 100);
  const sources = new Map<Placed, RowsOfPart>();
  for (const [n, { part, doc }] of docs.entries()) {
    const source = sources.get(part) ?? new RowsOfPart(part.segment, names);
    sources.set(part, source);
    copyRow(rows, n, strings, source.at(doc));
  }
  return { docs: rows, strings: strings.done() };
}

/** The rows of one segment, its numbers told in the tables of another. */
class RowsOfPart {
  readonly #rows: Uint8Array;
  readonly #view: DataView;
  readonly #strings: Uint8Array;
  readonly #count: number;
  readonly #numbers: Omit<CopiedRow, "row" | "strings">;

  constructor(segment: Segment, names: NameTables) {
    this.#rows = segment.contents("docs");
    this.#view = viewOf(this.#rows);
    this.#strings = segment.contents("strings");
    this.#count = segment.header.docs;
    const { kinds, scopes, trusts } = segment.names;
    this.#numbers = {
      kind: once((number) => numberIn(names.kinds, nameAt(kinds, number))),
      scope: once((number) => numberIn(names.scopes, nameAt(scopes, number))),
      trust: once((number) => numberIn(names.trusts, nameAt(trusts, number))),
      session: once((number) => names.session(segment.session(number))),
    };
  }

  at(doc: number): CopiedRow {
    const from = this.#view.getUint32(doc * rowSize, true);
    const to = doc + 1 < this.#count ? this.#view.getUint32((doc + 1) * rowSize, true) : this.#strings.length;
    const row = this.#rows.subarray(doc * rowSize, (doc + 1) * rowSize);
    return { row, strings: this.#strings.subarray(from, to), ...this.#numbers };
  }
}

function nameAt(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new Damaged("a name that never was");
  return name;
}

/** The same answer for the same number, worked out when it is first asked for. */
function once(answer: (number: number) => number): (number: number) => number {
  const known: number[] = [];
  return (number) => {
    known[number] ??= answer(number);
    return known[number]!;
  };
}

/** Living leaves in the order that one segment has them in. Leaves of one document are in order already. */
function placeLeaves(placed: readonly Placed[], names: NameTables): LeafTable {
  const leaves = placed.flatMap((part) => livingLeaves(part));
  leaves.sort((a, b) => a.key - b.key || a.rank - b.rank || a.time - b.time || a.doc - b.doc || a.leaf - b.leaf);
  const table = new LeafTable(leaves.length);
  const speakers = new Map(
    placed.map(({ segment }) => [segment, once((number) => names.speaker(nameAt(segment.names.speakers, number)))]),
  );
  for (const [n, { part, leaf, key, time, doc }] of leaves.entries()) {
    const { segment } = part;
    part.leaves[leaf] = n;
    table.enter(n, key);
    table.doc[n] = doc;
    table.time[n] = time;
    table.length[n] = segment.leaves.length[leaf]!;
    table.flags[n] = segment.leaves.flags[leaf]!;
    if (segment.names.speakers.length > 1) table.speaker[n] = speakers.get(segment)!(segment.leaves.speaker[leaf]!);
  }
  return table;
}

function livingLeaves(part: Placed) {
  const { group, doc, time, flags } = part.segment.leaves;
  const { key } = part.segment.groups;
  return Array.from(group, (nth, leaf) => ({
    part,
    leaf,
    key: key[nth]!,
    rank: (flags[leaf]! & leafFlag.turn) !== 0 ? 0 : 1,
    time: time[leaf]!,
    doc: part.docs[doc[leaf]!]!,
  })).filter((one) => one.doc >= 0);
}

function moved({ docs }: Placed, rows: readonly HashedDoc[]): HashedDoc[] {
  return rows.flatMap(({ hash, doc }) => (docs[doc]! < 0 ? [] : [{ hash, doc: docs[doc]! }]));
}

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

/** Of all segments, in order; those that no living leaf has are left out. Loops over a few cursors, once for each of very many terms. */
function* mergedTerms(parts: readonly TermsOf[]): Generator<GatheredTerm> {
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
