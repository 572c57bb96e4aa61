/** The one search of a process: opened for the roots in reach, caught up at the pace of who asks, kept when it closes. */

import type { Store } from "../../store/store.ts";
import { BetweenAnswers } from "./between-answers.ts";
import { Finder } from "./finder.ts";
import type { Pace } from "./root-index.ts";

/** A tool's answer waits so long for files that changed behind Cairn's back. */
const TOOL_MS = 20;
const TOLD_EVERY = 2_000;

interface DeskParts {
  /** The process goes on after the answer. */
  readonly isWarm: boolean;
  readonly nowNs: () => bigint;
  readonly onProgress: (text: string) => void;
}

export class SearchDesk {
  readonly #parts: DeskParts;
  readonly #finder: Finder;
  readonly #between: BetweenAnswers;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#finder = new Finder((count) => {
      if (count % TOLD_EVERY === 0) parts.onProgress(`Reading memories into the search index: ${count}`);
    });
    this.#between = new BetweenAnswers(this.#finder, parts.nowNs);
  }

  /** Nearest first. `caughtUp` is false where something had to wait. */
  open(stores: readonly Store[], { isUnasked }: Pick<Pace, "isUnasked"> = {}): { finder: Finder; caughtUp: boolean } {
    const { isWarm } = this.#parts;
    this.#finder.over(stores);
    const caughtUp = this.#finder.catchUp(isWarm ? { isWarm, isUnasked: isUnasked ?? false, ms: TOOL_MS } : { isWarm });
    if (isWarm) this.#between.begin();
    return { finder: this.#finder, caughtUp };
  }

  /** `merging`: nobody waits, so large segments may be made into one. */
  close(how: { readonly merging: boolean }): void {
    this.#between.end();
    this.#finder.persist(this.#parts.nowNs(), how);
    this.#finder.close();
  }
}
