/**
 * Which file an id means. Two files that claim one name: the one Cairn wrote last keeps it, then the one whose file
 * name matches, then the older, then path order; the others are known as `<id>-2`, `-3` and as problems.
 */

import { idFromPath, numberedId } from "../model/id.ts";
import type { MemoryId, Problem } from "../model/memory.ts";
import { textOrder } from "../text/order.ts";
import { nameIn } from "../text/relative-path.ts";
import type { Catalog } from "./catalog.ts";
import type { History } from "./history.ts";
import type { KeptEntry, LogEntry } from "./kept-entry.ts";
import type { MemoryFile } from "./memory-file.ts";

export class Names {
  readonly #catalog: Catalog;
  readonly #history: History;
  readonly #former: FormerNames;

  constructor(catalog: Catalog, history: History) {
    this.#catalog = catalog;
    this.#history = history;
    this.#former = new FormerNames(history);
  }

  idOf(found: MemoryFile): MemoryId {
    if (!this.#catalog.claims.isContested(found.claim)) return found.claim;
    const claimants = this.#catalog.claims.of(found.claim);
    return (
      this.#ids(claimants)[this.#ordered(claimants).findIndex((other) => other.path === found.path)] ?? found.claim
    );
  }

  /** By its id; by `<id>-n` among files of one name; by an old id whose file was renamed inside. */
  find(id: MemoryId): MemoryFile | undefined {
    const claimants = this.#catalog.claims.of(id);
    if (claimants.length > 0) return claimants.length === 1 ? claimants[0] : this.#ordered(claimants)[0];
    return this.#numbered(id) ?? this.#formerly(id);
  }

  /** Is this id free for a new memory? */
  isFree(id: MemoryId): boolean {
    return this.#catalog.claims.of(id).length === 0 && this.#numbered(id) === undefined;
  }

  problems(): Problem[] {
    return this.#catalog.claims.contested().flatMap((claimants) =>
      claimants.flatMap((found) => {
        const id = this.idOf(found);
        if (id === found.claim) return [];
        const message = `another file is called ${found.claim} too; this one is known as ${id}: change its name`;
        return [{ path: found.path, line: 2, message }];
      }),
    );
  }

  #numbered(id: MemoryId): MemoryFile | undefined {
    const base = /^(.+)-\d+$/.exec(id)?.[1];
    const claimants = base === undefined ? [] : this.#catalog.claims.of(base);
    if (claimants.length < 2) return undefined;
    return this.#ordered(claimants)[this.#ids(claimants).indexOf(id)];
  }

  #formerly(id: MemoryId): MemoryFile | undefined {
    const path = this.#former.pathOf(id);
    return path === undefined ? undefined : this.#catalog.file(path);
  }

  #ids(claimants: readonly MemoryFile[]): MemoryId[] {
    const claim = (claimants[0] as MemoryFile).claim;
    const ids: MemoryId[] = [claim];
    for (let n = 2; ids.length < claimants.length; n++) {
      const id = numberedId(claim, n);
      if (!this.#catalog.claims.has(id)) ids.push(id);
    }
    return ids;
  }

  #ordered(claimants: readonly MemoryFile[]): MemoryFile[] {
    if (claimants.length < 2) return [...claimants];
    return [...claimants].sort(
      (a, b) =>
        this.#lastWritten(b) - this.#lastWritten(a) ||
        Number(hasOwnName(b)) - Number(hasOwnName(a)) ||
        textOrder(a.written.created ?? "9999", b.written.created ?? "9999") ||
        textOrder(a.path, b.path),
    );
  }

  #lastWritten({ path, claim }: MemoryFile): number {
    const record = this.#history.last(path)?.record;
    const own = record?.op === "create" || record?.op === "update" || record?.op === "append";
    return own && record.id === claim ? record.seq : 0;
  }
}

/** Does the file name say the same as the name inside? Dates and numbers in front do not count. */
function hasOwnName({ path, claim }: MemoryFile): boolean {
  const stem = nameIn(path).replace(/^\d{4}-\d{2}-\d{2}_(?:\d{3,6}_)?/, "");
  return idFromPath(stem) === claim || idFromPath(path) === claim;
}

/** Which file an id meant before the name inside it was changed: derived from the log, read on as the log grows. */
class FormerNames {
  readonly #history: History;
  /** By id. */
  readonly #written = new Map<string, LogEntry | LogEntry[]>();
  #first: LogEntry | undefined;
  #taken = 0;

  constructor(history: History) {
    this.#history = history;
  }

  /** The newest path Cairn itself wrote under this id. */
  pathOf(id: string): string | undefined {
    this.#readOn();
    const counting = (entry: LogEntry) => this.#history.entry(entry.record.seq) === entry;
    return [this.#written.get(id) ?? []].flat().findLast(counting)?.record.path;
  }

  #readOn(): void {
    const { entries } = this.#history.log;
    if (entries[0] !== this.#first || entries.length < this.#taken) this.#startAnew();
    for (; this.#taken < entries.length; this.#taken++) this.#take(entries[this.#taken] as KeptEntry);
  }

  #startAnew(): void {
    this.#written.clear();
    this.#first = this.#history.log.entries[0];
    this.#taken = 0;
  }

  #take(entry: KeptEntry): void {
    if (entry.op !== "create" && entry.op !== "update") return;
    const { id, path } = entry.record;
    if (id === undefined || path === undefined) return;
    const entries = this.#written.get(id);
    if (entries === undefined) this.#written.set(id, entry);
    else if (Array.isArray(entries)) entries.push(entry);
    else this.#written.set(id, [entries, entry]);
  }
}
