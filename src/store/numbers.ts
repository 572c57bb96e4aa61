/** The running numbers of a root: NNN counts per day, and a number once seen is not given again. */

import { kindNames, kindRow } from "../model/kind.ts";
import { nameIn } from "../text/relative-path.ts";
import type { CatalogWatcher } from "./catalog.ts";
import type { MemoryFile } from "./memory-file.ts";

const NUMBERED = /^(\d{4}-\d{2}-\d{2})_(\d{3,6})_/;
/** Folders of kinds whose files begin with a day and a time of day, which is no number. */
const stamped = kindNames.filter((kind) => kindRow(kind).naming.by === "stamp").map((kind) => kindRow(kind).folder);

export class Numbers implements CatalogWatcher {
  readonly #last = new Map<string, number>();

  came({ path }: MemoryFile): void {
    if (stamped.some((folder) => path.startsWith(`${folder}/`))) return;
    const [, day, number] = NUMBERED.exec(nameIn(path)) ?? [];
    if (day === undefined || number === undefined) return;
    this.#last.set(day, Math.max(this.#last.get(day) ?? 0, Number.parseInt(number, 10)));
  }

  went(): void {
    // Gaps are fine; giving a number twice is not.
  }

  next(day: string): number {
    return (this.#last.get(day) ?? 0) + 1;
  }
}
