/**
 * One root of memory files: the only reader and the only writer of them. Reading needs no lock. Every change goes
 * through `change`: lock, settle, look again, decide, write.
 */

import { join } from "node:path";
import type { Clock } from "../disk/clock.ts";
import { codeOf, notSaved } from "../disk/files.ts";
import { tidy } from "../disk/leftovers.ts";
import { type Held, type LockState, RootLock } from "../disk/lock.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import type { Memory, MemoryId, Problem } from "../model/memory.ts";
import type { Root } from "../model/scope.ts";
import { adoptIn } from "./adopt.ts";
import { Book } from "./book.ts";
import { Catalog, type Found } from "./catalog.ts";
import { carryOutForget } from "./erase.ts";
import { folderOf, Ground, largestMemory, nameIn } from "./ground.ts";
import { KnownMemories } from "./known-memories.ts";
import { Likeness } from "./likeness.ts";
import { Log, type LogEntry } from "./log.ts";
import { Names } from "./names.ts";
import { Numbers } from "./numbers.ts";
import { withoutSecrets } from "./outside.ts";
import type { By } from "./record.ts";
import { removeTemps, settle } from "./settle.ts";
import { type Site, siteOf } from "./site.ts";
import { isWorthKeeping, readSnapshot, writeSnapshot } from "./snapshot.ts";
import { Suspects } from "./suspects.ts";
import { type Done, Overtaken, perform, type Step } from "./write.ts";

const TRIES = 3;
/** In roots up to this size words typed into a file are seen by the next answer; in larger ones by the next sweep. */
const SMALL = 1_000;

export interface StoreOptions {
  readonly root: Root;
  /** `roots/<key>` below CAIRN_HOME. */
  readonly state: string;
  readonly clock: Clock;
  /** Keys this project had before: memories that carry one of them are its own. */
  readonly aliases?: readonly string[];
  /** How long to wait for the lock. */
  readonly waitMs?: number;
}

/** What a change is to do, and what to tell of it. */
export interface Plan<T> {
  readonly steps: readonly Step[];
  readonly result: T;
}

export interface Changed<T> {
  readonly result: T;
  readonly done: readonly Done[];
}

export class Store {
  readonly root: Root;
  readonly state: string;
  readonly ground: Ground;
  readonly catalog: Catalog;
  readonly book: Book;
  readonly names: Names;
  readonly #likeness = new Likeness();
  readonly #numbers = new Numbers();
  readonly #suspects: Suspects;
  readonly #aliases: readonly string[];
  readonly #known: KnownMemories;
  #looked = false;
  /** Every file of a small root was compared since the last look. */
  #closely = false;
  readonly #lock: RootLock;
  readonly #clock: Clock;
  readonly #waitMs: number | undefined;

