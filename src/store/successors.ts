/** Which memory another one says it supersedes: the link is honoured from either side. Follows the catalog. */

import type { CatalogWatcher } from "./catalog.ts";
import type { MemoryFile } from "./memory-file.ts";
import { faceOf } from "./memory-file.ts";

export class Successors implements CatalogWatcher {
  readonly #bySuperseded = new Map<string, Map<string, MemoryFile>>();

  came(found: MemoryFile): void {
    const { status, supersedes } = faceOf(found);
    if (status !== "active") return;
    for (const id of supersedes) {
      const others = this.#bySuperseded.get(id);
      if (others === undefined) this.#bySuperseded.set(id, new Map([[found.path, found]]));
      else others.set(found.path, found);
    }
  }

  restored(_all: Iterable<MemoryFile>, superseding: readonly MemoryFile[]): void {
    for (const found of superseding) this.came(found);
  }

  went(found: MemoryFile): void {
    for (const id of faceOf(found).supersedes) this.#bySuperseded.get(id)?.delete(found.path);
  }

  /** The active files that supersede this one; two that supersede each other both stay. */
  of(found: MemoryFile): MemoryFile[] {
    const others = this.#bySuperseded.get(found.claim);
    if (others === undefined) return [];
    const { supersedes } = faceOf(found);
    return [...others.values()].filter((other) => other.path !== found.path && !supersedes.includes(other.claim));
  }
}
