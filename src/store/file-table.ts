/**
 * The table of a snapshot, a row a memory file, of which nothing is taken apart before somebody asks for it: a session's start
 * shows a few of ten thousand. Rows are numbers, of which none is 0, and say of each text where it ends.
 */

import { asciiJson } from "./memory-file.ts";

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

export function printTable(rows: readonly FileRow[]): { readonly head: TableHead; readonly bytes: Buffer } {
  const texts = TEXTS.map((name) => rows.map((row) => (name === "said" ? row[name] : escaped(row[name]))));
  const columns = [...texts.map(endsOf), ...NUMBERS.map((name) => rows.map((row) => row[name]))];
  const byKind = [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({
    kind,
    found: rows.flatMap((row, n) => (row.kind === kind ? [n] : [])),
  }));
  const rowsByKind = byKind.flatMap(({ found }) => found);
  const numbers = numbersOf(columns, rowsByKind);
  const parts = texts.map((all) => Buffer.from(`\n${all.join("\n")}\n`, "latin1"));
  return {
    head: {
      size: rows.length,
      lengths: parts.map(({ length }) => length),
      kinds: byKind.map(({ kind, found }) => [kind, found.length] as const),
    },
    bytes: Buffer.concat([numbers, ...parts]),
  };
}

export class FileTable {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #kinds: TableHead["kinds"];
  readonly #numbers: Uint32Array;
  /** Where each column of texts begins; the last is where all of it ends. */
  readonly #starts: readonly number[];
  /** By column, once it was asked for. */
  readonly #texts: (Texts | undefined)[] = [];
  #lookedUp = 0;
  #byPath: Map<string, number> | undefined;

  /** It begins at `from`. */
  constructor(bytes: Buffer, from: number, { size, lengths, kinds }: TableHead) {
    this.size = size;
    this.#bytes = bytes;
    this.#kinds = kinds;
    let start = from + size * (WIDTH + 1) * BYTES;
    const numbers = bytes.subarray(from, start);
    // One that is cut off in the middle of a number is not whole, and is not read.
    this.#numbers = new Uint32Array(Uint8Array.from(numbers.subarray(0, numbers.length & ~(BYTES - 1))).buffer);
    this.#starts = [start, ...lengths.map((length) => (start += length))];
  }

  /** Does it end with the bytes, and is nothing torn out of it? */
  get isWhole(): boolean {
    const [first = 0, last] = [this.#starts[0], this.#starts.at(-1)];
    return last === this.#bytes.length && !this.#numbers.includes(0) && this.#bytes.indexOf(0, first) < 0;
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
    return this.#bytes.toString("latin1", start + this.#startOf(n, place), start + this.#endOf(n, place));
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
    const text = this.#bytes.toString("latin1", this.#starts[place], this.#starts[place + 1]);
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

/** Row by row, and as many others behind them; in the order of this machine's bytes, since a snapshot is of one machine. */
function numbersOf(columns: readonly (readonly number[])[], others: readonly number[]): Uint8Array {
  const numbers = new Uint32Array(others.length * (WIDTH + 1));
  for (const [place, column] of columns.entries())
    for (let n = 0; n < column.length; n++) numbers[n * WIDTH + place] = (column[n] as number) + 1;
  numbers.set(
    others.map((number) => number + 1),
    others.length * WIDTH,
  );
  return new Uint8Array(numbers.buffer);
}

/** Where each ends in all of them, each of which stands between two line ends. */
function endsOf(texts: readonly string[]): number[] {
  let end = 0;
  return texts.map(({ length }) => {
    end += 1 + length;
    return end;
  });
}

/** In ASCII, so that a byte is a sign, and without a line's end. */
function escaped(text: string): string {
  return /[^ !#-[\]-~]/.test(text) ? asciiJson(text).slice(1, -1) : text;
}

function unescaped(text: string): string {
  return JSON.parse(`"${text}"`) as string;
}
