/**
 * The door to every change of a root: take the lock, settle what an interrupted write left, look again, and only then
 * work. Nobody changes anything of a root by another way.
 */

import type { Clock } from "../disk/clock.ts";
import { notSaved, partlyDone } from "../disk/files.ts";
import { type Held, type LockState, RootLock, type Wait } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import type { Catalog, CatalogWatcher } from "./catalog.ts";
import { type ChangeContext, changeContextOf, Numbers } from "./change-context.ts";
import { carryOutForget } from "./erase.ts";
import type { History } from "./history.ts";
import { LikeMemories } from "./likeness.ts";
import type { LogEntry } from "./log.ts";
import type { MemoryFile } from "./memory-file.ts";
import type { Names } from "./names.ts";
import { refuseUnreviewed } from "./protect.ts";
import type { By } from "./record.ts";
import type { RootFolder } from "./root-folder.ts";
import { removeTemps, settle } from "./settle.ts";
import { type Done, Overtaken, perform, type Step } from "./write.ts";

const TRIES = 3;
/** Holds no lock, so that nothing can be done in its name. */
const NOBODY: ChangeContext["held"] = { token: "", stillMine: () => false };

/** What a change is to do, and what to tell of it. */
export interface Plan<T> {
  readonly steps: readonly Step[];
  readonly result: T;
  /** No step needs another: they are made together, and a power cut may leave any of them. */
  readonly isAnyOrder?: true;
  /** The person lets in what it writes over, in these words. */
  readonly isLetIn?: true;
}

export interface Changed<T> {
  readonly result: T;
  readonly done: readonly Done[];
}

interface DoorParts {
  /** `roots/<key>` below CAIRN_HOME. */
  readonly state: string;
  readonly rootFolder: RootFolder;
  readonly catalog: Catalog;
  readonly history: History;
  readonly names: Names;
  readonly clock: Clock;
  /** Texts found in place are copied into the log. */
  readonly keepsOutside: boolean;
  /** Is it a memory of this project? */
  readonly concerns: (found: MemoryFile) => boolean;
  /** How long to wait for the lock. */
  readonly wait: Wait;
  /** Whether a text of others has to be accepted before an agent may write over it. */
  readonly requiresReview: (() => boolean) | undefined;
}

/** The writing side is loaded with the first change: most processes only read (see LAZY_SOURCES in scripts/bundle.mjs). */
export function doorOf(parts: DoorParts): Door {
  return new Door(parts);
}

