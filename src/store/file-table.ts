/**
 * The table of a snapshot, a row a memory file, of which nothing is taken apart before somebody asks for it: a session's start
 * shows a few of ten thousand. Rows are numbers, of which none is 0, and say of each text where it ends.
 */

import { asciiJson } from "./memory-file.ts";
import type { SnapshotBytes } from "./snapshot-bytes.ts";

/** What is kept of a file as a text; `said` is what it says, as JSON in ASCII. */
const TEXTS = ["path", "claim", "stamp", "hash", "time", "said"] as const;
/** What is kept of it as a number. */
const NUMBERS = ["kind", "status", "project", "seq", "op", "trust"] as const;

type TextColumn = (typeof TEXTS)[number];
export type NumberColumn = (typeof NUMBERS)[number];
export type FileRow = Readonly<Record<TextColumn, string> & Record<NumberColumn, number>>;

const COLUMNS = [...TEXTS, ...NUMBERS];
const PLACE = Object.fromEntries(COLUMNS.map((name, n) => [name, n])) as Record<TextColumn | NumberColumn, number>;
const WIDTH = COLUMNS.length;
/** Of a number, which stands as the next one: so none is 0. */
const BYTES = 4;
export const LARGEST_NUMBER = 2 ** 32 - 2;
/** Who looks up more than these has all of them put in order. */
const FEW = 64;

/** What the table cannot be read without. */
export interface TableHead {
  /** How many rows. */
  readonly size: number;
  /** Bytes of each column of texts. */
  readonly lengths: readonly number[];
  /** How many rows have each kind. Which they are follows behind all rows, in this order. */
  readonly kinds: readonly (readonly [kind: number, rows: number])[];
}

/** Of so many rows the texts are kept from when they are measured until they are printed; of more they are asked for twice. */
const FEW_ROWS = 4_000;

/** In pieces, so that very many are never in memory as one text beside what they are printed from. */
export function printTable(rows: readonly FileRow[]): { readonly head: TableHead; readonly bytes: Iterable<Buffer> } {
  const numbers = new Uint32Array(rows.length * (WIDTH + 1));
  const kept = rows.length > FEW_ROWS ? undefined : TEXTS.map((): string[] => []);
  const ends = TEXTS.map(() => 0);
  const byKind = new Map<number, number[]>();
  // Loops, and no values in between: a root that nobody knows yet is printed by a process that runs this once.
  let at = 0;
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] as FileRow;
    for (let place = 0; place < TEXTS.length; place++) {
      const text = textIn(row, TEXTS[place] as TextColumn);
      kept?.[place]?.push(text);
      const end = (ends[place] as number) + 1 + text.length;
      ends[place] = end;
      numbers[at++] = end + 1;
    }
    for (const name of NUMBERS) numbers[at++] = row[name] + 1;
    const found = byKind.get(row.kind);
    if (found === undefined) byKind.set(row.kind, [n]);
    else found.push(n);
  }
  for (const found of byKind.values()) for (const n of found) numbers[at++] = n + 1;
  return {
    head: {
      size: rows.length,
      lengths: ends.map((end) => Math.max(end, 1) + 1),
      kinds: [...byKind].map(([kind, found]) => [kind, found.length] as const),
    },
    bytes: piecesOf(numbers, rows, kept),
  };
}

/** Of so many rows the texts of a column are one piece. */
const AT_ONCE = 1_000;

/** Numbers in the order of this machine's bytes, since a snapshot is of one machine. Each text stands between two line ends. */
function* piecesOf(
  numbers: Uint32Array,
  rows: readonly FileRow[],
  kept: readonly (readonly string[])[] | undefined,
): Generator<Buffer> {
  yield Buffer.from(numbers.buffer);
  for (const [place, name] of TEXTS.entries()) {
    const textsFrom = (from: number) =>
      kept?.[place]?.slice(from, from + AT_ONCE) ?? rows.slice(from, from + AT_ONCE).map((row) => textIn(row, name));
    for (let from = 0; from === 0 || from < rows.length; from += AT_ONCE)
      yield Buffer.from(`${from === 0 ? "\n" : ""}${textsFrom(from).join("\n")}\n`, "latin1");
  }
}

function textIn(row: FileRow, name: TextColumn): string {
  return name === "said" ? row.said : escaped(row[name]);
}