  constructor({ root, state, clock, waitMs, aliases = [] }: StoreOptions) {
    this.root = root;
    this.state = state;
    this.ground = new Ground(root);
    this.book = new Book(new Log(join(state, "log")));
    this.catalog = new Catalog(this.ground, (path, hash) => isOwn(this.book.vouching(path, hash)));
    this.names = new Names(this.catalog, this.book);
    this.#lock = new RootLock({ folder: state });
    this.#clock = clock;
    this.#waitMs = waitMs;
    this.#aliases = aliases;
    this.#suspects = new Suspects(this.catalog, this.book);
    this.#known = new KnownMemories({ scope: root.scope, catalog: this.catalog, book: this.book, names: this.names });
    this.catalog.watch(this.#likeness);
    this.catalog.watch(this.#numbers);
  }

  /** Reads on in the log and looks into the folders that changed; removes what the dead left, where nobody is in the way. */
  look(): void {
    this.book.refresh();
    this.#lookAtFiles();
    for (const part of ["", "view", "log", "index"]) tidy(join(this.state, part), this.#clock);
    const inDoubt = this.book.open.length > 0 || this.catalog.temps.size > 0;
    if (inDoubt) this.#tryLocked((held) => this.#recover(held));
  }

  /** The first look starts from what an earlier process knew; in a small root every file is compared with it. */
  #lookAtFiles(): void {
    const snapshot = this.#looked ? undefined : readSnapshot(this.state);
    this.#closely = !this.#looked;
    this.#looked = true;
    if (snapshot !== undefined) this.catalog.restore(snapshot);
    if (snapshot !== undefined && this.catalog.size <= SMALL) this.catalog.sweep();
    else this.catalog.glance();
  }

  /** For who is about to list what files say: words typed into a file in place change no folder. */
  lookClosely(): void {
    if (!this.#closely && this.catalog.size <= SMALL) this.catalog.sweep();
    this.#closely = true;
  }

  /** Was it looked into, so that what lies in it is known? */
  get hasLooked(): boolean {
    return this.#looked;
  }

  /** After the answer: spares the next process the reading, where there is enough to spare. */
  keepSnapshot(): void {
    const { size, changed, temps, isComplete } = this.catalog;
    if (isComplete && temps.size === 0 && isWorthKeeping(size, changed))
      writeSnapshot(this.state, this.catalog.snapshot());
  }

  /** Every memory of this project in this root; bodies are left out. */
  memories(): Memory[] {
    return [...this.catalog.files()].map((found) => this.memoryOf(found)).filter((memory) => this.concerns(memory));
  }

  problems(): Problem[] {
    const secrets = [...this.catalog.files()].flatMap((found) => this.#secretProblem(found));
    return [...this.catalog.problems(), ...this.names.problems(), ...secrets];
  }

  /** Holds a secret a person or another program wrote: kept out of views, recall, team and export. */
  hasSecret(path: string): boolean {
    const found = this.catalog.file(path);
    return found !== undefined && this.#known.secretsIn(found).length > 0;
  }

  find(id: MemoryId): Memory | undefined {
    const found = this.names.find(id);
    const memory = found === undefined ? undefined : this.memoryOf(found);
    return memory === undefined || !this.concerns(memory) ? undefined : memory;
  }

  memoryOf(found: Found): Memory {
    return this.#known.of(found);
  }

  /** The memory with its text, read now; undefined if the file is gone meanwhile. */
  read(id: MemoryId): Memory | undefined {
    const found = this.names.find(id);
    const bytes = found === undefined ? undefined : this.bytesAt(found.path);
    if (found === undefined || bytes === undefined) return undefined;
    const fresh = this.catalog.recheck(found.path) ?? found;
    const { body, changes } = parseMemory(bytes.toString("utf8"), found.path).written;
    const texts = { body, changes };
    return { ...this.memoryOf(fresh), ...(this.#known.secretsIn(fresh).length === 0 ? texts : withoutSecrets(texts)) };
  }

  /** A link is followed only where the catalog has followed it; one that came meanwhile is not what was meant. */
  bytesAt(path: string): Buffer | undefined {
    const place = this.catalog.file(path)?.readOnly ? (this.ground.targetOf(path) ?? path) : path;
    const folder = this.ground.folder(folderOf(place));
    try {
      return folder?.readFile(nameIn(place), largestMemory);
    } catch (error) {
      if (codeOf(error) === "ELOOP") return undefined;
      throw error;
    } finally {
      folder?.close();
    }
  }

  /** The one door for every change. `decide` may run again if a file changed meanwhile, so it must be a pure plan. */
  async change<T>(by: By, decide: (site: Site) => Plan<T>): Promise<Changed<T>> {
    try {
      return await this.#lock.during((held) => this.#changeLocked(held, by, decide), this.#wait());
    } catch (error) {
      throw error instanceof CairnError ? error : notSaved(error, "the memory");
    }
  }

  /** Work under the lock that is not a change of one memory: erasing, adopting, trimming history. */
  async locked<T>(by: By, work: (site: Site) => T): Promise<T> {
    return this.#lock.during((held) => {
      this.#recover(held);
      return this.#onSite(held, by, work);
    }, this.#wait());
  }

  /** The same without waiting: undefined where another process holds the lock. */
  ifFree<T>(by: By, work: (site: Site) => T): T | undefined {
    return this.#tryLocked((held) => {
      this.#recover(held);
      return this.#onSite(held, by, work);
    });
  }

  /** Work that needs another root's lock too; this one's is taken first. */
  async lockedWith<T>(other: Store, by: By, work: () => T): Promise<T> {
    const held = await this.#lock.acquire(this.#wait());
    try {
      return await other.locked(by, work);
    } finally {
      held.release();
    }
  }

  /** Records what other programs did, at most `limit` files, if nobody is in the way. Returns how many. */
  adopt(limit: number): number {
    return this.ifFree({ surface: "outside" }, (site) => adoptIn(site, this.#suspects, limit)) ?? 0;
  }

  lockState(): LockState | undefined {
    return this.#lock.inspect();
  }

  breakLock(): boolean {
    return this.#lock.breakForeign();
  }

  #changeLocked<T>(held: Held, by: By, decide: (site: Site) => Plan<T>): Changed<T> {
    this.#recover(held);
    const done: Done[] = [];
    for (let tries = 1; ; tries++) {
      try {
        return this.#onSite(held, by, (site) => {
          const plan = decide(site);
          if (plan.steps.length > 0) done.push(...perform(site, plan.steps));
          return { result: plan.result, done };
        });
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        done.push(...error.done);
        if (tries >= TRIES) throw overtaken();
        this.catalog.glance();
      }
    }
  }

  #onSite<T>(held: Held, by: By, work: (site: Site) => T): T {
    const { ground, catalog, book, names } = this;
    const now = () => this.#clock.now();
    const keepsOutside = this.root.scope !== "team";
    const finding = { catalog, book, names, likeness: this.#likeness, numbers: this.#numbers };
    const concerns = (found: Found) => this.concerns(this.memoryOf(found));
    const site = siteOf({ ground, ...finding, held, by, now, keepsOutside, concerns });
    try {
      return work(site);
    } finally {
      site.closeAll();
    }
  }

  #recover(_held: Held): void {
    const { ground, book, state } = this;
    const now = () => this.#clock.now();
    const finishForget = (entry: LogEntry) => carryOutForget({ ground, book, state, now }, entry);
    for (const path of settle({ ground, book, now, finishForget })) this.catalog.recheck(path);
    this.catalog.glance();
    removeTemps(ground, this.catalog.temps);
    this.catalog.temps.clear();
  }

  #tryLocked<T>(work: (held: Held) => T): T | undefined {
    try {
      const held = this.#lock.tryAcquire();
      if (held === undefined) return undefined;
      try {
        return work(held);
      } finally {
        held.release();
      }
    } catch (error) {
      // A disk that refuses must not cost a reader the answer: the next writer hears of it.
      if (error instanceof CairnError || notSaved(error, "") instanceof CairnError) return undefined;
      throw error;
    }
  }

  /** Is it a memory of this project? The host may share one folder between two. */
  concerns({ source }: Memory): boolean {
    const project = source?.project;
    if (project === undefined || this.root.project === undefined) return true;
    return project === this.root.project || this.#aliases.includes(project);
  }

  #secretProblem(found: Found): Problem[] {
    const classes = this.#known.secretsIn(found);
    if (classes.length === 0) return [];
    const message = `holds a secret (${classes.join(", ")}): it is in no view and not recalled until you take it out`;
    return [{ path: found.path, line: 1, message }];
  }

  #wait(): { waitMs?: number } {
    return this.#waitMs === undefined ? {} : { waitMs: this.#waitMs };
  }
}

/** Written by Cairn, and so redacted on the way. */
function isOwn(entry: LogEntry | undefined): boolean {
  return entry !== undefined && entry.record.op !== "outside" && entry.record.op !== "accept";
}

function overtaken(): CairnError {
  return new CairnError("conflict", "OCC_CONFLICT", "Not saved: another program keeps changing that file.", {
    hint: "Read it again, then retry.",
  });
}
