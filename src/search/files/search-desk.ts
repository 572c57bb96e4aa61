/** The one search of a process: opened for the roots in reach, caught up at the pace of who asks, kept when it closes. */

import type { Store } from "../../store/store.ts";
import { Finder } from "./finder.ts";
import type { Pace } from "./root-index.ts";

/** A tool's answer waits so long for files that changed behind Cairn's back. */
const TOOL_MS = 20;
/** That of a command, where whoever gets it is told that more is to be read. */
const COMMAND_MS = 1_200;
const TOLD_EVERY = 2_000;
/** Files read; that takes as long as putting them on the shelf. */
const MUCH = 50;

interface DeskParts {
  /** The process goes on after the answer. */
  readonly isWarm: boolean;
  readonly nowNs: () => bigint;
  readonly onProgress: (text: string) => void;
}

/** Who asks, and how. */
export interface Asking extends Pick<Pace, "isUnasked"> {
  /** What is found goes out with the word that not everything is read yet. Otherwise a process for one answer reads on. */
  readonly mayBePart?: boolean;
}

export class SearchDesk {
  readonly #parts: DeskParts;
  readonly #finder: Finder;
  readonly #between: BetweenAnswers;
  /** The last answer came from what was read so far. */
  #isBehind = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#finder = new Finder((count) => {
      if (count % TOLD_EVERY === 0) parts.onProgress(`Reading memories into the search index: ${count}`);
    });
    this.#between = new BetweenAnswers(this.#finder, parts.nowNs);
  }

  /** Nearest first. `caughtUp` is false where something had to wait. */
  open(
    stores: readonly Store[],
    { isUnasked = false, mayBePart = false }: Asking = {},
  ): {
    finder: Finder;
    caughtUp: boolean;
  } {
    const { isWarm } = this.#parts;
    this.#finder.over(stores);
    const cold = mayBePart ? { isWarm, isUnasked, ms: COMMAND_MS } : { isWarm, isUnasked };
    const caughtUp = this.#finder.catchUp(isWarm ? { isWarm, isUnasked, ms: TOOL_MS } : cold);
    this.#isBehind = !caughtUp;
    if (isWarm) this.#between.begin();
    return { finder: this.#finder, caughtUp };
  }

  /** Is it still being read, and nobody has looked at all of it? Then who does so records what others did there. */
  leaves(store: Store): boolean {
    return this.#isBehind && !store.hasLooked;
  }

  /** For a process that somebody waits for: what it has found out is kept only where that was dear, and would be for the next. */
  keepMuch(): void {
    if (this.#finder.roots.some(({ unkept }) => unkept >= MUCH))
      this.#finder.persist(this.#parts.nowNs(), { merging: false });
  }

  /** `merging`: nobody waits, so large segments may be made into one. */
  close(how: { readonly merging: boolean }): void {
    this.#between.end();
    this.#finder.persist(this.#parts.nowNs(), how);
    this.#finder.close();
  }
}

/** About two milliseconds of looking at files. */
const SLICE = 500;
const PAUSE_MS = 5;

class BetweenAnswers {
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
      // What was changed before the system told of it is seen by one more look.
      if (this.#finder.roots.map((each) => each.watch()).includes(true)) return this.begin();
      if (this.#finder.roots.some(({ index }) => index.changed)) this.#finder.persist(this.#nowNs(), { merging: true });
      for (const each of this.#finder.roots) each.vouch();
    } catch {
      // Nobody is there to be told. A disk that refuses is worked around, a bug is met again by the next answer.
    }
  }
}
