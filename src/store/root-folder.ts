/** The folder a root stands on: every file of it is reached through here, by its relative path and never outside. */

import { dirname, join, relative, sep } from "node:path";
import { isTempName, removeTemp } from "../disk/durable.ts";
import {
  closing,
  codeOf,
  Folder,
  isMissing,
  isRefused,
  makeFolders,
  realPathOf,
  stampAt,
  statOf,
} from "../disk/files.ts";
import { CairnError } from "../model/error.ts";
import type { Root } from "../model/scope.ts";
import { folderOf } from "../text/relative-path.ts";
import type { MemoryFile } from "./memory-file.ts";

/** Larger files are a problem, not a memory. */
export const largestMemory = 1_000_000;

export class RootFolder {
  readonly root: Root;
  /** Folders elsewhere in which a new text may be written before it has its name. */
  readonly stagings: readonly string[];
  #staging: string | undefined | "beside";

  constructor(root: Root, stagings: readonly string[] = []) {
    this.root = root;
    this.stagings = stagings;
  }

  /**
   * Where a new text is written before it has its name, where that is not beside it: what lies in a repository is
   * committed by whoever adds everything. On the file system of the root, or it could not be given its name.
   */
  staging(): Folder | undefined {
    this.#staging ??= this.stagings.find((place) => deviceOf(place) === deviceOf(this.root.path)) ?? "beside";
    if (this.#staging === "beside") return undefined;
    makeFolders(this.#staging);
    return Folder.open(this.#staging);
  }

  /**
   * One file system, and yet no name can be given across: mounted twice. The next of the folders is tried, or none; false
   * where there was none to leave.
   */
  leaveStaging(): boolean {
    if (this.#staging === undefined || this.#staging === "beside") return false;
    const rest = this.stagings.slice(this.stagings.indexOf(this.#staging) + 1);
    this.#staging = rest.find((place) => deviceOf(place) === deviceOf(this.root.path)) ?? "beside";
    return true;
  }

  /** Under the lock: whatever lies there is a dead writer's. */
  sweepStaging(): void {
    if (this.stagings.every((place) => statOf(place) === undefined)) return;
    closing(this.staging(), (folder) => {
      for (const { name } of folder?.list() ?? []) if (isTempName(name)) removeTemp(folder as Folder, name);
    });
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
    if (!this.exists()) {
      throw new CairnError("PLACE_ERROR", "The folder of these memories is not where it seems to be.", {
        hint: "A symbolic link stands in its place: put an ordinary folder there.",
      });
    }
    const place = join(within, folderOf(path));
    makeFolders(place, { within });
    return Folder.open(place, { within });
  }

  /** By its path and not in its open folder, which takes longer: whatever is not as it was is then looked at in there. */
  isAsKnown({ path, stamp, readOnly }: Pick<MemoryFile, "path" | "stamp" | "readOnly">): boolean {
    try {
      return !readOnly && stampAt(`${this.root.path}${sep}${path}`) === stamp;
    } catch (error) {
      if (!isRefused(error)) throw error;
      return false;
    }
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

/** Of the deepest folder there is on the way to it. */
function deviceOf(path: string): bigint | undefined {
  for (let place = path; ; place = dirname(place)) {
    const stat = statOf(place);
    if (stat !== undefined || dirname(place) === place) return stat?.dev;
  }
}

const DEEPEST = 8;

/** A folder so far down is not looked into. */
export function isTooDeep(folder: string): boolean {
  return folder.split("/").length > DEEPEST;
}
