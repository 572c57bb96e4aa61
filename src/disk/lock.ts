/**
 * The lock of one root. K1: never two living processes that both believe they hold it. K2: only the holder unlinks
 * `lock`, only the heir of a dead chain replaces it. K3: a living owner, stopped or slow, never loses it.
 */

import { setTimeout as pause } from "node:timers/promises";
import { CairnError } from "../model/error.ts";
import { elapsedMs } from "./clock.ts";
import { bestEffort, notSaved } from "./errors.ts";
import type { LockNote } from "./lock-files.ts";
import { type Judgement, judgeNow } from "./owner.ts";
import { Seat } from "./seat.ts";

const DEFAULT_WAIT_MS = 5_000;
const LONGEST_NAP_MS = 8;

export interface Wait {
  /** How long to wait for a living owner before giving up; 5 s unless said otherwise. */
  readonly waitMs?: number;
  /** Where it changes hands meanwhile, the wait begins again, until this is over: a queue that moves is no fault. */
  readonly inAllMs?: number;
}

/** Who holds the lock, for `doctor`. */
export interface LockState {
  readonly judged: Judgement;
  readonly since: Date;
  /** Missing where the lock's words cannot be read. */
  readonly pid?: number;
  readonly host?: string;
}

export class RootLock {
  readonly #place: Place;

  /** `folder` is the state folder of a root, an absolute path; it is made if missing. */
  constructor({ folder }: { readonly folder: string }) {
    this.#place = placeOf(folder);
  }

