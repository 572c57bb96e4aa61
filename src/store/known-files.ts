/** The memory files of a snapshot: each is put together from its row when it is asked for, and few are. */

import { latestFirst } from "../text/order.ts";
import { type FileRow, FileTable, printTable, type TableHead } from "./file-table.ts";
import { type Beside, fileStem, isPlain, KnownFile, type OwnRecord, restOf } from "./known-file.ts";
import { faceOf, type HeadChoice, isSince, type MemoryFile, textOfFile } from "./memory-file.ts";
import type { SnapshotBytes } from "./snapshot-bytes.ts";

/** What is not in the table itself. */
export interface FilesHead extends Beside {
  readonly table: TableHead;
  /** Names that more than one file claims. */
  readonly contested: readonly string[];
  /** How many rows each folder has, one after the other; those of a folder are the newest first. */
  readonly counts: readonly number[];
}

/** `voucherOf`: the record that vouches for a file, where the table has room for all there is to say of that. */
export function printFiles(
  folders: readonly (readonly MemoryFile[])[],
  voucherOf: (found: MemoryFile) => OwnRecord | undefined,
): { head: FilesHead; bytes: Iterable<Buffer> } {
  const words = new Map<string, number>();
  const word = (text: string): number => {
    const known = words.get(text) ?? words.size;
    words.set(text, known);
    return known;
  };
  // As most lists want them: sorting what is sorted already takes no time.
  const files = folders.flatMap((folder) => latestFirst(folder, timed));
  const { head: table, bytes } = printTable(files.map((found) => new PrintedRow(found, voucherOf(found), word)));
  const counts = folders.map(({ length }) => length);
  const rest = files.flatMap((found, n) => (isPlain(found) ? [] : [[n, restOf(found)] as const]));
  return {
    head: { table, contested: contestedAmong(files), counts, words: [...words.keys()], rest: Object.fromEntries(rest) },
    bytes,
  };
}

/** Names that more than one claims, in the order in which they are met. */
function contestedAmong(files: readonly MemoryFile[]): string[] {
  if (new Set(files.map(({ claim }) => claim)).size === files.length) return [];
  const met = new Set<string>();
  const contested = new Set<string>();
  for (const { claim } of files) (met.has(claim) ? contested : met).add(claim);
  return [...contested];
}

/** Its texts are put together when they are printed. */
class PrintedRow implements FileRow {
  readonly #found: MemoryFile;
  readonly kind: number;
  readonly status: number;
  readonly project: number;
  readonly seq: number;
  readonly op: number;
  readonly trust: number;

  constructor(found: MemoryFile, voucher: OwnRecord | undefined, word: (text: string) => number) {
    const { kind, status, project = "" } = faceOf(found);
    this.#found = found;
    this.kind = word(kind);
    this.status = word(status);
    this.project = word(project);
    this.seq = voucher?.seq ?? 0;
    this.op = word(voucher?.op ?? "");
    this.trust = word(voucher?.trust ?? "");
  }

  get path(): string {
    return this.#found.path;
  }

  get claim(): string {
    const { claim, path } = this.#found;
    return claim === fileStem(path) ? "" : claim;
  }

  /** Where it may come to stand for other bytes there is none: then the file is read again. */
  get stamp(): string {
    return this.#found.young ? "" : this.#found.stamp;
  }

  get hash(): string {
    return this.#found.hash;
  }

  get time(): string {
    return faceOf(this.#found).time;
  }

  get said(): string {
    return textOfFile(this.#found);
  }
}

function timed(found: MemoryFile): { time: string; name: string } {
  return { time: faceOf(found).time, name: found.claim };
}

export class KnownFiles {
  readonly contested: ReadonlySet<string>;
  readonly #table: FileTable;
  readonly #beside: Beside;
  readonly #counts: readonly number[];
  readonly #rest: readonly number[];
  readonly #files: KnownFile[] = [];

  /** They begin at `from`. */
  constructor(bytes: SnapshotBytes, from: number, { table, contested, counts, ...beside }: FilesHead) {
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
