/**
 * What a process knew of a root when it ended, so that the next one need not read every file and all of the log again.
 * Derived: deleting it costs time. It counts only for the log it was taken with and until the machine starts anew, and
 * every folder's time and every file's stamp is compared before anything in it is believed.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { thisBoot } from "../disk/owner.ts";
import type { Problem } from "../model/memory.ts";
import { nameIn } from "../text/relative-path.ts";
import type { Standings, Sum, TakenSum } from "./history.ts";
import { soleVoucher } from "./known-file.ts";
import { type FilesHead, KnownFiles, printFiles } from "./known-files.ts";
import type { LogPosition } from "./log-position.ts";
import { asciiJson, type MemoryFile } from "./memory-file.ts";
import { type SnapshotBytes, snapshotBytesAt } from "./snapshot-bytes.ts";
import type { PathStanding } from "./version.ts";

/** Changes whenever a file would be read differently. */
const VERSION = 7;
const LARGEST = 256_000_000;
/** Below this many files reading them is as fast. */
const FEW = 50;
/** Rewritten when this share of it is out of date. */
const SHARE = 0.02;

interface Folder {
  readonly path: string;
  readonly mtimeNs: bigint;
  readonly folders: readonly string[];
}

export interface TakenFolder extends Folder {
  readonly files: readonly MemoryFile[];
  /** Names of files of which nothing is known but a problem. */
  readonly unread: readonly string[];
}

export interface KnownFolder extends Folder {
  /** Of all its files. */
  readonly names: () => Iterable<string>;
}

interface Content<F extends Folder> {
  readonly folders: readonly F[];
  readonly problems: readonly Problem[];
  /** Nothing had been done by other programs that the log does not tell of. */
  readonly explained: boolean;
}

interface Taken extends Content<TakenFolder> {
  readonly sum: TakenSum;
}

export interface Snapshot extends Content<KnownFolder> {
  readonly sum: Sum;
  readonly files: KnownFiles;
}

/** The first line of the file. Behind it stands the table of its files. */
interface Head {
  readonly version: number;
  readonly boot: string;
  readonly position: LogPosition;
  readonly explained: boolean;
  readonly folders: readonly FolderRow[];
  readonly files: FilesHead;
  /** Of the paths of which the table does not say everything. */
  readonly standings: readonly (readonly [path: string, PathStanding])[];
  readonly problems: readonly Problem[];
}

/** How many files it has, the table says. */
type FolderRow = readonly [path: string, time: string, unread: readonly string[], folders: readonly string[]];

interface Known {
  readonly size: number;
  /** Files that came, changed or went since it was read. */
  readonly changed: number;
}

/** Records since it was read. */
interface Recorded {
  readonly added: number;
}

/** What a process came to know since the snapshot, be it that which it read or the last it wrote. */
export class SnapshotNews {
  #changed = 0;
  #added = 0;

  /** Is it worth writing? Records that were added are read by each process; a change is mostly told by two. */
  areWorthKeeping({ size, changed }: Known, { added }: Recorded): boolean {
    return size >= FEW && Math.max(changed - this.#changed, (added - this.#added) / 2) > size * SHARE;
  }

  wereKept({ changed }: Known, { added }: Recorded): void {
    this.#changed = changed;
    this.#added = added;
  }
}

export function writeSnapshot(state: string, { folders, problems, sum, explained }: Taken): void {
  const told = new Set<string>();
  const voucherOf = (found: MemoryFile) => {
    const voucher = soleVoucher(found, sum.standingOf(found.path));
    if (voucher !== undefined) told.add(found.path);
    return voucher;
  };
  const { head: files, bytes } = printFiles(
    folders.map((folder) => folder.files),
    voucherOf,
  );
  const head: Head = {
    version: VERSION,
    boot: thisBoot(),
    position: sum.position,
    explained,
    folders: folders.map(({ path, mtimeNs, unread, folders: below }) => [path, String(mtimeNs), unread, below]),
    files,
    standings: [...standingsBut(told, sum)],
    problems,
  };
  replaceFileQuick(pathIn(state), pieces(head, bytes));
}

function* pieces(head: Head, bytes: Iterable<Buffer>): Generator<Buffer> {
  yield Buffer.from(`${asciiJson(head)}\n`, "latin1");
  yield* bytes;
}

/** Of the paths of which the table does not say everything. */
function* standingsBut(told: ReadonlySet<string>, { paths, standingOf }: TakenSum): Generator<[string, PathStanding]> {
  for (const path of paths) {
    const standing = told.has(path) ? undefined : standingOf(path);
    if (standing !== undefined) yield [path, standing];
  }
}

/** `isBrief`: by a process that ends in a moment. */
export function readSnapshot(state: string, how: { readonly isBrief?: boolean } = {}): Snapshot | undefined {
  const bytes = snapshotBytesAt(pathIn(state), LARGEST, how);
  const line = bytes === undefined ? undefined : firstLine(bytes);
  const head = line === undefined ? undefined : headIn(line);
  if (bytes === undefined || line === undefined || head === undefined) return undefined;
  const files = new KnownFiles(bytes, line.length + 1, head.files);
  if (!files.isWhole) return undefined;
  const { position, problems, explained } = head;
  const standings = new KnownStandings(files, new Map(head.standings));
  return { folders: foldersIn(head, files), files, problems, explained, sum: { position, standings } };
}

const LINE_BYTES = 16_384;

/** In ASCII. */
function firstLine(bytes: SnapshotBytes): string | undefined {
  for (let length = LINE_BYTES; ; length *= 4) {
    const read = bytes.bytes(0, Math.min(length, bytes.length));
    const end = read.indexOf(10);
    if (end >= 0) return read.toString("latin1", 0, end);
    if (length >= bytes.length) return undefined;
  }
}

/** Undefined where it is torn, foreign, of another version, or of before the machine was started. */
function headIn(line: string): Head | undefined {
  try {
    const head = JSON.parse(line) as Head;
    return head.version === VERSION && head.boot === thisBoot() ? head : undefined;
  } catch {
    return undefined; // torn or foreign: the files are read instead
  }
}

function foldersIn({ folders }: Head, files: KnownFiles): KnownFolder[] {
  return folders.map(([path, time, unread, below], n) => {
    const names = () => [...files.ofFolder(n).map((found) => nameIn(found.path)), ...unread];
    return { path, mtimeNs: BigInt(time), folders: below, names };
  });
}

/** What the log adds up to, as far as the table says it, and the rest beside it. */
class KnownStandings implements Standings {
  readonly #files: KnownFiles;
  readonly #others: ReadonlyMap<string, PathStanding>;

  constructor(files: KnownFiles, others: ReadonlyMap<string, PathStanding>) {
    this.#files = files;
    this.#others = others;
  }

  get(path: string): PathStanding | undefined {
    return this.#others.get(path) ?? this.#files.at(path)?.standing;
  }

  /** What the table has room for is Cairn's own. */
  strange(): Iterable<string> {
    return this.#others.keys();
  }

  *[Symbol.iterator](): Generator<[string, PathStanding]> {
    yield* this.#others;
    for (const { path, standing } of this.#files.all()) if (standing !== undefined) yield [path, standing];
  }
}

function pathIn(state: string): string {
  return join(state, "index", "catalog");
}
