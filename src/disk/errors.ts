/** What the system's error codes mean. */

import { dirname } from "node:path";
import { CairnError, type ErrorCode } from "../model/error.ts";

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Nothing is there, or what should be a folder above it is none. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** It is there, perhaps, and may not be looked at. */
export function isDenied(error: unknown): boolean {
  const code = codeOf(error);
  return code === "EACCES" || code === "EPERM";
}

export function unlessMissing<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Lets pass what the disk refuses, and only that: for what nobody relies on, or somebody does again later. */
export function bestEffort(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

const FREE_SPACE = "The disk is full: free some space and try again.";
const PERMISSION = "Check who owns the folder and whether it may be written.";
const NO_SUCH_CALL = "The file system cannot do what Cairn needs: set CAIRN_HOME to a folder on a local disk.";
const IN_THE_WAY = "Something else stands where Cairn keeps a file or folder: move it out of the way.";
const TOO_MANY = "Too many files are open: close some programs and try again.";

/** The disk said no: each code with what a person can do about it. */
const refusals: Readonly<Record<string, string>> = {
  ENOSPC: FREE_SPACE,
  EDQUOT: "The quota is used up: free some space and try again.",
  EIO: "The disk reports an error: check it before you go on.",
  EROFS: "The file system is read-only: make it writable, or move the folder.",
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EBUSY: "Another program holds the file: close it and try again.",
  EXDEV: "The folder spans two file systems: put it on one.",
  ENOTSUP: NO_SUCH_CALL,
  EOPNOTSUPP: NO_SUCH_CALL,
  ENOSYS: NO_SUCH_CALL,
  EINVAL: NO_SUCH_CALL,
  EMLINK: NO_SUCH_CALL,
  EISDIR: IN_THE_WAY,
  ENAMETOOLONG: "A name is longer than the file system takes: shorten it.",
  EFBIG: "The file is larger than the file system takes: shorten it.",
  ESTALE: "The network disk has lost the file: try again.",
  ETIMEDOUT: "The network disk does not answer: try again when it does.",
};

/** The disk said no; it may say yes the next time. */
export function isRefused(error: unknown): boolean {
  return Object.hasOwn(refusals, codeOf(error) ?? "") || takesNoFolder(error);
}

/** Where no folder can be made, as in `/proc` or below what was taken away, the system says that nothing is there. */
function takesNoFolder(error: unknown): boolean {
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return isMissing(error) && (syscall === "mkdir" || syscall === "makeFolder");
}

/** The error to throw when `what` ("the memory", "the settings") could not be saved. Anything unknown stays as it is. */
export function notSaved(error: unknown, what: string): unknown {
  return refused(error, (code) => `Not saved: ${what} (${code}).`);
}

/** The same when the change was made, but the disk did not confirm it. */
export function maybeSaved(error: unknown, what: string): unknown {
  return refused(error, (code) => `It is not certain that ${what} was saved (${code}).`);
}

/** The same when the first of several changes were made and stay. Of a refusal that said otherwise only the reason is left. */
export function partlyDone(error: unknown, what: string): unknown {
  const reason = error instanceof CairnError && isRefused(error.cause) ? error.cause : error;
  if (!(reason instanceof CairnError)) return refused(reason, (code) => `Only a part was done of ${what} (${code}).`);
  const { code, hint, message } = reason;
  return new CairnError(code, `Only a part was done of ${what}. ${message}`, { hint, cause: reason });
}

/** The same when something could not be read. */
export function notRead(error: unknown): unknown {
  return refused(error, (code) => `Not done: the disk does not let Cairn read (${code}).`, "ROOT_UNAVAILABLE");
}

/** The same where anything may have been under way: the call that failed tells whether it was to read or to write. */
export function notDone(error: unknown): unknown {
  if (READING.has((error as NodeJS.ErrnoException)?.syscall ?? "")) return notRead(error);
  return refused(error, (code) => `Not done: the disk does not let Cairn write (${code}).`);
}

/** As the system names them, and as the gate does. */
const READING: ReadonlySet<string> = new Set([
  "open",
  "read",
  "scandir",
  "list",
  "lstat",
  "stat",
  "fstat",
  "realpath",
  "readlink",
  "readLink",
]);
/** What a name was to be put into or taken out of refuses, and not what the name stands for. */
const IN_FOLDER: ReadonlySet<string> = new Set([
  "open to make",
  "mkdir",
  "makeFolder",
  "rmdir",
  "removeFolder",
  "rename",
  "link",
  "unlink",
]);

/** The system calls every way of opening "open"; this says which it was. */
export function openedToWrite(error: unknown, isThere: boolean): unknown {
  const syscall = isThere ? "open to write" : "open to make";
  return codeOf(error) === undefined ? error : Object.assign(error as Error, { syscall });
}

function refused(error: unknown, message: (code: string) => string, as: ErrorCode = "NOT_SAVED"): unknown {
  // A folder where a file of Cairn's own should be: opened, it is found out before the system says so.
  const isFolder = error instanceof Error && error.name === "NotAFileError";
  const code = isFolder ? "EISDIR" : (codeOf(error) ?? "");
  if (!isFolder && !isRefused(error)) return error;
  return new CairnError(as, message(code), { hint: hintFor(error, code), cause: error });
}

const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);
const MOVE =
  "The file system has no hard links, which Cairn needs: move the folder to a local disk (CAIRN_HOME for Cairn's own, the setting memoryDir for the memories).";

/** What a person can do about it. A code means something else where a name was to be linked. */
function hintFor(error: unknown, code = codeOf(error) ?? ""): string {
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === "link" && NO_HARD_LINKS.has(code)) return MOVE;
  if (takesNoFolder(error))
    return `No folder can be made at ${path}: set HOME, or CAIRN_HOME for Cairn's own, to a place that can be written.`;
  const hint = refusals[code] ?? "";
  if (!path?.startsWith("/") || path.startsWith("/proc/")) return hint;
  if (hint === IN_THE_WAY)
    return `${path} is a folder, or no ordinary file, where Cairn keeps one: move it out of the way.`;
  if (hint !== PERMISSION) return hint;
  return permissionOn(IN_FOLDER.has(syscall ?? "") ? dirname(path) : path);
}

/** Where it is known which file or folder it was. */
export function permissionOn(path: string): string {
  return `Check who owns ${path}, and whether you may read and write it (ls -ld shows both).`;
}

/** A disk that refuses, or a lock that is busy, costs what could wait anyway: undefined then. */
export async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(notSaved(error, "") instanceof CairnError)) throw error;
    return undefined;
  }
}
