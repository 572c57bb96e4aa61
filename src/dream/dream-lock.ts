/**
 * One dream at a time for a root. A dead dreamer is succeeded at once, a living one never; one whose process cannot be
 * seen from here (another machine, another container) counts as over after `dream.lockStaleMin`.
 */

import type { Cairn } from "../cairn.ts";
import { type Held, RootLock } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import type { Store } from "../store/store.ts";
import { DreamNotes } from "./dream-notes.ts";

const MINUTE_MS = 60_000;

/** Undefined where another dream is under way. The files themselves have the root's own lock. */
export function takeDreamLock(cairn: Cairn, store: Store): Held | undefined {
  const lock = new RootLock(new DreamNotes(store.state));
  const held = lock.tryAcquire();
  if (held !== undefined) return held;
  const state = lock.inspect();
  const staleMs = cairn.settings.get("dream.lockStaleMin") * MINUTE_MS;
  const isLeft = state?.judged === "unknown" && cairn.clock.now().getTime() - state.since.getTime() >= staleMs;
  return isLeft && lock.breakForeign() ? lock.tryAcquire() : undefined;
}

export function anotherDream(): CairnError {
  return new CairnError("LOCK_TIMEOUT_ERROR", "Another dream is under way for this project.", {
    hint: "Try again when it is over; it writes a report of its own.",
  });
}
