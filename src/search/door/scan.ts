/**
 * One pass over the postings of a few terms: which leaves hold which of them, and a first score for each. Lean: no
 * groups and no frequencies, so that a moment costs no more than a question. Room is allotted once for a collection.
 */

import type { Corpus, LeafAt, OpenPart } from "../index/corpus.ts";
import { keyTerm } from "../index/keys.ts";
import { leafFlag } from "../index/unit.ts";
import { Best, firstOfEach } from "../rank/best.ts";
import { postingsOf } from "../rank/postings.ts";
import type { Visible } from "../rank/rank-leaves.ts";

/** A term that is looked for, and what it adds to a first score: anywhere, and again where it is of title or aliases. */
export interface WantedTerm {
  readonly term: string;
  readonly adds: number;
}

interface Touched extends LeafAt {
  /** Which of the wanted terms it holds, one bit each. */
  readonly mask: number;
}

export const mostWanted = 32;

interface Room {
  readonly part: OpenPart;
  readonly mask: Uint32Array;
  readonly score: Float32Array;
  readonly touched: Uint32Array;
  count: number;
}

const rooms = new WeakMap<Corpus, readonly Room[]>();

function roomsOf(corpus: Corpus): readonly Room[] {
  const known = rooms.get(corpus);
  if (known !== undefined) return known;
  const made = corpus.parts.map((part) => {
    const { leaves } = part.segment.header;
    const touched = new Uint32Array(leaves);
    return { part, mask: new Uint32Array(leaves), score: new Float32Array(leaves), touched, count: 0 };
  });
  rooms.set(corpus, made);
  return made;
}

/** The leaves with the highest first scores, a memory once, and those of `besides` whatever they score. */
export function leavesTouched(
  corpus: Corpus,
  wanted: readonly WantedTerm[],
  most: number,
  visible: Visible,
  besides: readonly LeafAt[],
): Touched[] {
  const made = roomsOf(corpus);
  try {
    for (const room of made)
      for (const [bit, { term, adds }] of wanted.entries()) {
        take(room, term, 2 ** bit, adds);
        take(room, keyTerm(term), 0, adds);
      }
    return firstOfEach([...besides, ...bestOf(corpus, made, most, visible)]).map(({ part, leaf }) => ({
      part,
      leaf,
      mask: made[part.nth]!.mask[leaf]!,
    }));
  } finally {
    for (const room of made) clear(room);
  }
}

/** Adds a term to every leaf that has it. */
function take(room: Room, term: string, bit: number, adds: number): void {
  const { leaf: leaves, count: having } = postingsOf(room.part, term);
  const { mask, score, touched } = room;
  let { count } = room;
  for (let n = 0; n < having; n++) {
    const leaf = leaves[n]!;
    if (score[leaf] === 0) touched[count++] = leaf;
    mask[leaf]! |= bit;
    score[leaf]! += adds;
  }
  room.count = count;
}

function bestOf(corpus: Corpus, made: readonly Room[], most: number, visible: Visible): LeafAt[] {
  const best = new Best(most, (leaf, nth, otherLeaf, otherNth) => {
    const [time, other] = [corpus.parts[nth]!.leaves.time[leaf]!, corpus.parts[otherNth]!.leaves.time[otherLeaf]!];
    return time === other ? nth < otherNth || (nth === otherNth && leaf < otherLeaf) : time > other;
  });
  for (const { part, score, touched, count } of made) {
    const { flags } = part.leaves;
    for (let i = 0; i < count; i++) {
      const leaf = touched[i]!;
      const found = score[leaf]!;
      if (found < best.least || (flags[leaf]! & leafFlag.turn) !== 0 || !visible(part, leaf)) continue;
      best.offer(found, leaf, part.nth);
    }
  }
  return best
    .taken()
    .sort((a, b) => b.score - a.score || a.tag - b.tag || a.key - b.key)
    .map(({ key, tag }) => ({ part: corpus.parts[tag]!, leaf: key }));
}

function clear(room: Room): void {
  const { mask, score, touched, count } = room;
  for (let i = 0; i < count; i++) {
    mask[touched[i]!] = 0;
    score[touched[i]!] = 0;
  }
  room.count = 0;
}

/** How many leaves have a term. What was deleted since is counted too: it is about how rare a word is. */
export function countOf(corpus: Corpus, term: string): number {
  let count = 0;
  for (const { segment } of corpus.parts) count += segment.term(term)?.count ?? 0;
  return count;
}
