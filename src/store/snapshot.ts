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
import type { Standing, Sum } from "./book.ts";
import { type Found, faceOf } from "./found.ts";
import { under } from "./ground.ts";
import { asciiJson, type FileRow, KnownFile, rowOf, soleVoucher, standingIn, textOf } from "./known-file.ts";
import type { LogPosition } from "./log-position.ts";

/** Changes whenever a file would be read differently. */
const VERSION = 2;
const LARGEST = 256_000_000;
/** Below this many files reading them is as fast. */
const FEW = 50;
/** Rewritten when this share of it is out of date. */
const SHARE = 0.02;

export interface KnownFolder {
  readonly path: string;
  readonly mtimeNs: bigint;
  readonly files: readonly Found[];
  /** Names of files of which nothing is known but a problem. */
  readonly unread: readonly string[];
  readonly folders: readonly string[];
}

export interface Snapshot {
  readonly folders: readonly KnownFolder[];
  readonly problems: readonly Problem[];
  readonly sum: Sum;
  /** Nothing had been done by other programs that the log does not tell of. */
  readonly explained: boolean;
}

type FolderRow = readonly [
  path: string,
  time: string,
  files: readonly FileRow[],
  unread: readonly string[],
  folders: readonly string[],
];

/** The first line of the file. Behind it stand the texts of all files, in the order of the rows. */
interface Head {
  readonly version: number;
  readonly boot: string;
  readonly position: LogPosition;
  readonly explained: boolean;
  readonly folders: readonly FolderRow[];
  readonly standings: readonly (readonly [path: string, Standing])[];
  readonly problems: readonly Problem[];
  /** Bytes of texts behind the line. */
  readonly texts: number;
}

export function readSnapshot(state: string): Snapshot | undefined {
  const bytes = readFileAt(pathIn(state), LARGEST);
  const head = bytes === undefined ? undefined : headIn(bytes);
  return bytes === undefined || head === undefined ? undefined : unpacked(head, bytes);
}

/** Is it worth writing? `changed` counts the files that came, changed or went since it was read. */
export function isWorthKeeping(size: number, changed: number): boolean {
  return size >= FEW && changed > size * SHARE;
}

export function writeSnapshot(state: string, { folders, problems, sum, explained }: Snapshot): void {
  const texts: string[] = [];
  const standings = new Map(sum.standings);
  const pack = (found: Found): FileRow => {
    const text = textOf(found);
    const voucher = soleVoucher(found, standings.get(found.path));
    if (voucher !== undefined) standings.delete(found.path);
    texts.push(text);
    return rowOf(found, text.length, voucher);
  };
  const packed = folders.map(({ path, mtimeNs, files, unread, folders: below }): FolderRow => {
    return [path, String(mtimeNs), [...files].sort(newestFirst).map(pack), unread, below];
  });
  const length = texts.reduce((bytes, text) => bytes + text.length, 0);
  const rest = { position: sum.position, explained, standings: [...standings], problems, texts: length };
  const head: Head = { version: VERSION, boot: thisBoot(), folders: packed, ...rest };
  replaceFileQuick(pathIn(state), Buffer.from(`${asciiJson(head)}\n${texts.join("")}`, "latin1"));
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

function unpacked(head: Head, bytes: Buffer): Snapshot {
  let at = bytes.length - head.texts;
  const standings = new Map(head.standings);
  const folders = head.folders.map(([path, time, rows, unread, below]) => {
    const files = rows.map((row) => {
      const file = new KnownFile(under(path, row[0]), row, bytes, at);
      const standing = standingIn(row);
      if (standing !== undefined) standings.set(file.path, standing);
      at += row[9];
      return file;
    });
    return { path, mtimeNs: BigInt(time), files, unread, folders: below };
  });
  const { position, problems, explained } = head;
  return { folders, problems, explained, sum: { position, standings } };
}

/** As most lists want them: sorting what is sorted already takes no time. */
function newestFirst(a: Found, b: Found): number {
  const [x, y] = [timeOf(a), timeOf(b)];
  return x < y ? 1 : x > y ? -1 : a.claim < b.claim ? -1 : 1;
}

function timeOf(found: Found): string {
  const { updated, created } = faceOf(found);
  return updated ?? created ?? "";
}

function pathIn(state: string): string {
  return join(state, "index", "catalog");
}
