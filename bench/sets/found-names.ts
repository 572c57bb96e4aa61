/** What a hit is called: the path of its file, a turn by its place in it. */

import type { LeafAt } from "../../src/search/index/corpus.ts";
import type { ScoredGroup } from "../../src/search/rank/rank-groups.ts";

/** `path#n` of a turn, counted in its dialogue. */
export function turnName({ part, leaf }: LeafAt): string {
  const doc = part.leaves.doc[leaf]!;
  let first = leaf;
  while (first > 0 && part.leaves.doc[first - 1] === doc) first--;
  return `${part.segment.path(doc)}#${leaf - first}`;
}

export function pathOf({ part, leaf }: LeafAt): string {
  return part.segment.path(part.leaves.doc[leaf]!);
}

/** The path of a group's dialogue, or of its first document. */
export function groupPath({ part, group, mended }: Pick<ScoredGroup, "part" | "group" | "mended">): string {
  return pathOf(mended?.ordered[0] ?? { part, leaf: part.groups.start[group]! });
}
