/** The memory files of a snapshot: each is put together from its row when it is asked for, and few are. */

import { type FileRow, FileTable, printTable, type TableHead } from "./file-table.ts";
import { type Beside, fileStem, KnownFile, type OwnRecord, restOf } from "./known-file.ts";
import { faceOf, type HeadChoice, isSince, type MemoryFile, textOfFile } from "./memory-file.ts";

/** What is not in the table itself. */
export interface FilesHead extends Beside {
  readonly table: TableHead;
  /** Names that more than one file claims. */
  readonly contested: readonly string[];
  /** How many rows each folder has, one after the other; those of a folder are the newest first. */
  readonly counts: readonly number[];
}

/** A file, and the record that vouches for it where the table has room for all there is to say of that. */
export interface FileEntry {
  readonly found: MemoryFile;
  readonly voucher: OwnRecord | undefined;
}

export function printFiles(folders: readonly (readonly FileEntry[])[]): { head: FilesHead; bytes: Buffer } {
  const words = new Map<string, number>();
  const word = (text: string): number => {
    const known = words.get(text) ?? words.size;
    words.set(text, known);
    return known;
  };
  const entries = folders.flatMap((folder) => [...folder].sort((a, b) => newestFirst(a.found, b.found)));
  const { head: table, bytes } = printTable(entries.map((entry) => rowOf(entry, word)));
  const counts = folders.map(({ length }) => length);
  const rest = entries.map(({ found }, n) => [n, restOf(found)] as const);
  const few = rest.filter(([, told]) => Object.keys(told).length > 0);
  const contested = contestedAmong(entries.map(({ found }) => found.claim));
  return { head: { table, contested, counts, words: [...words.keys()], rest: Object.fromEntries(few) }, bytes };
}

/** In the order in which they are met. */
function contestedAmong(claims: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const claim of claims) counts.set(claim, (counts.get(claim) ?? 0) + 1);
  return [...counts].flatMap(([claim, count]) => (count > 1 ? [claim] : []));
}

function rowOf({ found, voucher }: FileEntry, word: (text: string) => number): FileRow {
  const { kind, status, time, project = "" } = faceOf(found);
  return {
    path: found.path,
    claim: found.claim === fileStem(found.path) ? "" : found.claim,
    // Where it may come to stand for other bytes there is none: then the file is read again.
    stamp: found.young ? "" : found.stamp,
    hash: found.hash,
    time,
    said: textOfFile(found),
    kind: word(kind),
    status: word(status),
    project: word(project),
    seq: voucher?.seq ?? 0,
    op: word(voucher?.op ?? ""),
    trust: word(voucher?.trust ?? ""),
  };
}

/** As most lists want them: sorting what is sorted already takes no time. */
function newestFirst(a: MemoryFile, b: MemoryFile): number {
  const [x, y] = [faceOf(a).time, faceOf(b).time];
  return x < y ? 1 : x > y ? -1 : a.claim < b.claim ? -1 : 1;
}

export class KnownFiles {
  readonly contested: ReadonlySet<string>;
  readonly #table: FileTable;
  readonly #beside: Beside;
  readonly #counts: readonly number[];
  readonly #rest: readonly number[];
  readonly #files: KnownFile[] = [];

  /** They begin at `from`. */
  constructor(bytes: Buffer, from: number, { table, contested, counts, ...beside }: FilesHead) {
    this.#table = new FileTable(bytes, from, table);
    this.contested = new Set(contested);
    this.#beside = beside;
    this.#counts = counts;
    this.#rest = Object.keys(beside.rest).map(Number);
  }

  get size(): number {
    return this.#table.size;
  }

  /** Nothing of them is missing. */
  get isWhole(): boolean {
    return this.#table.isWhole;
  }

  row(n: number): KnownFile {
    this.#files[n] ??= new KnownFile(this.#table, this.#beside, n);
    return this.#files[n] as KnownFile;
  }

  /** In the order of their rows. */
  all(): readonly KnownFile[] {
    for (let n = 0; n < this.size; n++) this.row(n);
    return this.#files;
  }

  at(path: string): KnownFile | undefined {
    const n = this.#table.at(path);
    return n === undefined ? undefined : this.row(n);
  }

  claiming(name: string): KnownFile[] {
    const rows = [...this.#table.claiming(name), ...this.#table.named(`${name}.md`)];
    return inOrder(rows).flatMap((n) => (this.row(n).claim === name ? [this.row(n)] : []));
  }

  /** The files of the folder of this place among all. */
  ofFolder(folder: number): KnownFile[] {
    const from = this.#counts.slice(0, folder).reduce((sum, count) => sum + count, 0);
    return Array.from({ length: this.#counts[folder] as number }, (_, n) => this.row(from + n));
  }

  /** Those that have something few files have: a problem, a place they take, a secret. */
  peculiar(): KnownFile[] {
    return this.#rest.map((n) => this.row(n));
  }

  /** Among these are all of a choice, those of these paths, and all that say they take another's place. */
  chosen({ kinds = [], since }: HeadChoice, paths: Iterable<string>): KnownFile[] {
    const meant: readonly string[] = kinds;
    const rows = this.#table.ofKinds((kind) => meant.includes(this.#beside.words[kind] as string));
    if (since !== undefined) rows.push(...this.#since(since));
    rows.push(...this.#rest.filter((n) => this.row(n).supersedes.length > 0));
    for (const path of paths) rows.push(...[this.#table.at(path) ?? []].flat());
    return inOrder(rows).map((n) => this.row(n));
  }

  #since(day: string): number[] {
    const rows: number[] = [];
    let from = 0;
    for (const count of this.#counts) {
      for (let n = from; n < from + count && isSince(this.#table.text(n, "time"), day); n++) rows.push(n);
      from += count;
    }
    return rows;
  }
}

function inOrder(rows: readonly number[]): number[] {
  return [...new Set(rows)].sort((a, b) => a - b);
}