export class FileTable {
  readonly size: number;
  readonly #bytes: SnapshotBytes;
  readonly #kinds: TableHead["kinds"];
  readonly #numbers: Uint32Array;
  /** Where each column of texts begins; the last is where all of it ends. */
  readonly #starts: readonly number[];
  /** By column, once it was asked for. */
  readonly #texts: (Texts | undefined)[] = [];
  #lookedUp = 0;
  #byPath: Map<string, number> | undefined;

  /** It begins at `from`. */
  constructor(bytes: SnapshotBytes, from: number, { size, lengths, kinds }: TableHead) {
    this.size = size;
    this.#bytes = bytes;
    this.#kinds = kinds;
    let start = from + size * (WIDTH + 1) * BYTES;
    const { buffer, byteOffset, length } = bytes.bytes(from, start);
    // One that is cut off in the middle of a number is not whole, and is not read.
    this.#numbers = new Uint32Array(buffer.slice(byteOffset, byteOffset + (length & ~(BYTES - 1))));
    this.#starts = [start, ...lengths.map((length) => (start += length))];
  }

  /** Does it end with the bytes, and is nothing torn out of it? */
  get isWhole(): boolean {
    const [first = 0, last] = [this.#starts[0], this.#starts.at(-1)];
    return last === this.#bytes.length && !this.#numbers.includes(0) && !this.#bytes.hasZero(first);
  }

  number(n: number, column: NumberColumn): number {
    return this.#numberAt(n * WIDTH + PLACE[column]);
  }

  text(n: number, column: Exclude<TextColumn, "said">): string {
    const place = PLACE[column];
    const { text, isPlain } = this.#column(place);
    const said = text.slice(this.#startOf(n, place), this.#endOf(n, place));
    return isPlain ? said : unescaped(said);
  }

  /** By itself: it is long, and few are asked for it. */
  said(n: number): string {
    const place = PLACE.said;
    const start = this.#starts[place] as number;
    return this.#bytes.text(start + this.#startOf(n, place), start + this.#endOf(n, place));
  }

  /** The row of a path. */
  at(path: string): number | undefined {
    this.#lookedUp += 1;
    if (this.#lookedUp <= FEW) return this.#among(PLACE.path, `\n${escaped(path)}\n`)[0];
    this.#byPath ??= new Map(Array.from({ length: this.size }, (_, n) => [this.text(n, "path"), n]));
    return this.#byPath.get(path);
  }

  /** The rows whose claim is told by itself, and is this. */
  claiming(name: string): number[] {
    return name === "" ? [] : this.#among(PLACE.claim, `\n${escaped(name)}\n`);
  }

  /** The rows of files of this name, in whatever folder. */
  named(name: string): number[] {
    return ["\n", "/"].flatMap((before) => this.#among(PLACE.path, `${before}${escaped(name)}\n`));
  }

  ofKinds(isMeant: (kind: number) => boolean): number[] {
    let end = this.size * WIDTH;
    return this.#kinds.flatMap(([kind, count]) => {
      const start = end;
      end += count;
      return isMeant(kind) ? Array.from({ length: count }, (_, n) => this.#numberAt(start + n)) : [];
    });
  }

  /** The rows in whose column stands this, which ends where a text does. */
  #among(place: number, part: string): number[] {
    const { text } = this.#column(place);
    const rows: number[] = [];
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) rows.push(this.#rowAt(at + 1, place));
    return rows;
  }

  /** The first that ends at this place of a column or behind it. */
  #rowAt(at: number, place: number): number {
    let [low, high] = [0, this.size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#endOf(middle, place) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #column(place: number): Texts {
    const known = this.#texts[place];
    if (known !== undefined) return known;
    const text = this.#bytes.text(this.#starts[place] as number, this.#starts[place + 1] as number);
    const column = { text, isPlain: !text.includes("\\") };
    this.#texts[place] = column;
    return column;
  }

  #startOf(n: number, place: number): number {
    return n === 0 ? 1 : this.#endOf(n - 1, place) + 1;
  }

  #endOf(n: number, place: number): number {
    return this.#numberAt(n * WIDTH + place);
  }

  #numberAt(place: number): number {
    return (this.#numbers[place] as number) - 1;
  }
}

/** A column of texts as one. */
interface Texts {
  readonly text: string;
  /** Nothing in it is escaped. */
  readonly isPlain: boolean;
}

/** In ASCII, so that a byte is a sign, and without a line's end. */
function escaped(text: string): string {
  return /[^ !#-[\]-~]/.test(text) ? asciiJson(text).slice(1, -1) : text;
}

function unescaped(text: string): string {
  return JSON.parse(`"${text}"`) as string;
}
