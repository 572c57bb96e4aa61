/**
 * Keeping `MEMORY.md` on disk. No hand-written line is lost: what Cairn did not print last time stays as it is, and a
 * pointer a person took out stays out until its memory changes. The file is written only when its bytes change.
 */

import { join } from "node:path";
import { removeTemp, replaceFileQuick, writeTemp } from "../disk/durable.ts";
import { type Folder, makeFolders, type OpenFile, readFileAt } from "../disk/files.ts";
import { token } from "../disk/random.ts";
import type { Memory } from "../model/memory.ts";
import type { Ground } from "../store/ground.ts";
import { isListed, isOverflowLine, type PointerLimits, pointerLine, printPointers } from "./pointers.ts";
import { targetsIn } from "./targets.ts";

export const pointerFile = "MEMORY.md";
const LARGEST = 1_000_000;
/** A file touched so lately may be in the middle of being edited. */
const SETTLED_MS = 2_000;
const TRIES = 3;

export interface Keeping {
  readonly ground: Ground;
  /** The root's state folder: `view/` below it holds what Cairn wrote last. */
  readonly state: string;
  readonly memories: readonly Memory[];
  readonly limits: PointerLimits;
  readonly now: Date;
}

export type Kept = "written" | "unchanged" | "too-fresh" | "left-alone";

/** Under the root's lock, at a quiet moment. */
export function keepPointers(keeping: Keeping): Kept {
  const folder = keeping.ground.folder("");
  if (folder === undefined) return "unchanged";
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const kept = keepOnce(keeping, folder);
      if (kept !== "overtaken") return kept;
    }
    return "too-fresh";
  } finally {
    folder.close();
  }
}

function keepOnce(keeping: Keeping, folder: Folder): Kept | "overtaken" {
  const stat = folder.stat(pointerFile);
  if (stat !== undefined && (stat.kind !== "file" || stat.size > LARGEST)) return "left-alone";
  const file = stat === undefined ? undefined : folder.open(pointerFile, "read");
  try {
    const current = file?.readAll(LARGEST).toString("utf8") ?? "";
    const base = readBase(keeping.state);
    const age = stat === undefined ? SETTLED_MS : keeping.now.getTime() - Number(stat.mtimeNs / 1_000_000n);
    if (current !== base.text && age >= 0 && age < SETTLED_MS) return "too-fresh";
    return replaceWith(keeping, folder, { file, current, base });
  } finally {
    file?.close();
  }
}

interface Present {
  readonly file: OpenFile | undefined;
  readonly current: string;
  readonly base: Base;
}

function replaceWith(keeping: Keeping, folder: Folder, { file, current, base }: Present): Kept | "overtaken" {
  const hidden = file === undefined ? base.hidden : nowHidden(current, base, keeping.memories);
  const listed = keeping.memories.filter((memory) => isListed(memory) && hidden.get(memory.path) !== memory.hash);
  const foreign = foreignLines(current, base, listed);
  const pointed = new Set(foreign.flatMap(targetsIn));
  const { text } = printPointers(
    foreign,
    listed.filter(({ path }) => !pointed.has(path)),
    keeping.limits,
  );
  if (text !== current) {
    if (file === undefined && text === "") return "unchanged";
    if (!swap(folder, file, text)) return "overtaken";
  }
  if (text !== base.text || hidden.size !== base.hidden.size) writeBase(keeping.state, { text, hidden });
  return text === current ? "unchanged" : "written";
}

/** Renamed over only if it is still what was read; an edit that came into the old file meanwhile is taken up again. */
function swap(folder: Folder, file: OpenFile | undefined, text: string): boolean {
  const before = file?.stat();
  const temp = writeTemp(folder, `view-${token()}`, Buffer.from(text), before?.mode);
  const now = folder.stat(pointerFile);
  if (now?.ino !== before?.ino || now?.mtimeNs !== before?.mtimeNs || now?.size !== before?.size) {
    removeTemp(folder, temp);
    return false;
  }
  folder.rename(temp, pointerFile);
  folder.sync();
  const after = file?.stat();
  if (file === undefined || after?.mtimeNs === before?.mtimeNs) return true;
  restore(folder, file);
  return false;
}

function restore(folder: Folder, file: OpenFile): void {
  folder.rename(writeTemp(folder, `view-${token()}`, file.readAll(LARGEST)), pointerFile);
}

/** Every line Cairn did not write: not in what it wrote last, and not what it would write now. */
function foreignLines(current: string, base: Base, listed: readonly Memory[]): string[] {
  const own = new Set([...base.text.split("\n"), ...listed.map(pointerLine)]);
  const lines = current.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const foreign = lines.filter((line) => !(own.has(line) && line !== "") && !isOverflowLine(line));
  while (foreign.at(-1) === "") foreign.pop();
  return foreign;
}

/** A pointer that was there and is not any more was taken out by hand: it stays out until its memory changes. */
function nowHidden(current: string, base: Base, memories: readonly Memory[]): Map<string, string> {
  const hidden = new Map(base.hidden);
  const lines = new Set(current.split("\n"));
  const gone = base.text.split("\n").filter((line) => line !== "" && !lines.has(line));
  const paths = new Set(gone.flatMap(targetsIn));
  const stillPointed = new Set(current.split("\n").flatMap(targetsIn));
  for (const { path, hash } of memories) {
    if (paths.has(path) && !stillPointed.has(path)) hidden.set(path, hash);
    else if (hidden.has(path) && hidden.get(path) !== hash) hidden.delete(path);
  }
  return hidden;
}

interface Base {
  readonly text: string;
  readonly hidden: ReadonlyMap<string, string>;
}

function readBase(state: string): Base {
  const text = readFileAt(join(state, "view", pointerFile), LARGEST)?.toString("utf8") ?? "";
  const hidden = readFileAt(join(state, "view", "hidden.json"), LARGEST)?.toString("utf8");
  return { text, hidden: new Map(hidden === undefined ? [] : entriesOf(hidden)) };
}

function entriesOf(json: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? Object.entries(value as Record<string, string>) : [];
  } catch {
    return []; // torn: pointers taken out by hand come back once
  }
}

function writeBase(state: string, { text, hidden }: Base): void {
  makeFolders(join(state, "view"));
  replaceFileQuick(join(state, "view", pointerFile), Buffer.from(text));
  replaceFileQuick(join(state, "view", "hidden.json"), Buffer.from(JSON.stringify(Object.fromEntries(hidden))));
}
