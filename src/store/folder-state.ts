/** What was found in one folder of a root when it was last listed. */

import type { KnownFolder } from "./snapshot.ts";

export class FolderState {
  /** Its time, as noted before it was listed. */
  mtimeNs: bigint;
  readonly folders: Set<string>;
  readonly #names: () => Iterable<string>;
  #files: Set<string> | undefined;
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
    this.#folded?.add(folded(name));
  }

  remove(name: string): void {
    this.#changing.delete(name);
    this.#folded?.delete(folded(name));
  }

  /** Is there such a file on a file system that takes no notice of case and of the form of accents? */
  hasAlike(name: string): boolean {
    this.#folded ??= new Set([...this.files].map(folded));
    return this.#folded.has(folded(name));
  }

  get #changing(): Set<string> {
    return this.files as Set<string>;
  }
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
