/**
 * The door to the disk for the layers above: files and folders by path, for what lies below CAIRN_HOME or is only read.
 * Memory files are reached through a `Folder`, which nobody can swap. All calls are synchronous.
 */

import { dirname, join, resolve } from "node:path";
import * as calls from "./calls.ts";
import { bestEffort, codeOf, isMissing, isRefused, unlessMissing } from "./errors.ts";
import { closing, OpenFile } from "./open-file.ts";

export { type FileKind, type FolderEntry as Entry, type Stat, stampOf } from "./calls.ts";
export {
  bestEffort,
  codeOf,
  isDenied,
  isMissing,
  isRefused,
  maybeSaved,
  notDone,
  notRead,
  notSaved,
  partlyDone,
  permissionOn,
  unlessMissing,
  unlessRefused,
} from "./errors.ts";
export { Folder, inFolder, makeFolders, type Within } from "./folder.ts";
export { closing, NotAFileError, OpenFile, TooLargeError } from "./open-file.ts";

/** Of the link itself, if it is one. Undefined if nothing is there. */
export function statOf(path: string): calls.Stat | undefined {
  return calls.stat(path, path);
}

/** The stamp of what stands there, a link's own too: for who compares thousands. Undefined if nothing is there. */
export function stampAt(path: string): string | undefined {
  return calls.stamp(path, path);
}

/** The same in its parts, and whether it is a link. */
export function stampPartsAt(path: string): calls.StampParts | undefined {
  return calls.stampParts(path, path);
}

/** Clocks of file systems tick in steps of up to ten milliseconds; two machines' clocks differ by more. */
const YOUNG_MS = 50;

/** Changed so lately that it may change again under the same stamp: who reads it now must not rely on that for good. */
export function isYoung({ ctimeNs }: calls.Stat): boolean {
  return Date.now() - Number(ctimeNs / 1_000_000n) < YOUNG_MS;
}

/** An ordinary file, or a link to anything. */
export function fileExists(path: string): boolean {
  const kind = statOf(path)?.kind;
  return kind === "file" || kind === "link";
}

/** May something be put there? What is not there yet is judged by the folder it would be made in. */
export function isWritable(path: string): boolean {
  try {
    calls.mayWrite(path);
    return true;
  } catch (error) {
    if (isMissing(error) && dirname(path) !== path) return isWritable(dirname(path));
    if (isRefused(error)) return false;
    throw error;
  }
}

/** Undefined if nothing is there. */
export function realPathOf(path: string): string | undefined {
  return unlessMissing(() => calls.realpath(resolve(path)));
}

/** What a symbolic link says. Undefined if nothing is there. */
export function linkTargetOf(path: string): string | undefined {
  return unlessMissing(() => calls.readLink(path, path));
}

/** Undefined if there is no such folder. */
export function folderEntries(path: string): calls.FolderEntry[] | undefined {
  return unlessMissing(() => calls.list(path, path));
}

/** `read` follows a symbolic link, the others refuse it. */
export function openAt(path: string, mode: "read" | "create" | "append" | "update"): OpenFile {
  return new OpenFile(calls.open(path, path, mode === "read" ? "follow" : mode), path);
}

/** Undefined if missing. Follows a symbolic link. Throws `TooLargeError`, `NotAFileError`. */
export function readFileAt(path: string, maxBytes: number): Buffer | undefined {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return undefined;
  try {
    return file.readAll(maxBytes);
  } finally {
    bestEffort(() => file.close());
  }
}

/**
 * One write, so that lines of several processes never mix; not synced. The newline is added. Once more where lines were
 * taken out of the file just then: whoever did that may have looked for added ones before.
 */
export function appendLine(path: string, line: string): void {
  const append = () =>
    closing(openAt(path, "append"), (file) => {
      file.write(Buffer.from(`${line}\n`));
      return file.isReplaced;
    });
  if (append()) append();
}

/** False if it was not there. */
export function removeFile(path: string): boolean {
  return (
    unlessMissing(() => {
      calls.unlink(path, path);
      return true;
    }) ?? false
  );
}

/** False if something is in it, or it is not there. */
export function removeEmptyFolder(path: string): boolean {
  try {
    calls.removeFolder(path);
    return true;
  } catch (error) {
    if (isMissing(error) || ["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/** A folder with all that is in it: for scratch below CAIRN_HOME, never for what a person put somewhere. Links are not followed. */
export function removeScratch(path: string): void {
  for (const { name, kind } of folderEntries(path) ?? []) {
    const place = join(path, name);
    if (kind === "folder") removeScratch(place);
    else removeFile(place);
  }
  removeEmptyFolder(path);
}
