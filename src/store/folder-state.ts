/** What was found in one folder of a root when it was last listed. */

import { foldedName } from "../text/relative-path.ts";
import type { KnownFolder } from "./snapshot.ts";

export class FolderState {
  /** Its time, as noted before it was listed. */
  mtimeNs: bigint;
  readonly folders: Set<string>;
  readonly #names: () => Iterable<string>;
  #files: Set<string> | undefined;
  /** Of names that are others when they are folded: most are the same. */
  #folded: Set<string> | undefined;

  private constructor(mtimeNs: bigint, folders: readonly string[], names: () => Iterable<string>) {
    this.mtimeNs = mtimeNs;
    this.folders = new Set(folders);
    this.#names = names;
  }

  static empty(mtimeNs: bigint): FolderState {
    return new FolderState(mtimeNs, [], () => []);
  }

  /** The names of the files are put together when somebody asks: most of what is restored is never listed again. */
  static known({ mtimeNs, folders, names }: KnownFolder): FolderState {
    return new FolderState(mtimeNs, folders, names);
  }

  get files(): ReadonlySet<string> {
    this.#files ??= new Set(this.#names());
    return this.#files;
  }

  add(name: string): void {
    this.#changing.add(name);
    if (this.#folded !== undefined && foldedName(name) !== name) this.#folded.add(foldedName(name));
  }

  remove(name: string): void {
    this.#changing.delete(name);
    if (foldedName(name) !== name) this.#folded?.delete(foldedName(name));
  }

  /** Is there such a file on a file system that takes no notice of case and of the form of accents? */
  hasAlike(name: string): boolean {
    this.#folded ??= new Set([...this.files].filter((one) => foldedName(one) !== one).map(foldedName));
    return this.files.has(foldedName(name)) || this.#folded.has(foldedName(name));
  }

  get #changing(): Set<string> {
    return this.files as Set<string>;
  }
}
