/** One document's row: a few numbers of fixed size, and its strings. What a string repeats from the path is not stored. */

import { stemOf } from "../../text/stem.ts";
import { ByteReader, type ByteWriter, hash53 } from "./bytes.ts";
import { fewestStems, openingLength } from "./keys.ts";
import { viewOf } from "./layout.ts";
import type { DocumentSort, Unit } from "./unit.ts";

/** One file as the index has it. Read where asked for. */
export interface Row {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly sort: DocumentSort;
  readonly session: string | undefined;
  readonly supersededBy: string | undefined;
  readonly keys: readonly string[];
  /** Its keys but for id and title. */
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly files: readonly string[];
  readonly kind: string;
  readonly scope: string;
  readonly trust: string;
  readonly status: "active" | "retired" | "archived";
  /** Minutes since 1970. */
  readonly created: number;
  readonly updated: number;
  /** The beginning of the SHA-256, hex. */
  readonly hash: string;
  /** How many words its beginning has, and the hashes of the first of them. */
  readonly openingWords: number;
  readonly opening: readonly number[];
}

export const rowSize = 28;
const HASH_BYTES = 12;
const statuses = ["active", "retired", "archived"] as const;
const TURNS = 4;
/** Above the status and the sort: how many stems of its keys must be said. 0 in an older file, where nobody counted. */
const FEWEST_AT = 3;
const MOST_COUNTED = 31;

/** Numbers in the tables of names. */
interface RowNumbers {
  readonly strings: number;
  readonly created: number;
  readonly updated: number;
  readonly kind: number;
  readonly scope: number;
  readonly trust: number;
}

export function putRow(rows: Uint8Array, doc: number, unit: Unit, numbers: RowNumbers): void {
  const at = doc * rowSize;
  const view = viewOf(rows);
  view.setUint32(at, numbers.strings, true);
  view.setUint32(at + 4, numbers.created, true);
  view.setUint32(at + 8, numbers.updated, true);
  rows[at + 12] = numbers.kind;
  rows[at + 13] = numbers.scope;
  rows[at + 14] = numbers.trust;
  const fewest = Math.min(MOST_COUNTED, fewestStems([...new Set([unit.id, unit.title, ...unit.keys])]));
  rows[at + 15] = statuses.indexOf(unit.status) | (unit.sort === "turns" ? TURNS : 0) | (fewest << FEWEST_AT);
  rows.set(Buffer.from(unit.hash.slice(0, 2 * HASH_BYTES), "hex"), at + 16);
}

/** How many stems of a document's keys must be said before one of its keys can be. */
export function fewestIn(rows: DataView, doc: number): number {
  return rows.getUint8(doc * rowSize + 15) >> FEWEST_AT;
}

/** Which of the strings are there. */
const has = { id: 1, session: 2, supersededBy: 4, keys: 8, tags: 16, files: 32 } as const;

/** `opening`: its words, as they stand. `session` is a number in the table of sessions. */
export function putStrings(strings: ByteWriter, unit: Unit, opening: readonly string[], session: number): void {
  const keys = unit.keys.filter((key) => key !== unit.id && key !== unit.title);
  strings.byte(
    (unit.id === nameIn(unit.path) ? 0 : has.id) |
      (unit.session === undefined ? 0 : has.session) |
      (unit.supersededBy === undefined ? 0 : has.supersededBy) |
      (keys.length === 0 ? 0 : has.keys) |
      (unit.tags.length === 0 ? 0 : has.tags) |
      (unit.files.length === 0 ? 0 : has.files),
  );
  strings.number(opening.length);
  for (const word of opening.slice(0, openingLength)) {
    const hash = hash53(stemOf(word));
    strings.byte(hash & 0xff);
    strings.byte((hash / 256) & 0xff);
  }
  strings.text(unit.title);
  if (unit.id !== nameIn(unit.path)) strings.text(unit.id);
  if (unit.session !== undefined) strings.number(session);
  if (unit.supersededBy !== undefined) strings.text(unit.supersededBy);
  for (const list of [keys, unit.tags, unit.files]) {
    if (list.length === 0) continue;
    strings.number(list.length);
    for (const text of list) strings.text(text);
  }
}

/** The row and the strings of a document of another segment, with the numbers they have in this one's tables. */
export interface CopiedRow {
  readonly row: Uint8Array;
  readonly strings: Uint8Array;
  readonly kind: (number: number) => number;
  readonly scope: (number: number) => number;
  readonly trust: (number: number) => number;
  readonly session: (number: number) => number;
}

export function copyRow(rows: Uint8Array, doc: number, strings: ByteWriter, from: CopiedRow): void {
  const at = doc * rowSize;
  rows.set(from.row, at);
  viewOf(rows).setUint32(at, strings.length, true);
  rows[at + 12] = from.kind(from.row[12]!);
  rows[at + 13] = from.scope(from.row[13]!);
  rows[at + 14] = from.trust(from.row[14]!);
  const reader = new ByteReader(from.strings, 1);
  if ((from.strings[0]! & has.session) !== 0) {
    const openingWords = reader.number();
    reader.at += 2 * Math.min(openingWords, openingLength);
    reader.skipText();
    if ((from.strings[0]! & has.id) !== 0) reader.skipText();
    strings.bytes(from.strings.subarray(0, reader.at));
    strings.number(from.session(reader.number()));
  } else reader.at = 0;
  strings.bytes(from.strings.subarray(reader.at));
}

