/**
 * Newer versions of one fact: among the best, a memory that holds the same words of the question and begins like the
 * one at the head is taken for another version of it, and the newest stands first. Declared successors are stronger.
 */

/** What is compared of a hit. */
export interface ComparedHit {
  /** Terms of the question it holds, one bit each. */
  readonly mask: number;
  /** How many words it has, and the hashes of the first of them. */
  readonly openingWords: number;
  readonly opening: readonly number[];
  /** Later is newer. */
  readonly time: number;
  readonly id: string;
}

/** How many of the best are looked at. */
export const versionedBest = 20;

/** The same hits, with the newest of each fact in the place of its first. Scores play no part. */
export function newestFirst<H extends ComparedHit>(hits: readonly H[], best = versionedBest): H[] {
  const open = hits.slice(0, best);
  const ordered: H[] = [];
  while (open.length > 0) {
    const head = open[0]!;
    const versions = open.filter((hit) => hit === head || isVersionOf(hit, head));
    const newest = versions.reduce((latest, hit) => (hit.time > latest.time ? hit : latest), head);
    ordered.push(newest);
    open.splice(open.indexOf(newest), 1);
  }
  return [...ordered, ...hits.slice(best)];
}

function isVersionOf(one: ComparedHit, other: ComparedHit): boolean {
  if (one.mask !== other.mask || one.mask === 0) return false;
  const shorter = Math.min(one.openingWords, other.openingWords);
  const compared = Math.min(shorter, one.opening.length, other.opening.length);
  let same = 0;
  while (same < compared && one.opening[same] === other.opening[same]) same++;
  return compared > 0 && same * 2 >= compared;
}
