/** Which memory another one says it supersedes: the link is honoured from either side. Follows the catalog. */

import type { CatalogWatcher, Found } from "./catalog.ts";
import { faceOf } from "./found.ts";

export class Successors implements CatalogWatcher {
  readonly #bySuperseded = new Map<string, Map<string, Found>>();

  came(found: Found): void {
    const { status, supersedes } = faceOf(found);
    if (status !== "active") return;
    for (const id of supersedes) {
      const others = this.#bySuperseded.get(id);
      if (others === undefined) this.#bySuperseded.set(id, new Map([[found.path, found]]));
      else others.set(found.path, found);
    }
  }

  restored(_all: Iterable<Found>, superseding: readonly Found[]): void {
    for (const found of superseding) this.came(found);
  }

  went(found: Found): void {
    for (const id of faceOf(found).supersedes) this.#bySuperseded.get(id)?.delete(found.path);
  }

  /** The active files that supersede this one; two that supersede each other both stay. */
  of(found: Found): Found[] {
    const others = this.#bySuperseded.get(found.claim);
    if (others === undefined) return [];
    const { supersedes } = faceOf(found);
    return [...others.values()].filter((other) => other.path !== found.path && !supersedes.includes(other.claim));
  }
}
