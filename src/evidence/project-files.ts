/**
 * The files of a project, listed once: every path below it, folders too, but for what is built, fetched or hidden. Links
 * are not followed, and a project that cannot be listed whole is not listed at all: what was not seen is not gone.
 */

import { join } from "node:path";
import { codeOf, folderEntries } from "../disk/files.ts";
import { under } from "../text/relative-path.ts";

/** Neither a person's work nor anything a statement is about. */
const PASSED_OVER = new Set(
  "node_modules bower_components vendor dist build out target coverage __pycache__ venv env site-packages Pods".split(
    " ",
  ),
);
const MOST = 20_000;
const DEEPEST = 16;

/** Relative, with `/`, in order. Undefined where there are more than can be looked at, or some may not be. */
export function filesOf(project: string): string[] | undefined {
  const found: string[] = [];
  return listInto(project, "", 0, found) ? found.sort() : undefined;
}

/** True if nothing was left out. */
function listInto(project: string, below: string, depth: number, found: string[]): boolean {
  const entries = projectEntriesOf(join(project, below));
  if (entries === undefined) return false;
  for (const { name, kind } of entries) {
    if (found.length >= MOST || depth > DEEPEST) return false;
    if (isPassedOver(name) || (kind !== "file" && kind !== "folder")) continue;
    const path = under(below, name);
    found.push(path);
    if (kind === "folder" && !listInto(project, path, depth + 1, found)) return false;
  }
  return true;
}

function isPassedOver(name: string): boolean {
  return (
    PASSED_OVER.has(name) || (name.startsWith(".") && name !== ".github" && !/^\.[\w-]+\.\w+$|^\.\w+rc$/.test(name))
  );
}

/** No name a person gives, but one that prints as several lines, or as another: nothing is said of it. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Undefined where it may not be looked into. */
export function projectEntriesOf(folder: string): ReturnType<typeof folderEntries> {
  try {
    return (folderEntries(folder) ?? []).filter(({ name }) => !UNPRINTABLE.test(name));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
