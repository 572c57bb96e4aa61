/**
 * What somebody saw who looked at a place on the disk, in a few signs: while they are the same, whoever looks again sees
 * the same. Loaded before everything else, so it knows nothing but the calls.
 */

import { list, realpath, stampOf, stat } from "./calls.ts";
import { codeOf } from "./errors.ts";

/**
 * `what`: whatever stands there, its contents too. `which`: a folder that was only passed through; what is put into it
 * does not count. `names`: what a folder holds. `real`: where a path leads.
 */
export type Look = readonly [how: "what" | "which" | "names" | "real", path: string];

/** Of a larger folder only whether it was changed is told. */
const MOST_NAMES = 200;

export function seenAt([how, path]: Look): string {
  try {
    if (how === "real") return realpath(path);
    return how === "names" ? namesIn(path) : standing(path, how);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  }
}

function standing(path: string, how: "what" | "which"): string {
  const found = stat(path, path);
  if (found === undefined) return "";
  if (found.kind === "folder" && how === "which") return `${found.ino}`;
  const own = `${stampOf(found)}:${found.mode}`;
  return found.kind === "link" ? `${own} ${standing(realpath(path), how)}` : own;
}

function namesIn(path: string): string {
  const entries = list(path, path);
  return entries.length > MOST_NAMES
    ? standing(path, "what")
    : entries
        .map(({ name, kind }) => `${name}:${kind}`)
        .sort()
        .join("/");
}
