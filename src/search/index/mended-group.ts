/** Groups that are cut or lost leaves, put together anew: the same as if they lay in one segment. */

import type { LeafAt, OpenPart } from "./corpus.ts";
import { comparePaths } from "./path-list.ts";
import { leafFlag } from "./unit.ts";

/** A group put together from its living leaves in every part. */
export class MendedGroup {
  /** Where it lies. */
  places: { part: OpenPart; group: number }[];
  joined = false;
  turnCount = 0;
  memoryCount = 0;
  turnLength = 0;
  memoryLength = 0;
  userLength = 0;
  time = 0;
  #ordered: LeafAt[] | undefined;

  constructor(part: OpenPart, group: number) {
    this.places = [{ part, group }];
    part.mended.set(group, this);
  }

  get live(): boolean {
    return this.turnCount + this.memoryCount > 0;
  }

  join(other: MendedGroup): void {
    if (other === this) return;
    this.places.push(...other.places);
    for (const { part, group } of other.places) part.mended.set(group, this);
    other.joined = true;
  }

  /** Living leaves, turns first, in the order one segment would have them. */
  get ordered(): readonly LeafAt[] {
    this.#ordered ??= this.#living().sort(before);
    return this.#ordered;
  }

  settle(): void {
    for (const { part, leaf } of this.#living()) {
      const { flags, length } = part.leaves;
      const isTurn = (flags[leaf]! & leafFlag.turn) !== 0;
      if (isTurn) {
        this.turnCount++;
        this.turnLength += length[leaf]!;
      } else {
        this.memoryCount++;
        this.memoryLength += length[leaf]!;
      }
      if ((flags[leaf]! & leafFlag.fromUser) !== 0) this.userLength += length[leaf]!;
    }
    if (this.turnCount > 0) for (const { part, group } of this.places) part.hasTurns[group] = 1;
    const first = this.#first();
    this.time = first === undefined ? 0 : first.part.leaves.time[first.leaf]!;
  }

  /** The leaf whose time is the group's: the first turn, else the first memory. */
  #first(): LeafAt | undefined {
    let first: LeafAt | undefined;
    for (const at of this.#living()) if (first === undefined || rank(at) < rank(first)) first = at;
    return first;
  }

  #living(): LeafAt[] {
    const living: LeafAt[] = [];
    for (const { part, group } of this.places)
      for (let leaf = part.groups.start[group]!; leaf < part.groups.start[group + 1]!; leaf++)
        if ((part.leaves.flags[leaf]! & leafFlag.deleted) === 0) living.push({ part, leaf });
    return living;
  }
}

function rank({ part, leaf }: LeafAt): number {
  const isTurn = (part.leaves.flags[leaf]! & leafFlag.turn) !== 0;
  return (isTurn ? 0 : 2 ** 33) + part.leaves.time[leaf]!;
}

function before(a: LeafAt, b: LeafAt): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0 || a.part === b.part) return difference || a.leaf - b.leaf;
  const left = a.part.segment.path(a.part.leaves.doc[a.leaf]!);
  const right = b.part.segment.path(b.part.leaves.doc[b.leaf]!);
  return comparePaths(left, right) || a.leaf - b.leaf;
}
