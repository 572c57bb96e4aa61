/**
 * The thread of a session, folded when somebody asks for it. Most who read a trail never do, and finding out what a
 * prompt asked for and what an answer said is dear in a process that does it once. Pure.
 */

import type { SessionState } from "./session-state.ts";
import type { TrailLine } from "./step.ts";
import { changesThread, clearsThread, noThread, type Thread, threadAfter } from "./thread.ts";

/** So many lines wait to be folded: a server that is never asked must not keep all of them. */
const MOST_WAITING = 60;

export class LaterThread {
  #known: Thread | undefined;
  /** What it is to be folded from; gone once it is. */
  #from: { readonly before: LaterThread; readonly line: TrailLine; readonly heard: boolean } | undefined;
  #waiting = 0;

  static of(known: Thread): LaterThread {
    const later = new LaterThread();
    later.#known = known;
    return later;
  }

  /** As it is after this line; this one stays what it was. `heard`: text of others was read in the turn under way. */
  after(line: TrailLine, heard: boolean): LaterThread {
    if (clearsThread(line)) return LaterThread.of(noThread);
    if (!changesThread(line)) return this;
    const later = new LaterThread();
    later.#from = { before: this, line, heard };
    later.#waiting = this.#waiting + 1;
    if (later.#waiting >= MOST_WAITING) later.now();
    return later;
  }

  now(): Thread {
    if (this.#from !== undefined) {
      const { before, line, heard } = this.#from;
      this.#known = threadAfter(before.now(), line, { heard });
      this.#from = undefined;
      this.#waiting = 0;
    }
    return this.#known ?? noThread;
  }
}

/** A state under way: its thread apart, since to copy the state would be to ask for it. */
export interface Folded {
  readonly rest: Omit<SessionState, "thread">;
  readonly thread: LaterThread;
}

const foldedAs = new WeakMap<SessionState, Folded>();

/** One that was not folded here, or was copied, has its thread as a plain value; one out of a broken file may have none. */
export function foldedOf(state: SessionState): Folded {
  return foldedAs.get(state) ?? { rest: state, thread: LaterThread.of(state?.thread ?? noThread) };
}

/** To be read, copied and printed like any other. */
export function withThread(folded: Folded): SessionState {
  const get = () => folded.thread.now();
  const state = Object.defineProperty({ ...folded.rest }, "thread", { get, enumerable: true }) as SessionState;
  foldedAs.set(state, folded);
  return state;
}
