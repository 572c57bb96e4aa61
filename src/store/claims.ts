/** Which files claim a name. Nearly every name is claimed by one file, which then stands here alone. Put in order when first asked. */

import type { MemoryFile } from "./memory-file.ts";

export class Claims {
  readonly #ordered = new Map<string, MemoryFile | MemoryFile[]>();
  #added: MemoryFile[] = [];

  add(found: MemoryFile): void {
    this.#added.push(found);
  }

  addAll(found: readonly MemoryFile[]): void {
    this.#added = this.#added.concat(found);
  }

  get #byName(): Map<string, MemoryFile | MemoryFile[]> {
    for (const found of this.#added) this.#order(found);
    if (this.#added.length > 0) this.#added = [];
    return this.#ordered;
  }

  #order(found: MemoryFile): void {
    const others = this.#ordered.get(found.claim);
    if (others === undefined) this.#ordered.set(found.claim, found);
    else this.#ordered.set(found.claim, Array.isArray(others) ? [...others, found] : [others, found]);
  }

  remove(found: MemoryFile): void {
    const left = this.of(found.claim).filter((other) => other !== found);
    const [only, another] = left;
    if (only === undefined) this.#byName.delete(found.claim);
    else this.#byName.set(found.claim, another === undefined ? only : left);
  }

  of(name: string): readonly MemoryFile[] {
    const found = this.#byName.get(name);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  isContested(name: string): boolean {
    return Array.isArray(this.#byName.get(name));
  }

  /** The files of every name that more than one claims. */
  contested(): (readonly MemoryFile[])[] {
    return [...this.#byName.values()].filter((found) => Array.isArray(found));
  }
}
