/** What the launcher has already read and answered of a client's words, handed to the server that goes on from there. */

type Id = string | number;

export interface Greeted {
  /** All that was read, from the first byte. */
  readonly bytes: Buffer;
  /** Up to here it has been dealt with. */
  readonly until: number;
  /** The requests among it that have their answer. */
  readonly answered: readonly Id[];
}

/** A host that starts a server starts hooks and itself at the same time: whoever is not asked yet stays out of their way. */
export const STARTING_MS = 300;

/** The launcher and the bundle it runs share nothing but the process. */
const PLACE = Symbol.for("cairn.greeted");
const shared = globalThis as { [PLACE]?: Greeted };

export function handOver(greeted: Greeted): void {
  shared[PLACE] = greeted;
}

export function greetedBefore(): Greeted | undefined {
  return shared[PLACE];
}
