/** The memories that `MEMORY.md` is printed from: found by what a line or a note says of them, and ranked. */

import type { Memory } from "../model/memory.ts";
import { isListed, type Ranked, rankedOf } from "./pointers.ts";
import { targetOf } from "./targets.ts";

export interface Pointable {
  /** The one a link points at. */
  at(target: string): Memory | undefined;
  withId(id: string): Memory | undefined;
  /** Those that have a pointer, without these. */
  listedBut(left: readonly Memory[]): Ranked;
}

export function pointableIn(memories: readonly Memory[]): Pointable {
  const byTarget = new Map(memories.map((memory) => [targetOf(memory.path), memory]));
  const byId = new Map<string, Memory>(memories.map((memory) => [memory.id, memory]));
  return {
    at: (target) => byTarget.get(target),
    withId: (id) => byId.get(id),
    listedBut: (left) => rankedOf(memories.filter((memory) => isListed(memory) && !left.includes(memory))),
  };
}