/** Where a row gets what is not in it. */
export interface RowSource {
  readonly names: {
    readonly kinds: readonly string[];
    readonly scopes: readonly string[];
    readonly trusts: readonly string[];
  };
  path(doc: number): string;
  session(number: number): string;
  /** The row and the first number of the next. */
  rowBytes(doc: number): Uint8Array;
  stringBytes(from: number, to: number | undefined): Uint8Array;
}

interface Texts {
  readonly title: string;
  readonly id: string | undefined;
  readonly session: string | undefined;
  readonly supersededBy: string | undefined;
  readonly keys: readonly string[];
  readonly tags: readonly string[];
  readonly files: readonly string[];
}

export class StoredRow implements Row {
  readonly #source: RowSource;
  readonly #doc: number;
  readonly #view: DataView;
  #strings: ByteReader | undefined;
  #opening: readonly number[] | undefined;
  #openingWords = 0;
  #texts: Texts | undefined;
  #path: string | undefined;

  constructor(source: RowSource, doc: number) {
    this.#source = source;
    this.#doc = doc;
    this.#view = viewOf(source.rowBytes(doc));
  }

  get path(): string {
    this.#path ??= this.#source.path(this.#doc);
    return this.#path;
  }
  get id(): string {
    return this.#text.id ?? nameIn(this.path);
  }
  get title(): string {
    return this.#text.title;
  }
  get session(): string | undefined {
    return this.#text.session;
  }
  get supersededBy(): string | undefined {
    return this.#text.supersededBy;
  }
  get keys(): readonly string[] {
    return [this.id, this.title, ...this.#text.keys];
  }
  get aliases(): readonly string[] {
    return this.#text.keys;
  }
  get tags(): readonly string[] {
    return this.#text.tags;
  }
  get files(): readonly string[] {
    return this.#text.files;
  }
  get created(): number {
    return this.#view.getUint32(4, true);
  }
  get updated(): number {
    return this.#view.getUint32(8, true);
  }
  get kind(): string {
    return this.#source.names.kinds[this.#view.getUint8(12)] ?? "";
  }
  get scope(): string {
    return this.#source.names.scopes[this.#view.getUint8(13)] ?? "";
  }
  get trust(): string {
    return this.#source.names.trusts[this.#view.getUint8(14)] ?? "";
  }
  get status(): "active" | "retired" | "archived" {
    return statuses[this.#view.getUint8(15) & 3] ?? "active";
  }
  get sort(): DocumentSort {
    return (this.#view.getUint8(15) & TURNS) !== 0 ? "turns" : "memory";
  }
  get hash(): string {
    return Buffer.from(this.#view.buffer, this.#view.byteOffset + 16, HASH_BYTES).toString("hex");
  }
  get openingWords(): number {
    this.#readOpening();
    return this.#openingWords;
  }
  get opening(): readonly number[] {
    return this.#readOpening();
  }

  get #text(): Texts {
    this.#texts ??= this.#readTexts();
    return this.#texts;
  }

  #reader(): ByteReader {
    if (this.#strings === undefined) {
      const to = this.#view.byteLength > rowSize ? this.#view.getUint32(rowSize, true) : undefined;
      this.#strings = new ByteReader(this.#source.stringBytes(this.#view.getUint32(0, true), to));
    }
    return this.#strings;
  }

  #readOpening(): readonly number[] {
    if (this.#opening !== undefined) return this.#opening;
    const reader = this.#reader();
    reader.at = 1;
    this.#openingWords = reader.number();
    const opening: number[] = [];
    for (let left = Math.min(this.#openingWords, openingLength); left > 0; left--)
      opening.push(reader.bytes[reader.at++]! + 256 * reader.bytes[reader.at++]!);
    this.#opening = opening;
    return opening;
  }

  #readTexts(): Texts {
    const reader = this.#reader();
    const present = reader.bytes[0]!;
    reader.at = 1;
    const openingWords = reader.number();
    reader.at += 2 * Math.min(openingWords, openingLength);
    const list = (bit: number) =>
      (present & bit) === 0 ? [] : Array.from({ length: reader.number() }, () => reader.text());
    return {
      title: reader.text(),
      id: (present & has.id) === 0 ? undefined : reader.text(),
      session: (present & has.session) === 0 ? undefined : this.#source.session(reader.number()),
      supersededBy: (present & has.supersededBy) === 0 ? undefined : reader.text(),
      keys: list(has.keys),
      tags: list(has.tags),
      files: list(has.files),
    };
  }
}

/** A file's name without its folder and ending: most often its id. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
}
