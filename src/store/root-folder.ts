/** The folder a root stands on: every file of it is reached through here, by its relative path and never outside. */

import { join, relative, sep } from "node:path";
import { codeOf, Folder, isMissing, makeFolders, realPathOf, statOf } from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { folderOf } from "../text/relative-path.ts";

/** Larger files are a problem, not a memory. */
export const largestMemory = 1_000_000;

export class RootFolder {
  readonly root: Root;

  constructor(root: Root) {
    this.root = root;
  }

  /** Its path was real when it was found: a link that stands there now is somebody's trap, and counts as nothing. */
  exists(): boolean {
    return statOf(this.root.path)?.kind === "folder";
  }

  /** The path of the root, or undefined while it does not exist. */
  get real(): string | undefined {
    return this.exists() ? this.root.path : undefined;
  }

  /** The open folder at a relative path ("" is the root), or undefined where there is none. */
  folder(inner: string): Folder | undefined {
    try {
      return Folder.open(join(this.root.path, inner), { within: this.root.path });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The open folder in which this file lies or will lie; made if missing. */
  folderFor(path: string): Folder {
    return this.#usedFolder(folderOf(path)) ?? this.#make(path);
  }

  #usedFolder(inner: string): Folder | undefined {
    const there = this.folder(inner);
    let isUsed = false;
    try {
      isUsed = there?.isUsed ?? false;
      return isUsed ? there : undefined;
    } finally {
      if (!isUsed) there?.close();
    }
  }

  #make(path: string): Folder {
    const within = this.root.path;
    makeFolders(within); // also if it is there: whoever made it may not have synced its name
    if (!this.exists()) throw notThere();
    const place = join(within, folderOf(path));
    makeFolders(place, { within });
    return Folder.open(place, { within });
  }

  /** Where a link of this path leads, relative to the root; undefined if nowhere, in a circle or out of it. */
  targetOf(path: string): string | undefined {
    const root = this.root.path;
    try {
      const target = realPathOf(join(root, path));
      return target?.startsWith(root + sep) ? relative(root, target).split(sep).join("/") : undefined;
    } catch (error) {
      if (codeOf(error) === "ELOOP") return undefined;
      throw error;
    }
  }
}

function notThere(): CairnError {
  return new CairnError("PLACE_ERROR", "The folder of these memories is not where it seems to be.", {
    hint: "A symbolic link stands in its place: put an ordinary folder there.",
  });
}

const DEEPEST = 8;

/** A folder so far down is not looked into. */
export function isTooDeep(folder: string): boolean {
  return folder.split("/").length > DEEPEST;
}
