/**
 * A root of memory files as Cairn itself would have left it: every text printed as a wish is, and a log that vouches for
 * it. Only the lock and the syncs are left out, so that thousands of memories take seconds.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/disk/clock.ts";
import { isMemoryId, numberedId } from "../../src/model/id.ts";
import { kindRow } from "../../src/model/kind.ts";
import type { MemoryId } from "../../src/model/memory.ts";
import type { Scope } from "../../src/model/scope.ts";
import { RootSource } from "../../src/search/files/root-source.ts";
import { SearchIndex } from "../../src/search/index/search-index.ts";
import { Shelf } from "../../src/search/index/shelf.ts";
import type { IndexSource } from "../../src/search/index/unit.ts";
import { Store } from "../../src/store/store.ts";
import { LogWriter } from "./log-writer.ts";
import { firstId, printTold, type Told, wishOf } from "./told.ts";

export interface Kept {
  readonly id: MemoryId;
  readonly path: string;
}

export interface RootPlace {
  readonly folder: string;
  readonly state: string;
}

/** Side by side in a folder. */
export function placeIn(folder: string): RootPlace {
  return { folder: join(folder, "memories"), state: join(folder, "state") };
}

export class MadeRoot {
  readonly folder: string;
  readonly state: string;
  readonly #scope: Scope;
  readonly #log: LogWriter;
  readonly #taken = new Map<string, number>();
  readonly #folders = new Set<string>();

  /** Real paths. */
  constructor({ folder, state }: RootPlace, scope: Scope = "project") {
    this.folder = folder;
    this.state = state;
    this.#scope = scope;
    mkdirSync(this.folder, { recursive: true });
    this.#log = new LogWriter(join(this.state, "log"));
  }

  remember(told: Told): Kept {
    const wish = wishOf(told);
    const id = this.#freeId(firstId(told, wish));
    const path = `${told.folder ?? kindRow(told.kind).folder}/${id}.md`;
    const bytes = Buffer.from(printTold(told, wish, id));
    this.#makeFolder(dirname(path));
    writeFileSync(join(this.folder, path), bytes, { mode: 0o600 });
    this.#log.add({ id, kind: told.kind, path, text: bytes, at: new Date(told.at).toISOString() });
    return { id, path };
  }

  open(): RootSource {
    this.flush();
    return new RootSource(storeAt(this, this.#scope));
  }

  /** Everything told so far is on the disk. */
  flush(): void {
    this.#log.flush();
  }

  get shelf(): Shelf {
    return shelfAt(this);
  }

  #freeId(wanted: string): MemoryId {
    const n = (this.#taken.get(wanted) ?? 0) + 1;
    this.#taken.set(wanted, n);
    const id = numberedId(wanted, n);
    if (!isMemoryId(id)) throw new Error(`not an id: ${id}`);
    return n > 1 && this.#taken.has(id) ? this.#freeId(wanted) : this.#claimed(id);
  }

  #claimed(id: MemoryId): MemoryId {
    if (!this.#taken.has(id)) this.#taken.set(id, 1);
    return id;
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    mkdirSync(join(this.folder, folder), { recursive: true, mode: 0o700 });
    this.#folders.add(folder);
  }
}

/** As a process that starts now has it. */
export function storeAt({ folder, state }: RootPlace, scope: Scope = "project"): Store {
  const root = { scope, path: folder, key: "made", why: "made for measuring" };
  return new Store({ root, state, clock: systemClock });
}

/** Where the product keeps a root's index. */
export function shelfAt({ state }: RootPlace): Shelf {
  return new Shelf(join(state, "index"));
}

/** Catches up with a source, puts everything on the shelf, and opens it again as another process would. */
export function reopened(source: () => IndexSource, shelf: Shelf): SearchIndex {
  const first = new SearchIndex(source(), shelf);
  first.catchUp();
  first.persist(undefined, BigInt(Date.now()) * 1_000_000n);
  const index = new SearchIndex(source(), shelf);
  const { read } = index.catchUp();
  if (read > 0) throw new Error(`${read} files had to be read again: the shelf does not hold what was put on it`);
  return index;
}
