/**
 * Moving what is left of a project to where it is now, by a plan. Nothing is overwritten, and every memory is at every
 * moment whole in one of the two places; a second move finishes what the first began.
 */

import { basename, dirname, join } from "node:path";
import { createFile } from "../disk/durable.ts";
import {
  closing,
  codeOf,
  type Folder,
  folderEntries,
  inFolder,
  makeFolders,
  removeFile,
  unlessMissing,
} from "../disk/files.ts";
import { isOfLock } from "../disk/leftovers.ts";
import { forgetRoot } from "./known-root.ts";
import {
  isDone,
  LARGEST,
  type MoveEnd,
  type MovePlan,
  readMove,
  type StatePart,
  sameBytes,
  survey,
} from "./move-plan.ts";
import {
  heir,
  type LeftPlace,
  type ProjectRecord,
  readRegistry,
  registryLock,
  removeRecord,
  replaceRecord,
} from "./registry.ts";
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

/**
 * A draft's file is named for its key, so a file of that name at the target is the same draft, or was decided there:
 * the old one goes.
 */
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
  closing(folder.open(name, "read"), (file) => file.sync());
}

function inFolders<T>(from: string, to: string, path: string, use: (old: Folder, now: Folder) => T): T {
  const [source, target] = [dirname(join(from, path)), dirname(join(to, path))];
  return inFolder(source, (old) => inFolder(target, (now) => use(old, now), { within: to }), { within: from });
}

/** What is known after a move: the project keeps every name it ever had, and its old root is forgotten once it is empty. */
interface MoveEnds {
  readonly from: MoveEnd;
  readonly to: MoveEnd;
}

/** `key` is the project's, registered at its new place. Done again after a crash, it changes nothing more. */
export async function recordMove(cairnHome: string, { from, to }: MoveEnds, key: string, now: Date): Promise<void> {
  const gone = isDone(readMove(cairnHome, from, to)) ? from.path : undefined;
  if (gone !== undefined) {
    dropDerived(stateFolder(cairnHome, from.key));
    forgetRoot(cairnHome, from.key);
  }
  await registryLock(cairnHome).during(() => {
    const { records } = readRegistry(cairnHome);
    const here = records.find((record) => record.key === key);
    const old = records.filter(({ roots }) => roots.some(({ path }) => path === from.path));
    if (here === undefined || old.length === 0) return;
    const others = old.filter((other) => other !== here);
    const left = old.flatMap((record) => leftWith(record, from.path, now));
    replaceRecord(cairnHome, without(withLeft(others.reduce(heir, here), left), gone));
    for (const other of others) leave(cairnHome, without(other, gone));
  });
}

/** What is known of memories that are elsewhere now: nobody looks here again, and their words would stay for good. */
function dropDerived(state: string): void {
  const isKept = (path: string) => /^(?:log|inbox)[\\/]/.test(path) || path === "root.json" || isOfLock(path);
  for (const path of survey(state).files) if (!isKept(path)) removeFile(join(state, path));
}

/** Where the project was kept in that root: its sessions there stay its own. */
function leftWith({ roots }: ProjectRecord, path: string, now: Date): LeftPlace[] {
  const checkouts = roots.filter((root) => root.path === path).map(({ checkout }) => checkout);
  return checkouts.map((checkout) => ({ path: checkout, at: now.toISOString() }));
}

function withLeft(record: ProjectRecord, places: readonly LeftPlace[]): ProjectRecord {
  const known = record.left ?? [];
  const left = places.filter(({ path }) => !known.some((one) => one.path === path) && path !== record.path);
  return left.length === 0 ? record : { ...record, left: [...known, ...left] };
}

function leave(cairnHome: string, record: ProjectRecord): void {
  if (record.roots.length === 0) removeRecord(cairnHome, record.key);
  else replaceRecord(cairnHome, record);
}

function without(record: ProjectRecord, path: string | undefined): ProjectRecord {
  return { ...record, roots: record.roots.filter((root) => root.path !== path) };
}
