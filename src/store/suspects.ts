/** The files nobody has yet held against the log: each is looked at once, and again only when it changes or goes. */

import type { Catalog, CatalogWatcher } from "./catalog.ts";
import type { History } from "./history.ts";
import type { MemoryFile } from "./memory-file.ts";

export class Suspects implements CatalogWatcher {
  readonly #catalog: Catalog;
  readonly #history: History;
  readonly #paths = new Set<string>();
  /** Until everything was compared once, there is no need to note what changes. */
  #compared = false;

  constructor(catalog: Catalog, history: History) {
    this.#catalog = catalog;
    this.#history = history;
    catalog.watch(this);
  }

  came({ path }: MemoryFile): void {
    if (this.#compared) this.#paths.add(path);
  }

  restored(all: Iterable<MemoryFile>): void {
    if (this.#compared) for (const { path } of all) this.#paths.add(path);
  }

  went({ path }: MemoryFile): void {
    if (this.#compared) this.#paths.add(path);
  }

  /** An earlier process has compared everything, up to the records before these. */
  begin(recent: Iterable<string>): void {
    this.#compared = true;
    for (const path of recent) this.#paths.add(path);
  }

  get areAny(): boolean {
    return this.unexplained().next().done !== true;
  }

  /** Files whose bytes no record vouches for, and paths of records whose file is gone. */
  *unexplained(): Generator<{ path: string; found: MemoryFile | undefined }> {
    this.#compareOnce();
    for (const path of this.#paths) {
      const found = this.#catalog.file(path);
      if (this.#isExplained(path, found)) this.#paths.delete(path);
      else yield { path, found };
    }
  }

  /** What was recorded before this process began may have lost its file since. */
  #compareOnce(): void {
    if (this.#compared) return;
    this.#compared = true;
    for (const { path } of this.#catalog.files()) this.#paths.add(path);
    for (const path of this.#history.paths()) this.#paths.add(path);
  }

  #isExplained(path: string, found: MemoryFile | undefined): boolean {
    if (found !== undefined) return found.readOnly || this.#history.vouching(path, found.hash) !== undefined;
    const last = this.#history.last(path)?.record;
    return last?.after === undefined || last.erased === true;
  }
}
