/**
 * Which file an id means. Two files that claim one name: the one Cairn wrote last keeps it, then the one whose file
 * name matches, then the older, then path order; the others are known as `<id>-2`, `-3` and as problems.
 */

import { idFromPath, numberedId } from "../model/id.ts";
import type { MemoryId, Problem } from "../model/memory.ts";
import type { Book } from "./book.ts";
import type { Catalog, Found } from "./catalog.ts";
import { FormerNames } from "./former-names.ts";
import { nameIn } from "./ground.ts";

export class Names {
  readonly #catalog: Catalog;
  readonly #book: Book;
  readonly #former: FormerNames;

  constructor(catalog: Catalog, book: Book) {
    this.#catalog = catalog;
    this.#book = book;
    this.#former = new FormerNames(book);
  }

  idOf(found: Found): MemoryId {
    if (!this.#catalog.claims.isContested(found.claim)) return found.claim;
    const claimants = this.#catalog.claims.of(found.claim);
    return (
      this.#ids(claimants)[this.#ordered(claimants).findIndex((other) => other.path === found.path)] ?? found.claim
    );
  }

  /** By its id; by `<id>-n` among files of one name; by an old id whose file was renamed inside. */
  find(id: MemoryId): Found | undefined {
    const claimants = this.#catalog.claims.of(id);
    if (claimants.length > 0) return this.#ordered(claimants)[0];
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

  #numbered(id: MemoryId): Found | undefined {
    const base = /^(.+)-\d+$/.exec(id)?.[1];
    const claimants = base === undefined ? [] : this.#catalog.claims.of(base);
    if (claimants.length < 2) return undefined;
    return this.#ordered(claimants)[this.#ids(claimants).indexOf(id)];
  }

  #formerly(id: MemoryId): Found | undefined {
    const path = this.#former.pathOf(id);
    return path === undefined ? undefined : this.#catalog.file(path);
  }

  #ids(claimants: readonly Found[]): MemoryId[] {
    const claim = (claimants[0] as Found).claim;
    const ids: MemoryId[] = [claim];
    for (let n = 2; ids.length < claimants.length; n++) {
      const id = numberedId(claim, n);
      if (!this.#catalog.claims.has(id)) ids.push(id);
    }
    return ids;
  }

  #ordered(claimants: readonly Found[]): Found[] {
    if (claimants.length < 2) return [...claimants];
    return [...claimants].sort(
      (a, b) =>
        this.#lastWritten(b) - this.#lastWritten(a) ||
        Number(hasOwnName(b)) - Number(hasOwnName(a)) ||
        compare(a.written.created ?? "9999", b.written.created ?? "9999") ||
        compare(a.path, b.path),
    );
  }

  #lastWritten({ path, claim }: Found): number {
    const record = this.#book.last(path)?.record;
    const own = record?.op === "create" || record?.op === "update" || record?.op === "append";
    return own && record.id === claim ? record.seq : 0;
  }
}

/** Does the file name say the same as the name inside? Dates and numbers in front do not count. */
function hasOwnName({ path, claim }: Found): boolean {
  const stem = nameIn(path).replace(/^\d{4}-\d{2}-\d{2}_(?:\d{3,6}_)?/, "");
  return idFromPath(stem) === claim || idFromPath(path) === claim;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