  /** Throws `LOCK_TIMEOUT_ERROR` when the time is over. Going on without the lock is never an answer. */
  async acquire({ waitMs = DEFAULT_WAIT_MS, inAllMs = waitMs }: Wait = {}): Promise<Held> {
    const { seat, turn } = this.#place;
    tidyAtExit();
    const started = elapsedMs();
    let changed = started;
    let holder: string | undefined;
    if (!(await turn.enter(inAllMs))) throw timedOut(seat.files.read("lock"));
    try {
      await pauseUntil(Math.min(seat.awayUntil, started + waitMs));
      for (let nap = 1; ; nap = Math.min(nap * 2, LONGEST_NAP_MS)) {
        const now = elapsedMs();
        const outcome = seat.attempt(now - started);
        if ("held" in outcome) return new Held(this.#place);
        if (outcome.inTheWay?.id !== holder) changed = now;
        holder = outcome.inTheWay?.id;
        if (now - changed >= waitMs || now - started >= inAllMs) throw timedOut(outcome.inTheWay);
        await pause(nap * (0.5 + Math.random()));
      }
    } catch (error) {
      turn.leave();
      throw notSaved(error, "the lock could not be taken");
    }
  }

  /** Without waiting for a living owner. */
  tryAcquire(): Held | undefined {
    const { seat, turn } = this.#place;
    tidyAtExit();
    if (!turn.tryEnter()) return undefined;
    try {
      if ("held" in seat.attempt(0)) return new Held(this.#place);
    } catch (error) {
      turn.leave();
      throw notSaved(error, "the lock could not be taken");
    }
    turn.leave();
    return undefined;
  }

  /** Takes the lock, does the work, lets go. K4: the work is synchronous, so it cannot wait for a model or a person. */
  async during<T>(work: (held: Held) => T, wait: Wait = {}): Promise<T> {
    const held = await this.acquire(wait);
    try {
      const result = work(held);
      if (result instanceof Promise) throw new TypeError("Work under the lock must be synchronous.");
      return result;
    } finally {
      held.release();
    }
  }

  /** Of these names of its folder: does one belong to nobody who lives? */
  hasLeftovers(names: readonly string[]): boolean {
    return this.#place.seat.hasLeftovers(names);
  }

  /** Undefined if nobody holds it. */
  inspect(): LockState | undefined {
    const { files } = this.#place.seat;
    const found = files.read("lock");
    const stat = files.stat("lock");
    if (found === undefined || stat === undefined) return undefined;
    const judged = judgeNow(found.owner, files.self, DEFAULT_WAIT_MS);
    const since = new Date(Number(stat.ctimeNs / 1_000_000n));
    return { judged, since, ...nameOf(found) };
  }

  /** Only when a person asks: removes a lock whose owner cannot be judged from here. True if it did; a living one stays. */
  breakForeign(): boolean {
    const { seat, turn } = this.#place;
    tidyAtExit();
    if (!turn.tryEnter()) return false;
    try {
      const broken = "held" in seat.attempt(DEFAULT_WAIT_MS, { breaking: true });
      if (broken) seat.letGo();
      return broken;
    } finally {
      turn.leave();
    }
  }
}

/** The lock while it is held. */
export class Held {
  readonly #place: Place;
  #released = false;

  constructor(place: Place) {
    this.#place = place;
    place.holding = true;
  }

  /** Names this process in everything it makes under the lock. */
  get token(): string {
    return this.#place.seat.files.self.token;
  }

  /** False if somebody removed the lock by hand: then nothing may be changed any more. */
  stillMine(): boolean {
    return !this.#released && this.#place.seat.files.isMine("lock");
  }

  /** Removes what dead processes left. Done once by itself, and after each succession. */
  sweepDead(): void {
    if (this.stillMine()) this.#place.seat.sweepDead();
  }

  /**
   * The second time it does nothing. If the disk refuses, the lock stays ours: the next one to ask in this process has
   * it, or the others when this process is gone. What was saved must not be reported as failed because of it.
   */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#place.holding = false;
    bestEffort(() => this.#place.seat.letGo());
    this.#place.turn.leave();
  }
}

/** What this process has of one lock, shared by every `RootLock` of that folder. */
interface Place {
  readonly seat: Seat;
  readonly turn: QueueTurn;
  holding: boolean;
}

const places = new Map<string, Place>();

/** For who wants a lock: one who only looks at it leaves nothing to take away. */
let isTidiedAtExit = false;
function tidyAtExit(): void {
  if (!isTidiedAtExit) process.once("exit", removeOwners);
  isTidiedAtExit = true;
}

function placeOf(folder: string): Place {
  const place = places.get(folder) ?? { seat: new Seat(folder), turn: new QueueTurn(), holding: false };
  places.set(folder, place);
  return place;
}

/** So that owner files do not pile up; those of killed processes are swept by later holders. */
function removeOwners(): void {
  for (const { seat, holding } of places.values()) if (!holding) bestEffort(() => seat.files.removeOwner());
}

async function pauseUntil(time: number): Promise<void> {
  const ms = time - elapsedMs();
  if (ms > 0) await pause(ms);
}

function timedOut(inTheWay: LockNote | undefined): CairnError {
  const { pid, host } = inTheWay === undefined ? {} : nameOf(inTheWay);
  const who = pid === undefined ? "another process" : `process ${pid} on ${host}`;
  return new CairnError("LOCK_TIMEOUT_ERROR", `The memory is being written by ${who}.`, {
    hint: `Try again in a moment. If ${who} hangs, or was on a machine that is gone, doctor says what to do.`,
  });
}

function nameOf({ owner }: LockNote): { pid?: number; host?: string } {
  if (typeof owner === "string") return {};
  return { pid: owner.pid, host: owner.host.replace(/\/.*$/, "") };
}

/** One at a time within this process, in the order they came; waiting ends after a while. */
class QueueTurn {
  #busy = false;
  readonly #queue: Array<() => void> = [];

  /** False if somebody is in, or waits already. */
  tryEnter(): boolean {
    if (this.#busy) return false;
    this.#busy = true;
    return true;
  }

  /** False if the turn did not come in time. */
  enter(waitMs: number): Promise<boolean> {
    if (this.tryEnter()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const admitted = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(admitted), 1);
        resolve(false);
      }, waitMs);
      this.#queue.push(admitted);
    });
  }

  /** The next one in the queue goes in at once, so nobody can slip between. */
  leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busy = false;
    else next();
  }
}
