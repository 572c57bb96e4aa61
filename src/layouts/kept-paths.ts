/** Which path of a source a memory may keep here: none that leads out, and none that is not a plain one. Pure. */

import { isMemoryPath } from "../model/file-name.ts";
import { type Kind, kindRow } from "../model/kind.ts";
import type { MemoryId } from "../model/memory.ts";

const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** Names of the source are kept where they are plain ones. */
export function isSafe(path: string): boolean {
  const parts = path.split("/");
  return isMemoryPath(path) && path.length <= 180 && parts.every((part) => NAME.test(part) && part !== "..");
}

const STRANGE = /[\\\p{Cc}\p{Cf}:*?"<>|]|%(?:2e|2f|5c|00)/iu;
const LEADS_OUT = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/~]|^[a-z]:|%(?:2e|2f|5c|00)/i;

/** Of a bundle, whoever made it: no name in it leads anywhere but below the root, nor takes a memory's name for a folder. */
export function isInside(path: string): boolean {
  const parts = path.split("/");
  if (parts.slice(0, -1).some((folder) => /\.md$/i.test(folder))) return false;
  const isPlain = (part: string) =>
    part !== "" && !part.startsWith(".") && !STRANGE.test(part) && Buffer.byteLength(part) <= 200;
  return isMemoryPath(path) && parts.length <= 8 && parts.every(isPlain);
}

/** Why nothing is restored at such a path. */
export function whyNotInside(path: string): string {
  return LEADS_OUT.test(path) ? "its name leads out of the memories" : "no memory can be called so";
}

/** Where the words of a name cannot stand as they are, its day and number do. */
export function numberKept(path: string | undefined, kind: Kind, id: MemoryId): string | undefined {
  const { folder, naming } = kindRow(kind);
  const [, number] = /\/(\d{4}-\d{2}-\d{2}_\d{3,6})_[^/]*$/.exec(path ?? "") ?? [];
  return naming.by === "number" && number !== undefined ? `${folder}/${number}_${id}.md` : undefined;
}

/** Below the kind's own folder, and at its own depth. */
export function fits(path: string, kind: Kind): boolean {
  const { folder, naming } = kindRow(kind);
  if (naming.by === "number" && !/^\d{4}-\d{2}-\d{2}_\d{3,6}_/.test(path.slice(folder.length + 1))) return false;
  return folder !== "" && path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/");
}
