/** Which memories of a root came from where, as its log tells: by that a later run knows them again. */

import { numberedId } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { FoundRecord } from "./layout.ts";
import { idFrom } from "./printed.ts";

const PREFIX = "imported from ";
/** Parts of a file were once known by their place in it: `learnings.md#2-2026-03-01`, `CLAUDE.md#3`. */
const BY_PLACE = /^(.*)#\d+(?:-\d{4}-\d{2}-\d{2})?$/s;

/** The words of a record by which it is known. */
export function importedFrom(origin: string, from: string): string {
  return `${PREFIX}${origin}: ${from}`;
}

export interface KnownImport {
  readonly path: string;
  /** As its record says it. */
  readonly why: string;
}

export class KnownImports {
  readonly #paths = new Map<string, string>();
  /** By the file and the id, of what is only known by its place in the file. */
  readonly #byPlace = new Map<string, string>();

  constructor({ history }: Pick<ChangeContext, "history">) {
    for (const { record } of history.versions()) {
      const { why, path, id } = record;
      if (!why?.startsWith(PREFIX) || path === undefined) continue;
      this.#paths.set(why, path);
      const file = BY_PLACE.exec(why)?.[1];
      if (file !== undefined && id !== undefined) this.#byPlace.set(placeOf(file, id), why);
    }
  }

  has(why: string): boolean {
    return this.#paths.has(why);
  }

  set(why: string, path: string): void {
    this.#paths.set(why, path);
  }

  /** Undefined where it never came from there. */
  find(record: FoundRecord, origin: string): KnownImport | undefined {
    const why = importedFrom(origin, record.from);
    const known = this.#paths.has(why) ? why : this.#formerly(record, origin);
    const path = known === undefined ? undefined : this.#paths.get(known);
    return known === undefined || path === undefined ? undefined : { path, why: known };
  }

  #formerly({ from, memory: { id, kind } }: FoundRecord, origin: string): string | undefined {
    const [, file, number] = /^(.*)#.*?(?: \((\d+)\))?$/s.exec(from) ?? [];
    if (file === undefined || this.#byPlace.size === 0) return undefined;
    return this.#byPlace.get(placeOf(importedFrom(origin, file), numberedId(idFrom(id, kind), Number(number ?? 1))));
  }
}

function placeOf(file: string, id: MemoryId | string): string {
  return `${file}#${id}`;
}
