/** The time, handed in wherever it matters. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface FixedClock extends Clock {
  /** Moves on, or back if negative. */
  advance(ms: number): void;
}

/** For tests: stands still until told to move. */
export function fixedClock(start: Date | string): FixedClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
  };
}

/** Milliseconds on a clock that only goes on. Not `performance`, which a process loads a millisecond or two for. */
export function elapsedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Does nothing for so long, and lets nothing else in this process happen: for moments under a lock. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
