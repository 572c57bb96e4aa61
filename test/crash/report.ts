/** Seeds, replay commands and the one line each suite ends with. */

import { expect } from "vitest";
import { type Rng, rngFrom } from "../secrets/rng.ts";
import { seed } from "../support/seed.ts";

export { seed };

/** Every point there is, for a night. */
export const isDeep = process.env["CAIRN_DEEP"] !== undefined;

/** "1/2": of a run that several processes share, the acts that are this one's. */
const [share = 0, shares = 1] = (process.env["CAIRN_SHARE"] ?? "0/1").split("/").map(Number);

export function isOurs(act: { readonly index: number }): boolean {
  return act.index % shares === share % shares;
}

const NIGHT_MS = 36_000_000;
/** How long a test may take, in milliseconds: one that takes a sample, and one that takes all it can. */
export const patience = isDeep ? NIGHT_MS : 300_000;
export const longest = isDeep ? NIGHT_MS : 3_600_000;

const wanted = process.env["CAIRN_POINT"];
const MOST_SHOWN = 20;
const MOST_FAULTS = 3;

/** How many times as many points the slow run takes in suites that `npm test` runs too (`wider` in vitest.config.ts). */
export const width = Number(process.env["CAIRN_WIDE"] ?? 1);

/** Some of them, always the same for one seed; all in a deep run, the one asked for when a run is replayed. */
export function sample<T>(all: readonly T[], few: number, nameOf: (one: T) => string, salt = 0): T[] {
  if (wanted !== undefined) return all.filter((one) => nameOf(one) === wanted);
  const count = few * width;
  if (isDeep || all.length <= count) return [...all];
  const random = rngFrom(seed + salt);
  const rest = [...all];
  return Array.from({ length: count }, () => rest.splice(random.int(rest.length), 1)[0] as T);
}

export function randomFor(salt: number): Rng {
  return rngFrom(seed + salt);
}

/** True where a replay asks for another point. */
export function isSkipped(point: string): boolean {
  return wanted !== undefined && wanted !== point;
}

/** What one suite has looked at, and what it found. */
export class Tally {
  readonly #suite: string;
  readonly #file: string;
  readonly #counts = new Map<string, number>();
  readonly #failures: string[] = [];

  constructor(suite: string, file: string) {
    this.#suite = suite;
    this.#file = file;
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** What comes of looking at a point. An exception is that point's fault, and not the end of the run. */
  async note(point: string, looking: Promise<readonly string[]>, from = seed): Promise<void> {
    const faults = await looking.catch((error: Error) => [`thrown: ${error.stack}`]);
    if (faults.length === 0) return;
    const slow = this.#file.includes(".slow.") ? "CAIRN_SLOW=1 " : "";
    const again = `${slow}CAIRN_SEED=${from} CAIRN_POINT='${point}' npx vitest run ${this.#file}`;
    const failure = `${point}\n  ${faults.slice(0, MOST_FAULTS).join("\n  ")}\n  again: ${again}`;
    if (isDeep) console.error(failure);
    this.#failures.push(failure);
  }

  get failures(): number {
    return this.#failures.length;
  }

  /** A night is long: what was looked at so far. */
  soFar(act: { readonly index: number }): void {
    if (isDeep) console.log(`${this.#suite}: act ${act.index}: ${this.#line()}`);
  }

  /** Prints the line, and fails the test if anything was wrong. */
  conclude(): void {
    console.log(`${this.#suite}: ${this.#line()} (seed ${seed})`);
    expect(this.#failures.slice(0, MOST_SHOWN).join("\n")).toBe("");
  }

  #line(): string {
    const counts = [...this.#counts].map(([what, count]) => `${count} ${what}`).join(", ");
    return `${counts}, ${this.#failures.length} failures`;
  }
}
