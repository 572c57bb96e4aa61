/** One folder while it is looked through: its files in turn, as far as time goes, and what was known of it before. */

import type { IndexSource, Stamp } from "./unit.ts";

export class FolderLook {
  readonly folder: string;
  /** The folder's time before it was listed: what comes later makes it dirty again. Undefined where it is gone. */
  readonly time: bigint | undefined;
  /** It may not be listed. */
  readonly isClosed: boolean;
  /** Of the folders in it, the paths. */
  readonly folders: readonly string[];
  readonly #paths: readonly string[];
  readonly #known: Map<string, Stamp>;
  readonly #gone: Set<string>;
  #next = 0;

  /** `known` is what the index has of the folder; it is this look's from now on. */
  constructor(source: IndexSource, folder: string, time: bigint | undefined, known: Map<string, Stamp>) {
    const found = time === undefined ? NOTHING : source.list(folder);
    this.folder = folder;
    this.time = time;
    this.isClosed = found === undefined;
    const inFolder = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    this.folders = (found?.folders ?? []).map(inFolder);
    const paths = (found?.files ?? []).map(inFolder);
    // What is new comes first: where reading is cut short again and again, each time goes on from the last.
    this.#paths = [...paths.filter((path) => !known.has(path)), ...paths.filter((path) => known.has(path))];
    this.#known = known;
    this.#gone = new Set(known.keys());
    for (const path of paths) this.#gone.delete(path);
  }

  /** The next file, and the stamp it had; undefined after the last. */
  next(): { readonly path: string; readonly known: Stamp | undefined } | undefined {
    const path = this.#paths[this.#next++];
    return path === undefined ? undefined : { path, known: this.#known.get(path) };
  }

  /** A file of this folder was read meanwhile, for another reason. */
  note(path: string, stamp: Stamp | undefined): void {
    if (stamp !== undefined) this.#known.set(path, stamp);
    this.#gone.delete(path);
  }

  /** Files that were known and are not there any more. */
  get gone(): Iterable<string> {
    return this.#gone;
  }

  /** How many files are still to be read that were not known when it began. */
  get unread(): number {
    return this.#paths.slice(this.#next).filter((path) => !this.#known.has(path)).length;
  }
}

const NOTHING = { files: [], folders: [] };
