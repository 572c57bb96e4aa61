/**
 * Moving what is left of a project to where it is now, by a plan. Nothing is overwritten, and every memory is at every
 * moment whole in one of the two places; a second move finishes what the first began.
 */

import { basename, dirname, join } from "node:path";
import { createFile } from "../disk/durable.ts";
import { codeOf, type Folder, folderEntries, inFolder, makeFolders, unlessMissing } from "../disk/files.ts";
import { LARGEST, type MovePlan, type StatePart, sameBytes, survey } from "./move-plan.ts";
import { stateFolder } from "./root-names.ts";

interface Moved {
  readonly moved: readonly string[];
  /** Taken at the new place since the plan was made: left where they are. */
  readonly clashes: readonly string[];
}

/**
 * Carries a plan out, under both roots' locks. The history goes first: should this be the last thing that happens, the
 * files that follow later are still vouched for.
 */
export function carryOutMove(cairnHome: string, plan: MovePlan): Moved {
  const { from, to, files, doubles, state, stateKept } = plan;
  for (const part of state) moveState(cairnHome, part, from.key, to.key);
  if (stateKept.includes("inbox")) joinInboxes(stateFolder(cairnHome, from.key), stateFolder(cairnHome, to.key));
  const moved = files.filter((path) => moveFile(from.path, to.path, path));
  for (const path of doubles) dropDouble(from.path, to.path, path);
  for (const path of plan.views) dropView(from.path, path);
  for (const folder of [stateFolder(cairnHome, from.key), ...foldersIn(from.path)]) syncNames(folder);
  return { moved, clashes: files.filter((path) => !moved.includes(path)) };
}

/** Also where this move finds nothing to do: one before it may have been refused just this, and called done it stays so. */
function syncNames(folder: string): void {
  unlessMissing(() => inFolder(folder, (opened) => opened.sync()));
}

function foldersIn(root: string): string[] {
  const entries = folderEntries(root) ?? [];
  return [root, ...entries.filter(({ kind }) => kind === "folder").flatMap(({ name }) => foldersIn(join(root, name)))];
}

function moveState(cairnHome: string, part: StatePart, from: string, to: string): void {
  makeFolders(stateFolder(cairnHome, to));
  inFolder(stateFolder(cairnHome, from), (old) =>
    inFolder(stateFolder(cairnHome, to), (now) => {
      if (old.stat(part) === undefined || now.stat(part) !== undefined) return;
      old.renameInto(part, now, part);
      now.sync();
      old.sync();
    }),
  );
}

/** A draft's name is its key: one that is there already is the same one, or was settled there. */
function joinInboxes(from: string, to: string): void {
  for (const path of survey(from, "inbox").files) {
    if (!moveFile(from, to, path)) inFolder(dirname(join(from, path)), (old) => old.unlink(basename(path)));
  }
}

function dropView(root: string, path: string): void {
  inFolder(root, (folder) => folder.unlink(path));
}

/** False if the name is taken. */
function moveFile(from: string, to: string, path: string): boolean {
  const target = join(to, path);
  makeFolders(to);
  makeFolders(dirname(target), { within: to });
  return inFolders(from, to, path, (old, now) => {
    const name = basename(path);
    if (!linkOrCopy(old, now, name)) return false;
    now.sync();
    old.unlink(name);
    old.sync();
    return true;
  });
}

const NO_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** A second name for the file itself keeps its times; across file systems there is only the copy. */
function linkOrCopy(old: Folder, now: Folder, name: string): boolean {
  try {
    old.linkInto(name, now, name);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (code === "EEXIST") return false;
    if (!NO_LINK.has(code)) throw error;
    const bytes = old.readFile(name, LARGEST);
    return bytes !== undefined && createFile(join(now.path, name), bytes);
  }
}

/**
 * Compared once more: what was equal when the plan was made may have been edited since. Synced first: whoever put the
 * other one there may not have come that far, and this one is about to be the last.
 */
function dropDouble(from: string, to: string, path: string): void {
  if (!sameBytes(join(from, path), join(to, path))) return;
  inFolders(from, to, path, (old, now) => {
    syncFile(now, basename(path));
    now.sync();
    old.unlink(basename(path));
    old.sync();
  });
}

function syncFile(folder: Folder, name: string): void {
  const file = folder.open(name, "read");
  try {
    file.sync();
  } finally {
    file.close();
  }
}

function inFolders<T>(from: string, to: string, path: string, use: (old: Folder, now: Folder) => T): T {
  const [source, target] = [dirname(join(from, path)), dirname(join(to, path))];
  return inFolder(source, (old) => inFolder(target, (now) => use(old, now), { within: to }), { within: from });
}
