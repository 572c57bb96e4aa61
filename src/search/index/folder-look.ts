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
  /** Of each of them that was known, the stamp it had. */
  readonly #stamps: readonly (Stamp | undefined)[];
  /** Of those that were read meanwhile. */
  readonly #noted = new Map<string, Stamp>();
  /** Known and not there any more: none of most folders that changed. */
  readonly #gone: Set<string>;
  #next = 0;

  /** `known` is what the index has of the folder. */
  constructor(source: IndexSource, folder: string, time: bigint | undefined, known: ReadonlyMap<string, Stamp>) {
    const found = time === undefined ? NOTHING : source.list(folder);
    this.folder = folder;
    this.time = time;
    this.isClosed = found === undefined;
    this.folders = found?.folders ?? [];
    const fresh: string[] = [];
    const old: string[] = [];
    const stamps: Stamp[] = [];
    for (const path of found?.files ?? []) {
      const stamp = known.get(path);
      if (stamp === undefined) fresh.push(path);
      else {
        old.push(path);
        stamps.push(stamp);
      }
    }
    // What is new comes first: where reading is cut short again and again, each time goes on from the last.
    this.#paths = fresh.length === 0 ? old : [...fresh, ...old];
    this.#stamps = fresh.length === 0 ? stamps : [...fresh.map(() => undefined), ...stamps];
    this.#gone = new Set(old.length === known.size ? [] : known.keys());
    if (this.#gone.size > 0) for (const path of old) this.#gone.delete(path);
  }

  /** The next file, and the stamp it had; undefined after the last. */
  next(): { readonly path: string; readonly known: Stamp | undefined } | undefined {
    const nth = this.#next++;
    const path = this.#paths[nth];
    return path === undefined ? undefined : { path, known: this.#knownOf(nth, path) };
  }

  /** A file of this folder was read meanwhile, for another reason. */
  note(path: string, stamp: Stamp | undefined): void {
    if (stamp !== undefined) this.#noted.set(path, stamp);
    this.#gone.delete(path);
  }

  /** Files that were known and are not there any more. */
  get gone(): Iterable<string> {
    return this.#gone;
  }

  /** How many files are still to be read that were not known when it began. */
  get unread(): number {
    let unread = 0;
    for (let nth = this.#next; nth < this.#paths.length; nth++)
      if (this.#knownOf(nth, this.#paths[nth]!) === undefined) unread++;
    return unread;
  }

  #knownOf(nth: number, path: string): Stamp | undefined {
    return (this.#noted.size === 0 ? undefined : this.#noted.get(path)) ?? this.#stamps[nth];
  }
}

const NOTHING = { files: [], folders: [] };
