/**
 * Memories that have a pointer, best or newest first, for a page of a few dozen: ordered by what is at hand of each, and put
 * together only as far as the page asks for them. The same order as `rankedOf` has.
 */

import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { type Head, listedMemory, memoryOf } from "../store/known-memories.ts";
import {
  bestFirst,
  firstByOrder,
  isUnlistedKind,
  newestPointerFirst,
  type Orderable,
  type Ranked,
} from "./pointers.ts";

interface Row extends Orderable {
  readonly head: Head;
}

/** Beside those that are asked for: some have no pointer after all. */
const SPARE = 20;
/** Beyond so many a page takes no account of how many there are. */
const MANY = 100;

/** `isTold` decides of the memory, of which only what it asks for is put together. */
export function rankedHeads(heads: readonly Head[], isTold: (memory: Memory) => boolean): Ranked {
  const rows = heads.filter(mayBeListed).map(rowOf);
  const first = (count: number, order: typeof bestFirst): Row[] => {
    for (let most = count + SPARE; ; most *= 2) {
      const found = firstByOrder(rows, most, order).filter(({ head }) => isTold(listedMemory(head)));
      if (found.length >= count || most >= rows.length) return found.slice(0, count);
    }
  };
  const whole = (found: readonly Row[]) => found.map(({ head }) => memoryOf(head));
  const many = first(MANY, bestFirst);
  return {
    count: many.length < MANY ? many.length : rows.length,
    best: (count) => whole(count <= MANY ? many.slice(0, count) : first(count, bestFirst)),
    newest: (count) => whole(first(count, newestPointerFirst)),
  };
}

function mayBeListed({ face: { status, kind }, supersededBy }: Head): boolean {
  return status === "active" && supersededBy === undefined && !isUnlistedKind(kindRow(kind).nature);
}

function rowOf(head: Head): Row {
  const { found, among, face } = head;
  const { kind, time } = face;
  // Whatever it is worth otherwise makes no difference in the order.
  return { head, trust: among.isStated(found) ? "stated" : "imported", kind, time, path: found.path };
}
