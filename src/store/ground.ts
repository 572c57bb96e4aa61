/** The folder a root stands on: every file of it is reached through here, by its relative path and never outside. */

import { dirname, join } from "node:path";
import { Folder, isMissing, makeFolders, realPathOf, statOf } from "../disk/files.ts";
import type { Root } from "../model/scope.ts";

/** Larger files are a problem, not a memory. */
export const largestMemory = 1_000_000;

export class Ground {
  readonly root: Root;
  #real: string | undefined;

  constructor(root: Root) {
    this.root = root;
  }

  /** The real path of the root, or undefined while it does not exist. */
  get real(): string | undefined {
    this.#real ??= realPathOf(this.root.path);
    return this.#real;
  }

  exists(): boolean {
    const real = this.real;
    if (real !== undefined && statOf(real)?.kind === "folder") return true;
    this.#real = undefined;
    return false;
  }

  /** The open folder at a relative path ("" is the root), or undefined where there is none. */
  folder(relative: string): Folder | undefined {
    const real = this.real;
    if (real === undefined) return undefined;
    try {
      return Folder.open(relative === "" ? real : join(real, relative), { within: real });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The open folder in which this file lies or will lie; made if missing. */
  folderFor(path: string): Folder {
    const relative = folderOf(path);
    makeFolders(this.root.path); // also if it is there: whoever made it may not have synced its name
    if (!this.exists()) throw new Error(`${this.root.scope} root was made and is not there`);
    const real = this.real as string;
    const place = relative === "" ? real : join(real, relative);
    makeFolders(place, { within: real });
    return Folder.open(place, { within: real });
  }
}

/** The folder part of a relative path; "" for the root itself. */
export function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "." ? "" : folder;
}

export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function under(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
