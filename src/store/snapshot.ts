/**
 * What a process knew of a root when it ended, so that the next one need not read every file and all of the log again.
 * Derived: deleting it costs time. It counts only for the log it was taken with and until the machine starts anew, and
 * every folder's time and every file's stamp is compared before anything in it is believed.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import { thisBoot } from "../disk/owner.ts";
import type { Problem } from "../model/memory.ts";
import type { Standings, Sum } from "./history.ts";
import { type FileTable, KnownFile, soleVoucher, type TableEntry, tableOf } from "./known-file.ts";
import type { LogPosition } from "./log-position.ts";
import { asciiJson, faceOf, type MemoryFile, textOfFile } from "./memory-file.ts";
import type { PathStanding } from "./version.ts";

/** Changes whenever a file would be read differently. */
const VERSION = 4;
const LARGEST = 256_000_000;
/** Below this many files reading them is as fast. */
const FEW = 50;
/** Rewritten when this share of it is out of date. */
const SHARE = 0.02;

export interface KnownFolder {
  readonly path: string;
  readonly mtimeNs: bigint;
  readonly files: readonly MemoryFile[];
  /** Names of files of which nothing is known but a problem. */
  readonly unread: readonly string[];
  readonly folders: readonly string[];
}

interface Content {
  readonly folders: readonly KnownFolder[];
  readonly problems: readonly Problem[];
  /** Nothing had been done by other programs that the log does not tell of. */
  readonly explained: boolean;
}

interface Taken extends Content {
  readonly sum: Sum<Iterable<[string, PathStanding]>>;
}

export interface Snapshot extends Content {
  readonly sum: Sum;
  /** Among these are all that take another's place. */
  readonly superseding: readonly MemoryFile[];
}

/** The first line of the file. Behind it stand the texts of all files, in the order of the table. */
interface Head {
  readonly version: number;
  readonly boot: string;
  readonly position: LogPosition;
  readonly explained: boolean;
  readonly folders: readonly FolderRow[];
  readonly files: FileTable;
  /** Of the paths of which the table does not say everything. */
  readonly standings: readonly (readonly [path: string, PathStanding])[];
  readonly problems: readonly Problem[];
  /** Bytes of texts behind the line. */
  readonly texts: number;
}

/** Its files follow those of the folder before. */
type FolderRow = readonly [
  path: string,
  time: string,
  files: number,
  unread: readonly string[],
  folders: readonly string[],
];

/** Is it worth writing? `changed` counts the files that came, changed or went since it was read. */
export function isWorthKeeping(size: number, changed: number): boolean {
  return size >= FEW && changed > size * SHARE;
}

export function writeSnapshot(state: string, { folders, problems, sum, explained }: Taken): void {
  const standings = new Map(sum.standings);
  const entries = folders
    .flatMap(({ files }) => [...files].sort(newestFirst))
    .map((found): TableEntry => {
      const voucher = soleVoucher(found, standings.get(found.path));
      if (voucher !== undefined) standings.delete(found.path);
      return { found, text: textOfFile(found), voucher };
    });
  const texts = entries.map(({ text }) => text).join("");
  const head: Head = {
    version: VERSION,
    boot: thisBoot(),
    position: sum.position,
    explained,
    folders: folders.map(({ path, mtimeNs, files, unread, folders: below }) => {
      return [path, String(mtimeNs), files.length, unread, below];
    }),
    files: tableOf(entries),
    standings: [...standings],
    problems,
    texts: texts.length,
  };
  replaceFileQuick(pathIn(state), Buffer.from(`${asciiJson(head)}\n${texts}`, "latin1"));
}

export function readSnapshot(state: string): Snapshot | undefined {
  const bytes = readFileAt(pathIn(state), LARGEST);
  const head = bytes === undefined ? undefined : headIn(bytes);
  if (bytes === undefined || head === undefined) return undefined;
  const files = filesIn(head, bytes);
  const { position, problems, explained } = head;
  const standings = new KnownStandings(files, new Map(head.standings));
  const superseding = Object.keys(head.files.rest).flatMap((n) => files[Number(n)] ?? []);
  return { folders: foldersIn(head, files), problems, explained, superseding, sum: { position, standings } };
}

/** Undefined where it is torn, foreign, of another version, or of before the machine was started. */
function headIn(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(10);
  if (end < 0 || bytes.includes(0)) return undefined;
  try {
    const head = JSON.parse(bytes.toString("latin1", 0, end)) as Head;
    const isWhole = head.version === VERSION && end + 1 + head.texts === bytes.length;
    return isWhole && head.boot === thisBoot() ? head : undefined;
  } catch {
    return undefined; // torn or foreign: the files are read instead
  }
}

function filesIn({ files, texts }: Head, bytes: Buffer): KnownFile[] {
  let from = bytes.length - texts;
  return files.lengths.map((length, n) => {
    const file = new KnownFile(files, n, bytes, from);
    from += length;
    return file;
  });
}

function foldersIn({ folders }: Head, files: readonly KnownFile[]): KnownFolder[] {
  let from = 0;
  return folders.map(([path, time, count, unread, below]) => {
    const own = files.slice(from, from + count);
    from += count;
    return { path, mtimeNs: BigInt(time), files: own, unread, folders: below };
  });
}

/** What the log adds up to, as far as the table says it, and the rest beside it. */
class KnownStandings implements Standings {
  readonly #files: readonly KnownFile[];
  readonly #others: ReadonlyMap<string, PathStanding>;
  /** Put in order when first asked. */
  #byPath: Map<string, KnownFile> | undefined;

  constructor(files: readonly KnownFile[], others: ReadonlyMap<string, PathStanding>) {
    this.#files = files;
    this.#others = others;
  }

  get(path: string): PathStanding | undefined {
    this.#byPath ??= new Map(this.#files.filter(({ isVouched }) => isVouched).map((file) => [file.path, file]));
    return this.#byPath.get(path)?.standing ?? this.#others.get(path);
  }

  /** What the table has room for is Cairn's own. */
  strange(): Iterable<string> {
    return this.#others.keys();
  }

  *[Symbol.iterator](): Generator<[string, PathStanding]> {
    yield* this.#others;
    for (const { path, standing } of this.#files) if (standing !== undefined) yield [path, standing];
  }
}

/** As most lists want them: sorting what is sorted already takes no time. */
function newestFirst(a: MemoryFile, b: MemoryFile): number {
  const [x, y] = [faceOf(a).time, faceOf(b).time];
  return x < y ? 1 : x > y ? -1 : a.claim < b.claim ? -1 : 1;
}

function pathIn(state: string): string {
  return join(state, "index", "catalog");
}
