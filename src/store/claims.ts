/**
 * Which files claim a name. Nearly every name is claimed by one file, which then stands here alone. Put in order when many are
 * asked for; until then what a snapshot says is looked up, and what came and went since is held against it.
 */

import type { KnownFiles } from "./known-files.ts";
import type { MemoryFile } from "./memory-file.ts";

/** Who asks for more names than these, or after more files came, has them all put in order. */
const FEW = 32;

export class Claims {
  #known: KnownFiles | undefined;
  readonly #added = new Set<MemoryFile>();
  readonly #removed = new Set<MemoryFile>();
  /** Names that came or went. */
  readonly #touched = new Set<string>();
  #asked = 0;
  #ordered: Map<string, MemoryFile | MemoryFile[]> | undefined;

  restore(known: KnownFiles): void {
    this.#known = known;
  }

  add(found: MemoryFile): void {
    if (this.#ordered !== undefined) return order(found, this.#ordered);
    this.#added.add(found);
    this.#touched.add(found.claim);
  }

  remove(found: MemoryFile): void {
    if (this.#ordered === undefined) {
      if (!this.#added.delete(found)) this.#removed.add(found);
      this.#touched.add(found.claim);
      return;
    }
    const left = this.of(found.claim).filter((other) => other !== found);
    const [only, another] = left;
    if (only === undefined) this.#ordered.delete(found.claim);
    else this.#ordered.set(found.claim, another === undefined ? only : left);
  }

  of(name: string): readonly MemoryFile[] {
    this.#asked += 1;
    if (this.#ordered === undefined && this.#asked <= FEW && this.#added.size <= FEW) return this.#lookedUp(name);
    const found = this.#byName.get(name);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }

  has(name: string): boolean {
    return this.of(name).length > 0;
  }

  isContested(name: string): boolean {
    if (this.#ordered !== undefined) return Array.isArray(this.#ordered.get(name));
    return this.#touched.has(name) ? this.of(name).length > 1 : (this.#known?.contested.has(name) ?? false);
  }

  /** The files of every name that more than one claims. */
  contested(): (readonly MemoryFile[])[] {
    if (this.#ordered === undefined && this.#touched.size === 0)
      return [...(this.#known?.contested ?? [])].map((name) => this.#lookedUp(name));
    return [...this.#byName.values()].filter((found) => Array.isArray(found));
  }

  #lookedUp(name: string): MemoryFile[] {
    const known = this.#known?.claiming(name).filter((found) => !this.#removed.has(found)) ?? [];
    return [...known, ...[...this.#added].filter(({ claim }) => claim === name)];
  }

  get #byName(): Map<string, MemoryFile | MemoryFile[]> {
    if (this.#ordered !== undefined) return this.#ordered;
    this.#ordered = new Map();
    for (const found of this.#known?.all() ?? []) if (!this.#removed.has(found)) order(found, this.#ordered);
    for (const found of this.#added) order(found, this.#ordered);
    return this.#ordered;
  }
}

function order(found: MemoryFile, byName: Map<string, MemoryFile | MemoryFile[]>): void {
  const others = byName.get(found.claim);
  if (others === undefined) byName.set(found.claim, found);
  else byName.set(found.claim, Array.isArray(others) ? [...others, found] : [others, found]);
}
