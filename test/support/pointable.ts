/** All memories at once, as `MEMORY.md` is printed from them: what a product reads piece by piece. */

import type { Memory } from "../../src/model/memory.ts";
import { isListed, type Pointable, rankedOf } from "../../src/views/pointers.ts";
import { targetOf } from "../../src/views/targets.ts";

export function pointableIn(memories: readonly Memory[]): Pointable {
  const byTarget = new Map(memories.map((memory) => [targetOf(memory.path), memory]));
  const byId = new Map<string, Memory>(memories.map((memory) => [memory.id, memory]));
  return {
    at: (target) => byTarget.get(target),
    withId: (id) => byId.get(id),
    listedBut: (left) => rankedOf(memories.filter((memory) => isListed(memory) && !left.includes(memory))),
  };
}
