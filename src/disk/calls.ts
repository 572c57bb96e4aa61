/**
 * The only importer of `node:fs` beside the watch: the closed set of system calls Cairn makes, all synchronous, each
 * through the gate.
 * `at` is what the kernel is given (on Linux often a path below an open descriptor), `path` what the call means.
 */

import fs from "node:fs";
import { isMissing, openedToWrite } from "./errors.ts";
import { gate, isWatched } from "./faults.ts";

export type FileKind = "file" | "folder" | "link" | "other";

export interface Stat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** When it was made, where the file system knows; otherwise 0 or as `ctimeNs`. */
  readonly bornNs: bigint;
  readonly ino: bigint;
  readonly dev: bigint;
  /** Permission bits only. */
  readonly mode: number;
  readonly nlink: number;
  readonly uid: number;
}

export interface StampParts extends Pick<Stat, "size" | "mtimeNs" | "ctimeNs" | "ino"> {
  readonly isLink: boolean;
  /** It goes by another name, too, and may be changed by that. */
  readonly isShared: boolean;
}

type Stamped = Pick<Stat, "mtimeNs" | "ctimeNs" | "ino"> & { readonly size: number | bigint };

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
/** Zero where the system has no such flag. `NONBLOCK`: opening a pipe must not wait for its other end. */
const O_NOFOLLOW = fs.constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = fs.constants.O_DIRECTORY ?? 0;
const O_NONBLOCK = fs.constants.O_NONBLOCK ?? 0;

/** How a file or folder may be opened. Only `follow` and `folder` go through a final symbolic link. */
const flagsOf = {
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  follow: O_RDONLY | O_NONBLOCK,
  create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
  append: O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
  extend: O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
  update: O_RDWR | O_NOFOLLOW | O_NONBLOCK,
  folder: O_RDONLY | O_DIRECTORY,
} as const;
type OpenMode = keyof typeof flagsOf;

export function open(at: string, path: string, mode: OpenMode): number {
  try {
    return gate("open", path, () => fs.openSync(at, flagsOf[mode], 0o600), { mode });
  } catch (error) {
    throw (flagsOf[mode] & O_RDWR) === 0 ? error : openedToWrite(error, fs.existsSync(path));
  }
}

export function close(fd: number, path: string): void {
  gate("close", path, () => fs.closeSync(fd), { fd });
}

/** May read fewer bytes than asked for; 0 is the end of the file. Without `offset`: where the descriptor stands. */
export function read(fd: number, path: string, into: Uint8Array, offset?: number): number {
  const take = () => fs.readSync(fd, into, 0, into.length, offset ?? null);
  return gate("read", path, take, offset === undefined ? { fd } : { fd, offset });
}

/** Small files are read into one room, one after the other, and what was read is copied out of it. */
const ROOM_BYTES = 16_384;
let room: Buffer | undefined;

/**
 * Opens, reads and closes an ordinary small file without a gate for each call: a root that nobody knows yet is a thousand of
 * them. Undefined where somebody listens, where it is no such file, or where it changed meanwhile: then it is read as ever.
 */
export function readQuick(at: string, path: string, maxBytes: number): { bytes: Buffer; stat: Stat } | undefined {
  if (isWatched()) return undefined;
  const take = () => {
    room ??= Buffer.allocUnsafeSlow(ROOM_BYTES);
    const fd = fs.openSync(at, flagsOf.read, 0o600);
    try {
      const found = statFrom(fs.fstatSync(fd, { bigint: true }));
      if (found.kind !== "file" || found.size > maxBytes || found.size >= ROOM_BYTES) return undefined;
      const got = fs.readSync(fd, room, 0, found.size + 1, 0);
      return got === found.size ? { bytes: Buffer.from(room.subarray(0, got)), stat: found } : undefined;
    } finally {
      fs.closeSync(fd);
    }
  };
  return gate("open", path, take, { mode: "read" });
}

/** May write fewer bytes than given. Without `offset`: where the descriptor stands, or the end if it appends. */
export function write(fd: number, path: string, bytes: Uint8Array, offset?: number): number {
  const put = (half: boolean) =>
    fs.writeSync(fd, bytes, 0, half ? Math.ceil(bytes.length / 2) : bytes.length, offset ?? null);
  return gate("write", path, put, offset === undefined ? { fd, bytes } : { fd, bytes, offset });
}