export class Door {
  readonly #parts: DoorParts;
  readonly #lock: RootLock;
  #likeness: LikeMemories | undefined;
  #numbers: Numbers | undefined;

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#lock = new RootLock({ folder: parts.state });
  }

  /** `decide` may run again if a file changed meanwhile, so it must be a pure plan. */
  async change<T>(by: By, decide: (context: ChangeContext) => Plan<T>): Promise<Changed<T>> {
    try {
      return await this.#lock.during((held) => this.#changeLocked(held, by, decide), this.#parts.wait);
    } catch (error) {
      throw error instanceof CairnError ? error : notSaved(error, "the memory");
    }
  }

  /** Work under the lock that is not a change of one memory: erasing, adopting, trimming history. */
  async locked<T>(by: By, work: (context: ChangeContext) => T, wait = this.#parts.wait): Promise<T> {
    return this.#lock.during((held) => {
      this.#recover();
      return this.#onSite(held, by, work);
    }, wait);
  }

  /** What a plan would do, as far as can be seen without the lock: nothing is done, and it may be overtaken. */
  sketch<T>(by: By, work: (context: ChangeContext) => T): T {
    this.#parts.history.refresh();
    this.#parts.catalog.glance();
    return this.#onSite(NOBODY, by, work);
  }

  /** Like `locked`, but returns undefined if another process holds the lock. */
  ifFree<T>(by: By, work: (context: ChangeContext) => T): T | undefined {
    return this.#tryLocked((held) => {
      this.#recover();
      return this.#onSite(held, by, work);
    });
  }

  /** Work that needs another root's lock too; this one's is taken first. In neither anything is in doubt then. */
  async lockedWith<T>(other: Door, by: By, work: () => T): Promise<T> {
    const held = await this.#lock.acquire(this.#parts.wait);
    try {
      this.#recover();
      return await other.locked(by, work);
    } finally {
      held.release();
    }
  }

  /** What an interrupted write left is settled now, if nobody is in the way. */
  recoverIfFree(): void {
    this.#tryLocked(() => this.#recover());
  }

  /** While nobody changes anything, if that is so now. */
  ifUnlocked(work: () => void): void {
    this.#tryLocked(work);
  }

  lockState(): LockState | undefined {
    return this.#lock.inspect();
  }

  breakLock(): boolean {
    return this.#lock.breakForeign();
  }

  #changeLocked<T>(held: Held, by: By, decide: (context: ChangeContext) => Plan<T>): Changed<T> {
    this.#recover();
    const done: Done[] = [];
    let plan: Plan<T> | undefined;
    let begun: Plan<T> | undefined;
    for (let tries = 1; ; tries++) {
      try {
        return this.#onSite(held, by, (context) => {
          plan = decide(context);
          if (this.#parts.requiresReview?.() && plan.isLetIn !== true) refuseUnreviewed(context, plan.steps);
          const order = { isAnyOrder: plan.isAnyOrder === true };
          if (plan.steps.length > 0) done.push(...perform(context, plan.steps, order));
          // Decided anew after a part was done, there may be nothing left to do: that is not "nothing was done".
          return { result: (plan.steps.length === 0 ? (begun ?? plan) : plan).result, done };
        });
      } catch (error) {
        const isOver = error instanceof Overtaken && tries < TRIES;
        if (error instanceof Overtaken) done.push(...error.done);
        if (!isOver) throw refusal(error, done);
        if (error.done.length > 0) begun = plan;
        this.#parts.catalog.glance();
      }
    }
  }

  #onSite<T>(held: ChangeContext["held"], by: By, work: (context: ChangeContext) => T): T {
    const { rootFolder, catalog, history, names, clock, keepsOutside, concerns } = this.#parts;
    const now = () => clock.now();
    const finding = { catalog, history, names, likeness: () => this.#alike(), numbers: () => this.#counting() };
    const context = changeContextOf({ rootFolder, ...finding, held, by, now, keepsOutside, concerns });
    try {
      return work(context);
    } finally {
      context.closeAll();
    }
  }

  /** Who only reads needs neither of these, nor does who knows the path. */
  #alike(): LikeMemories {
    this.#likeness ??= watching(this.#parts.catalog, new LikeMemories());
    return this.#likeness;
  }

  #counting(): Numbers {
    this.#numbers ??= watching(this.#parts.catalog, new Numbers());
    return this.#numbers;
  }

  #recover(): void {
    const { rootFolder, catalog, history, state, clock } = this.#parts;
    const now = () => clock.now();
    const finishForget = (entry: LogEntry) => carryOutForget({ rootFolder, history, state, now }, entry);
    for (const path of settle({ rootFolder, history, now, finishForget })) catalog.recheck(path);
    catalog.glance();
    removeTemps(rootFolder, catalog.temps);
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
}

function watching<W extends CatalogWatcher>(catalog: Catalog, watcher: W): W {
  catalog.watch(watcher);
  return watcher;
}

/** What stays of an earlier try is not passed over in silence. */
function refusal(error: unknown, done: readonly Done[]): unknown {
  const said =
    error instanceof Overtaken
      ? new CairnError("OCC_CONFLICT", "Not saved: another program keeps changing that file.", {
          hint: "Read it again, then retry.",
        })
      : error;
  return done.length === 0 ? said : partlyDone(said, "what was asked for");
}
