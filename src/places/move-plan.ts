/** What a move would do, as a value that can be shown first: what is found at both ends, and what of it goes where. */

import { join } from "node:path";
import { isTempName } from "../disk/durable.ts";
import { folderEntries, readFileAt, realPathOf, statOf } from "../disk/files.ts";
import { isViewName } from "../model/file-name.ts";
import { foldedName } from "../text/relative-path.ts";
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
  /** Pages printed from the memories that are there too: of what was printed nothing is lost with the old ones. */
  readonly views: readonly string[];
  /** Links and other things that are no files: left behind. */
  readonly odd: readonly string[];
  /** What goes along of the old root's state: its history above all. */
  readonly state: readonly StatePart[];
  /** What the new root has too: it is joined with that, or of no use there. */
  readonly stateKept: readonly StatePart[];
}

const stateParts = ["log", "inbox", "view", "dream", "synthesis"] as const;
export type StatePart = (typeof stateParts)[number];

/** What is found at one end. */
export interface MoveSide extends MoveEnd {
  readonly files: readonly string[];
  readonly odd: readonly string[];
  readonly state: readonly StatePart[];
}

/** `equal` is asked only for files that are at both ends. */
export function planFolderMove(from: MoveSide, to: MoveSide, equal: (path: string) => boolean): MovePlan {
  const there = new Set(to.files);
  const alike = new Set(to.files.map(foldedName));
  const doubles = from.files.filter((path) => there.has(path) && equal(path));
  const taken = from.files.filter((path) => alike.has(foldedName(path)) && !doubles.includes(path));
  const staying = new Set([...doubles, ...taken]);
  return {
    from: { path: from.path, key: from.key },
    to: { path: to.path, key: to.key },
    files: from.files.filter((path) => !staying.has(path)),
    doubles,
    clashes: taken.filter((path) => !isViewName(path)),
    views: taken.filter(isViewName),
    odd: from.odd,
    state: from.state.filter((part) => !to.state.includes(part)),
    stateKept: from.state.filter((part) => to.state.includes(part)),
  };
}

/** The plan for what is there now. Reads only. */
export function readMove(cairnHome: string, from: MoveEnd, to: MoveEnd): MovePlan {
  const side = (end: MoveEnd) => ({ ...end, ...survey(end.path), state: stateOf(cairnHome, end) });
  return planFolderMove(side(from), side(to), (path) => sameBytes(join(from.path, path), join(to.path, path)));
}

/** Nothing is left to be moved. What is odd does not count, nor do pages that are printed anew. */
export function isDone({ files, doubles, clashes }: MovePlan): boolean {
  return files.length + doubles.length + clashes.length === 0;
}

export const LARGEST = 268_435_456;

interface Survey {
  readonly files: string[];
  readonly odd: string[];
}

export function survey(root: string, folder = ""): Survey {
  const found: Survey = { files: [], odd: [] };
  for (const { name, kind } of folderEntries(join(root, folder)) ?? []) {
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

export function sameBytes(one: string, other: string): boolean {
  const bytes = readFileAt(one, LARGEST);
  const others = readFileAt(other, LARGEST);
  return bytes !== undefined && others !== undefined && bytes.equals(others);
}
