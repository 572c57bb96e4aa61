/**
 * What a server does when nobody waits: finishes what an answer had no time for, looks at every file once, keeps the
 * index and has the system tell of changes. In slices, so that the next question waits for one at most.
 */

import type { Finder } from "./finder.ts";

/** About two milliseconds of looking at files. */
const SLICE = 500;
const PAUSE_MS = 5;

export class BetweenAnswers {
  readonly #finder: Finder;
  readonly #nowNs: () => bigint;
  #next: NodeJS.Timeout | undefined;

  constructor(finder: Finder, nowNs: () => bigint) {
    this.#finder = finder;
    this.#nowNs = nowNs;
  }

  /** After every answer. */
  begin(): void {
    this.#next ??= setTimeout(() => this.#slice(), PAUSE_MS).unref();
  }

  end(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
  }

  #slice(): void {
    this.#next = undefined;
    try {
      const root = this.#finder.roots.find(({ isBehind }) => isBehind);
      root?.goOn(SLICE);
      if (this.#finder.roots.some(({ isBehind }) => isBehind)) return this.begin();
      for (const each of this.#finder.roots) each.watch();
      this.#finder.persist(this.#nowNs(), { merging: true });
    } catch {
      // Nobody is there to be told. A disk that refuses is worked around, a bug is met again by the next answer.
    }
  }
}
