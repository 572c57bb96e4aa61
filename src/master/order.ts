/** In which order sources and texts stand, whatever order they come in. Pure. */

import type { MasterSource } from "./statement.ts";

export function oldestFirst(sources: readonly MasterSource[]): MasterSource[] {
  return [...sources].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
