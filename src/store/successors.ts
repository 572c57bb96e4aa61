/** Which memory another one says it supersedes: the link is honoured from either side. Follows the catalog. */

import type { CatalogWatcher, Found } from "./catalog.ts";

export class Successors implements CatalogWatcher {
  readonly #bySuperseded = new Map<string, Map<string, Found>>();

  came(found: Found): void {
    if (found.written.status !== "active") return;
    for (const id of found.written.supersedes) {
      const others = this.#bySuperseded.get(id);
      if (others === undefined) this.#bySuperseded.set(id, new Map([[found.path, found]]));
      else others.set(found.path, found);
    }
  }

  went({ path, written }: Found): void {
    for (const id of written.supersedes) this.#bySuperseded.get(id)?.delete(path);
  }

  /** The active files that supersede this one; two that supersede each other both stay. */
  of({ path, claim, written }: Found): Found[] {
    const others = [...(this.#bySuperseded.get(claim)?.values() ?? [])];
    return others.filter((other) => other.path !== path && !written.supersedes.includes(other.claim));
  }
}
