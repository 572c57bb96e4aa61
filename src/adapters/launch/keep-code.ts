/** Writes compiled code down for the next run, and takes away what older versions left. */

import { dirname, join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { folderEntries, removeFile, statOf } from "../../disk/files.ts";

const MOST_KEPT = 64;

/** The code twice, behind its key: see `code-cache.ts`. */
export function keepCode(place: string, key: Buffer, code: Buffer): void {
  try {
    replaceFileQuick(place, Buffer.concat([key, code, code]));
    removeOldest(dirname(place));
  } catch {
    // A full or read-only disk: the next run compiles again, and nobody is bothered.
  }
}

/** What older versions left goes when there is too much of it. */
function removeOldest(folder: string): void {
  const files = (folderEntries(folder) ?? []).map(({ name }) => join(folder, name));
  if (files.length <= MOST_KEPT) return;
  const age = (path: string) => Number(statOf(path)?.mtimeNs ?? 0n);
  for (const path of files.sort((a, b) => age(a) - age(b)).slice(0, files.length - MOST_KEPT)) removeFile(path);
}