export function sync(fd: number, path: string): void {
  gate("sync", path, () => fs.fsyncSync(fd), { fd });
}

export function syncData(fd: number, path: string): void {
  gate("syncData", path, () => fs.fdatasyncSync(fd), { fd });
}

export function truncate(fd: number, path: string, size: number): void {
  gate("truncate", path, () => fs.ftruncateSync(fd, size), { fd, size });
}

export function chmod(fd: number, path: string, mode: number): void {
  gate("chmod", path, () => fs.fchmodSync(fd, mode), { fd, mode });
}

/** Of the link itself, if it is one. Undefined if nothing is there. */
export function stat(at: string, path: string): Stat | undefined {
  const found = lstat(at, path);
  return found && statFrom(found);
}

/** The stamp alone: a root is a thousand of these, and each `Stat` would be made for nothing. */
export function stamp(at: string, path: string): string | undefined {
  const found = lstat(at, path);
  return found && stampOf(found);
}

/** What a stamp is made of, for who compares by the parts. */
export function stampParts(at: string, path: string): StampParts | undefined {
  const found = lstat(at, path);
  if (found === undefined) return undefined;
  const { size, mtimeNs, ctimeNs, ino, nlink } = found;
  return { size: Number(size), mtimeNs, ctimeNs, ino, isLink: found.isSymbolicLink(), isShared: nlink > 1n };
}

/** Changes whenever the file's contents may have changed. */
export function stampOf({ size, mtimeNs, ctimeNs, ino }: Stamped): string {
  return `${size}:${mtimeNs}:${ctimeNs}:${ino}`;
}

export function fstat(fd: number, path: string): Stat {
  return statFrom(gate("fstat", path, () => fs.fstatSync(fd, { bigint: true }), { fd }));
}

export function list(at: string, path: string): FolderEntry[] {
  const found = gate("list", path, () => fs.readdirSync(at, { withFileTypes: true }));
  return found.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

export function makeFolder(at: string, path: string): void {
  gate("makeFolder", path, () => fs.mkdirSync(at, 0o700));
}

/** Only an empty one. */
export function removeFolder(path: string): void {
  gate("removeFolder", path, () => fs.rmdirSync(path));
}

/** Two ends of a `rename` or `link`: where the kernel finds them, and what they mean. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

export function rename(at: Ends, path: Ends): void {
  gate("rename", path.from, () => fs.renameSync(at.from, at.to), { to: path.to });
}

export function link(at: Ends, path: Ends): void {
  gate("link", path.from, () => fs.linkSync(at.from, at.to), { to: path.to });
}

export function unlink(at: string, path: string): void {
  gate("unlink", path, () => fs.unlinkSync(at));
}

export function realpath(path: string): string {
  return gate("realpath", path, () => fs.realpathSync.native(path));
}

export function readLink(at: string, path: string): string {
  return gate("readLink", path, () => fs.readlinkSync(at));
}

/** Throws the system's error where this process may not. */
export function mayWrite(path: string): void {
  gate("access", path, () => fs.accessSync(path, fs.constants.W_OK));
}

const EXACTLY = { bigint: true, throwIfNoEntry: false } as const;

/** Asked not to throw, Node still does when a folder above is a file. */
function lstat(at: string, path: string): fs.BigIntStats | undefined {
  try {
    return isWatched() ? gate("stat", path, () => fs.lstatSync(at, EXACTLY)) : fs.lstatSync(at, EXACTLY);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function statFrom(found: fs.BigIntStats): Stat {
  return {
    kind: kindOf(found),
    size: Number(found.size),
    mtimeNs: found.mtimeNs,
    ctimeNs: found.ctimeNs,
    bornNs: found.birthtimeNs,
    ino: found.ino,
    dev: found.dev,
    mode: Number(found.mode) & 0o7777,
    nlink: Number(found.nlink),
    uid: Number(found.uid),
  };
}

function kindOf(found: Pick<fs.Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): FileKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  return found.isSymbolicLink() ? "link" : "other";
}
