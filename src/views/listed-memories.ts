/**
 * The memories of a root that `MEMORY.md` lists, kept in a process that prints it again and again: the best few hundred
 * and how many there are. A file that changed, and what the log says of one, is looked at anew; where that does not tell
 * what else may be another, and where the few hundred run out, all are. Prints the same bytes as a look at all of them.
 */

import type { Memory } from "../model/memory.ts";
import type { CatalogWatcher } from "../store/catalog.ts";
import { listedMemory } from "../store/known-memories.ts";
import type { LogEntry } from "../store/log.ts";
import { faceOf, type MemoryFile } from "../store/memory-file.ts";
import { isVerdict } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import { showsGrowth } from "./keep-about.ts";
import {
  bestFirst,
  firstByOrder,
  isListed,
  newestPointerFirst,
  type Orderable,
  orderOf,
  type Pointable,
  type Ranked,
  rankedOf,
} from "./pointers.ts";
import { targetOf } from "./targets.ts";

/** More than a page has lines. */
const KEPT = 600;
/** Beyond so many changes a look at all is no dearer. */
const MOST_CHANGES = 1_000;
const NUMBERED = /^(.+)-\d+$/;

export class ListedMemories implements Pointable, CatalogWatcher {
  readonly #store: Store;
  /** Paths of those that are listed. */
  readonly #listed = new Set<string>();
  /** Paths of summaries and masters. */
  readonly #grown = new Set<string>();
  readonly #best: Kept;
  readonly #newest: Kept;
  /** Paths that links spell in another way. */
  readonly #spelt = new Map<string, string>();
  /** Names by which something may have changed since the last look; undefined: anything may have. */
  #touched: Set<string> | undefined;
  #paths = new Set<string>();
  #lastEntry: LogEntry | undefined;
  #isLogWhole = false;

  constructor(store: Store, { most = KEPT } = {}) {
    this.#store = store;
    this.#best = new Kept(bestFirst, most);
    this.#newest = new Kept(newestPointerFirst, most);
    store.catalog.watch(this);
  }

  came(found: MemoryFile): void {
    this.#touch(found);
  }

  went(found: MemoryFile): void {
    this.#touch(found);
  }

  /** Nothing is known of what an earlier process knew. */
  restored(): void {
    this.#touched = undefined;
  }

  /** Is there a summary or a master? */
  get hasGrown(): boolean {
    return this.#grown.size > 0;
  }

  at(target: string): Memory | undefined {
    return this.#memoryAt(target) ?? this.#memoryAt(this.#spelt.get(target) ?? target);
  }

  withId(id: string): Memory | undefined {
    const found = this.#store.names.find(id as Memory["id"]);
    const memory = found === undefined ? undefined : this.#memoryAt(found.path);
    return memory?.id === id ? memory : undefined;
  }

