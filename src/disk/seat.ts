/**
 * One process's part in one lock: how it takes the lock, succeeds the dead, and lets go (protocols §2).
 * Every step may be the last one of this process, and the next process finds its way from what lies there.
 */

import { elapsedMs } from "./clock.ts";
import { bestEffort } from "./errors.ts";
import { LockFiles, type LockNote } from "./lock-files.ts";
import { isRunning, judgeNow, selfAs } from "./owner.ts";

/** Longer than any chain of heirs that died one after another; past it somebody tampered with the files. */
const LONGEST_CHAIN = 1_000;
/** How often to start over at once when the lock changes under our eyes, before taking a nap. */
const MOST_RETRIES = 10;

/** Held, or who stands in the way (undefined: it keeps changing). `again`: what was read is no longer so. */
type Outcome = { readonly held: true } | { readonly inTheWay: LockNote | undefined };
const HELD: Outcome = { held: true };

export class Seat {
  readonly files: LockFiles;
  /** Before the monotonic clock says so, others go first: a busy loop would starve them. */
  awayUntil = 0;
  #mustSweep = true;

  constructor(folder: string) {
    this.files = new LockFiles(folder);
  }

  /** Takes the lock if it is free or its owner dead. `breaking`: also if it cannot be known whether it is dead. */
  attempt(waitedMs: number, { breaking = false } = {}): Outcome {
    for (let tries = 0; tries < MOST_RETRIES; tries++) {
      const outcome = this.files.link("lock") ? HELD : this.#succeed(waitedMs, breaking);
      if (outcome === "again") continue;
      if (outcome === HELD && this.#mustSweep) bestEffort(() => this.sweepDead());
      return outcome;
    }
    return { inTheWay: undefined };
  }

  /** Gives the lock up if it is still ours. */
  letGo(): void {
    if (!this.files.isMine("lock")) return;
    this.files.remove("lock");
    if (this.files.stat("waiting") === undefined) return;
    this.files.remove("waiting");
    this.awayUntil = elapsedMs() + 10 + Math.random() * 35;
  }

  /** For the holder only: while it lives, no claim means anything, and the owner files of the dead are of no use. */
  sweepDead(): void {
    for (const name of this.files.names()) {
      const isLeft = name.startsWith("owner.") ? this.#isDead(name) : /^(claim|new)\./.test(name);
      if (isLeft) this.files.remove(name);
    }
    this.#mustSweep = false;
  }

  /** Is there more than the owner files of those who live? While a server runs, its own lies there all the time. */
  hasLeftovers(names: readonly string[]): boolean {
    return names.some((name) => !name.startsWith("owner.") || this.#isDead(name));
  }

  /** Walks from the lock's owner over the claims upon the dead to the first who lives, or to the end: then we inherit. */
  #succeed(waitedMs: number, breaking: boolean): Outcome | "again" {
    const chain: LockNote[] = [];
    let found = this.files.read("lock");
    while (found !== undefined && chain.length < LONGEST_CHAIN) {
      // Ours already: letting go, or an earlier claim, failed half-way.
      if (found.id === this.files.self.token) return chain.length === 0 ? HELD : this.#inherit(chain);
      const judged = found.isFresh ? "unknown" : judgeNow(found.owner, this.files.self, waitedMs);
      if (judged === "living" || (judged === "unknown" && !breaking)) return this.#waitFor(found);
      chain.push(found);
      if (this.files.link(claimOn(found))) return this.#inherit(chain);
      found = this.files.read(claimOn(found));
    }
    return "again";
  }

  #waitFor(inTheWay: LockNote): Outcome {
    bestEffort(() => this.files.link("waiting"));
    return { inTheWay };
  }

  /** We hold the claim on the last of `chain`. The lock may have gone to somebody else since it was read. */
  #inherit(chain: readonly LockNote[]): Outcome | "again" {
    const fresh = `new.${this.files.self.token}`;
    try {
      const now = this.files.read("lock");
      if (!chain.some(({ id }) => id === now?.id)) {
        this.#withdraw(chain);
        return "again";
      }
      this.files.link(fresh);
      this.files.rename(fresh, "lock");
    } catch (error) {
      bestEffort(() => this.files.remove(fresh));
      this.#withdraw(chain);
      throw error;
    }
    this.#mustSweep = true;
    for (const dead of chain) bestEffort(() => this.files.remove(claimOn(dead)));
    return HELD;
  }

  #withdraw(chain: readonly LockNote[]): void {
    const last = chain.at(-1);
    if (last !== undefined) bestEffort(() => this.files.remove(claimOn(last)));
  }

  /** Also the owner file of somebody who is just writing it: they notice, and make another. */
  #isDead(name: string): boolean {
    const found = this.files.isOwnOwner(name) ? undefined : this.files.read(name);
    if (found === undefined || isRunning(found.owner)) return false;
    return judgeNow(found.owner, selfAs(""), 0) === "dead";
  }
}

function claimOn({ id }: LockNote): string {
  return `claim.${id}`;
}
