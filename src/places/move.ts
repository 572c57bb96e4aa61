/**
 * Moving what is left of a project to where it is now. A plan is a value and can be shown first. Nothing is overwritten,
 * and every memory is at every moment whole in one of the two places; a second move finishes what the first began.
 */

import { basename, dirname, join } from "node:path";
import { createFile, isTempName } from "../disk/durable.ts";
import {
  codeOf,
  type Folder,
  inFolder,
  listOf,
  makeFolders,
  readFileAt,
  realPathOf,
  statOf,
  unlessMissing,
} from "../disk/files.ts";
import { stateFolder } from "./root-names.ts";

export interface MoveEnd {
  /** The root's real path. */
  readonly path: string;
  readonly key: string;
}

/** Paths are relative to the roots. */
export interface MovePlan {
  readonly from: MoveEnd;
  readonly to: MoveEnd;
  readonly files: readonly string[];
  /** There already, byte for byte: only the old one goes. */
  readonly doubles: readonly string[];
  /** There already with other words: both stay where they are. */
  readonly clashes: readonly string[];
  /** Links and other things that are no files: left behind. */
  readonly odd: readonly string[];
  /** What goes along of the old root's state: its history above all. */
  readonly state: readonly StatePart[];
  /** What stays, because the new root has its own. */
  readonly stateKept: readonly StatePart[];
}

export const stateParts = ["log", "inbox", "view"] as const;
export type StatePart = (typeof stateParts)[number];

/** What is found at one end. */
export interface MoveSide extends MoveEnd {
  readonly files: readonly string[];
  readonly odd: readonly string[];
  readonly state: readonly StatePart[];
}

/** `equal` is asked only for files that are at both ends. */
export function planMove(from: MoveSide, to: MoveSide, equal: (path: string) => boolean): MovePlan {
  const there = new Set(to.files);
  const alike = new Set(to.files.map(folded));
  const doubles = from.files.filter((path) => there.has(path) && equal(path));
  const clashes = from.files.filter((path) => alike.has(folded(path)) && !doubles.includes(path));
  const staying = new Set([...doubles, ...clashes]);
  return {
    from: { path: from.path, key: from.key },
    to: { path: to.path, key: to.key },
    files: from.files.filter((path) => !staying.has(path)),
    doubles,
    clashes,
    odd: from.odd,
    state: from.state.filter((part) => !to.state.includes(part)),
    stateKept: from.state.filter((part) => to.state.includes(part)),
  };
}

/** The plan for what is there now. Reads only. */
export function readMove(cairnHome: string, from: MoveEnd, to: MoveEnd): MovePlan {
  const side = (end: MoveEnd) => ({ ...end, ...survey(end.path), state: stateOf(cairnHome, end) });
  return planMove(side(from), side(to), (path) => sameBytes(join(from.path, path), join(to.path, path)));
}

export interface Moved {
  readonly moved: readonly string[];
  /** Taken at the new place since the plan was made: left where they are. */
  readonly clashes: readonly string[];
}

/**
 * Carries a plan out, under both roots' locks. The history goes first: should this be the last thing that happens, the
 * files that follow later are still vouched for.
 */
export function carryOut(cairnHome: string, { from, to, files, doubles, state }: MovePlan): Moved {
  for (const part of state) moveState(cairnHome, part, from.key, to.key);
  const moved = files.filter((path) => moveFile(from.path, to.path, path));
  for (const path of doubles) dropDouble(from.path, to.path, path);
  for (const folder of [stateFolder(cairnHome, from.key), ...foldersIn(from.path)]) syncNames(folder);
  return { moved, clashes: files.filter((path) => !moved.includes(path)) };
}

/** Also where this move finds nothing to do: one before it may have been refused just this, and called done it stays so. */
function syncNames(folder: string): void {
  unlessMissing(() => inFolder(folder, (opened) => opened.sync()));
}

function foldersIn(root: string): string[] {
  const entries = listOf(root) ?? [];
  return [root, ...entries.filter(({ kind }) => kind === "folder").flatMap(({ name }) => foldersIn(join(root, name)))];
}

/** Nothing is left to be moved. What is odd does not count. */
export function isDone({ files, doubles, clashes }: MovePlan): boolean {
  return files.length + doubles.length + clashes.length === 0;
}

const LARGEST = 268_435_456;

interface Survey {
  readonly files: string[];
  readonly odd: string[];
}

function survey(root: string, folder = ""): Survey {
  const found: Survey = { files: [], odd: [] };
  for (const { name, kind } of listOf(join(root, folder)) ?? []) {
    const path = join(folder, name);
    if (isTempName(name)) continue;
    if (kind === "file") found.files.push(path);
    else if (kind !== "folder") found.odd.push(path);
    else {
      const below = survey(root, path);
      found.files.push(...below.files);
      found.odd.push(...below.odd);
    }
  }
  return { files: found.files.sort(), odd: found.odd.sort() };
}

function stateOf(cairnHome: string, { key }: MoveEnd): StatePart[] {
  return stateParts.filter((part) => isThere(join(stateFolder(cairnHome, key), part)));
}

/** Cairn's own folder: what the disk refuses to show is neither there nor not, and nothing is moved. */
function isThere(path: string): boolean {
  const real = realPathOf(path);
  return real !== undefined && statOf(real)?.kind === "folder";
}

/** Names that some file systems cannot tell apart. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function sameBytes(one: string, other: string): boolean {
  const bytes = readFileAt(one, LARGEST);
  const others = readFileAt(other, LARGEST);
  return bytes !== undefined && others !== undefined && bytes.equals(others);
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