  listedBut(left: readonly Memory[]): Ranked {
    const out = new Set(left.map(({ path }) => path).filter((path) => this.#listed.has(path)));
    const among = (kept: Kept) => (count: number) => {
      const first = kept.first(count + out.size) ?? this.#all(kept.order, count + out.size);
      return first.filter(({ path }) => !out.has(path)).slice(0, count);
    };
    return { count: this.#listed.size - out.size, best: among(this.#best), newest: among(this.#newest) };
  }

  /** In step with the catalog and the log as they are known now. */
  refresh(): this {
    this.#readLog();
    if (this.#touched === undefined || this.#touched.size + this.#paths.size > MOST_CHANGES) this.#lookAtAll();
    else for (const path of this.#pathsTouched(this.#touched)) this.#look(path);
    this.#touched = new Set();
    this.#paths = new Set();
    return this;
  }

  /** Names depend on who else claims them, and whether one is current on who says it takes its place. */
  #touch(found: MemoryFile): void {
    if (this.#touched === undefined) return;
    this.#paths.add(found.path);
    this.#touched.add(found.claim);
    for (const id of faceOf(found).supersedes) this.#touched.add(id);
  }

  #readLog(): void {
    const { recent, isWhole } = this.#store.history.log;
    const fresh: LogEntry[] = [];
    for (let n = recent.length - 1; n >= 0 && recent[n] !== this.#lastEntry; n--) fresh.push(recent[n]!);
    const isAnother = this.#lastEntry === undefined ? isWhole !== this.#isLogWhole : fresh.length === recent.length;
    if (isAnother) this.#touched = undefined;
    this.#isLogWhole = isWhole;
    this.#lastEntry = recent.at(-1);
    if (this.#touched === undefined) return;
    for (const { record } of fresh) this.#takeRecord(record, recent);
  }

  #takeRecord(record: LogEntry["record"], recent: readonly LogEntry[]): void {
    const path = isVerdict(record) ? recent.findLast((one) => one.record.seq === record.of)?.record.path : record.path;
    if (path === undefined || record.op === "forget" || record.erased) {
      this.#touched = undefined;
      return;
    }
    const found = this.#store.catalog.file(path);
    if (found === undefined) this.#paths.add(path);
    else this.#touch(found);
  }

  #pathsTouched(names: ReadonlySet<string>): Set<string> {
    const paths = new Set(this.#paths);
    const { claims } = this.#store.catalog;
    for (const name of names)
      for (const claim of [name, NUMBERED.exec(name)?.[1] ?? name])
        for (const found of claims.of(claim)) paths.add(found.path);
    return paths;
  }

  #look(path: string): void {
    this.#listed.delete(path);
    this.#grown.delete(path);
    this.#best.remove(path);
    this.#newest.remove(path);
    const memory = this.#memoryAt(path);
    if (targetOf(path) !== path) this.#spelt.set(targetOf(path), path);
    if (memory !== undefined && showsGrowth(memory)) this.#grown.add(path);
    if (memory === undefined || !isListed(memory)) return;
    this.#listed.add(path);
    this.#best.put(memory);
    this.#newest.put(memory);
  }

  #lookAtAll(): void {
    this.#listed.clear();
    this.#spelt.clear();
    this.#grown.clear();
    this.#best.clear();
    this.#newest.clear();
    let listed: Placed[] = [];
    const take = () => {
      this.#best.takeIn(listed);
      this.#newest.takeIn(listed);
      listed = [];
    };
    for (const memory of this.#memories()) {
      const { path } = memory;
      if (showsGrowth(memory)) this.#grown.add(path);
      if (targetOf(path) !== path) this.#spelt.set(targetOf(path), path);
      if (!isListed(memory)) continue;
      this.#listed.add(path);
      listed.push(placed(memory));
      if (listed.length >= KEPT) take();
    }
    take();
  }

  #all(order: typeof bestFirst, count: number): readonly Memory[] {
    const listed = [...this.#memories()].filter(isListed);
    return order === bestFirst ? rankedOf(listed).best(count) : rankedOf(listed).newest(count);
  }

  /** One after the other: all of very many are never in memory. */
  *#memories(): Generator<Memory> {
    for (const head of this.#store.eachHead())
      if (head.among.secretsIn(head.found).length === 0) yield listedMemory(head);
  }

  #memoryAt(path: string): Memory | undefined {
    const found = this.#store.hasSecret(path) ? undefined : this.#store.catalog.file(path);
    const memory = found === undefined ? undefined : this.#store.find(this.#store.names.idOf(found));
    return memory?.path === path ? memory : undefined;
  }
}

interface Placed extends Orderable {
  readonly memory: Memory;
}

function placed(memory: Memory): Placed {
  return { memory, ...orderOf(memory) };
}

/** The first of many in an order. */
class Kept {
  readonly order: typeof bestFirst;
  readonly #most: number;
  #first: Placed[] = [];
  /** There are no others. */
  #areAll = true;

  constructor(order: typeof bestFirst, most: number) {
    this.order = order;
    this.#most = most;
  }

  clear(): void {
    this.#first = [];
    this.#areAll = true;
  }

  takeIn(others: readonly Placed[]): void {
    const all = [...this.#first, ...others];
    this.#first = firstByOrder(all, this.#most, this.order);
    this.#areAll &&= all.length <= this.#most;
  }

  /** Undefined where more are wanted than are kept. */
  first(count: number): readonly Memory[] | undefined {
    const isEnough = this.#areAll || count <= this.#first.length;
    return isEnough ? this.#first.slice(0, count).map(({ memory }) => memory) : undefined;
  }

  remove(path: string): void {
    const at = this.#first.findIndex((one) => one.path === path);
    if (at >= 0) this.#first.splice(at, 1);
  }

  put(memory: Memory): void {
    const own = placed(memory);
    const at = this.#first.findIndex((other) => this.order(own, other) < 0);
    if (at >= 0) this.#first.splice(at, 0, own);
    else if (this.#areAll) this.#first.push(own);
    if (this.#first.length <= 2 * this.#most) return;
    this.#first.length = this.#most;
    this.#areAll = false;
  }
}
