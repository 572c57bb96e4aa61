/** The memory files a catalog knows, by path: what it has read itself, and before it those of a snapshot that still stand. */

import type { KnownFile } from "./known-file.ts";
import type { KnownFiles } from "./known-files.ts";
import type { HeadChoice, MemoryFile } from "./memory-file.ts";
import { ReadFile } from "./read-file.ts";

/** So many of those that were read are kept as they are, besides those that are packed next. */
const UNPACKED = 2_000;
const PACKED_AT_ONCE = 64;

export class CatalogFiles {
  #known: KnownFiles | undefined;
  /** Rows of the snapshot that are not so any more. */
  readonly #gone = new Set<number>();
  readonly #read = new Map<string, MemoryFile>();
  /** Those of them that are not packed, oldest first. */
  #unpacked: ReadFile[] = [];
  /** Until one of them changes. */
  #all: readonly MemoryFile[] | undefined;

  restore(known: KnownFiles): void {
    this.#all = undefined;
    this.#known = known;
  }

  get size(): number {
    return this.#read.size + (this.#known?.size ?? 0) - this.#gone.size;
  }

  get(path: string): MemoryFile | undefined {
    return this.#read.get(path) ?? this.#still(this.#known?.at(path));
  }

  /** In place of none: what was there is deleted first. */
  set(found: MemoryFile): void {
    this.#all = undefined;
    this.#read.set(found.path, found);
    if (found instanceof ReadFile) this.#unpacked.push(found);
    if (this.#unpacked.length >= 2 * UNPACKED) this.#pack();
  }

  #pack(): void {
    const still = this.#unpacked.filter((file) => this.#read.get(file.path) === file);
    const most = Math.max(0, still.length - UNPACKED);
    const end = most - (most % PACKED_AT_ONCE);
    for (let from = 0; from < end; from += PACKED_AT_ONCE) ReadFile.pack(still.slice(from, from + PACKED_AT_ONCE));
    this.#unpacked = still.slice(end);
  }

  delete(path: string): void {
    this.#all = undefined;
    if (this.#read.delete(path)) return;
    const row = this.#known?.at(path)?.n;
    if (row !== undefined) this.#gone.add(row);
  }

  /** Those of the snapshot first. */
  all(): readonly MemoryFile[] {
    this.#all ??= this.#standing([...(this.#known?.all() ?? [])]);
    return this.#all;
  }

  /** Among these are all of a choice, those of these paths, and all that say they take another's place. */
  chosen(choice: HeadChoice, paths: Iterable<string>): MemoryFile[] {
    return this.#standing(this.#known?.chosen(choice, paths));
  }

  /** Among these are all that have a problem. */
  peculiar(): MemoryFile[] {
    return this.#standing(this.#known?.peculiar());
  }

  #standing(rows: readonly KnownFile[] = []): MemoryFile[] {
    return [...rows.filter(({ n }) => !this.#gone.has(n)), ...this.#read.values()];
  }

  #still(found: KnownFile | undefined): KnownFile | undefined {
    return found === undefined || this.#gone.has(found.n) ? undefined : found;
  }
}
