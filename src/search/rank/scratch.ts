/**
 * Room for one question beside the columns of a part: which terms each leaf and group holds, and how often. Allotted
 * once for all questions; scores are worked out where they are needed and kept until it is cleared.
 */

import type { OpenPart } from "../index/corpus.ts";

export interface Scratch {
  readonly part: OpenPart;
  readonly groups: number;
  /** Terms of a leaf, one bit each; and 1 where one of them occurs more than once. */
  readonly mask: Uint32Array;
  readonly repeats: Uint8Array;
  /** Leaves that hold a term, in the order they were met. */
  readonly touched: Uint32Array;
  touchedCount: number;
  /** The most each of them can score, in the same order. */
  readonly bounds: Uint32Array;
  /** Where a term occurs more than once: leaves in order, how often, and where each term's end. */
  repeatedLeaf: Uint32Array;
  repeatedCount: Uint8Array;
  readonly repeatedEnd: number[];
  repeatedTotal: number;
  /** Worked out when asked for; 0 until then. */
  readonly own: Float32Array;
  readonly scored: number[];

  readonly groupMask: Uint32Array;
  readonly touchedGroups: Uint32Array;
  touchedGroupCount: number;
  /** How often each term occurs in each group, term by term; and in the user's words. */
  frequency: Uint32Array;
  userFrequency: Uint32Array;
  /** The most often that each term occurs in one group. */
  readonly mostFrequent: number[];
  readonly groupScore: Float32Array;
  readonly userScore: Float32Array;
  readonly scoredGroups: number[];
  /** 1 where the group is put together from several parts or lost a leaf. */
  readonly isMended: Uint8Array | undefined;
}

export function scratchOf(part: OpenPart): Scratch {
  const { leaves, groups } = part.segment.header;
  return {
    part,
    groups,
    mask: new Uint32Array(leaves),
    repeats: new Uint8Array(leaves),
    touched: new Uint32Array(leaves),
    touchedCount: 0,
    bounds: new Uint32Array(leaves),
    repeatedLeaf: new Uint32Array(1024),
    repeatedCount: new Uint8Array(1024),
    repeatedEnd: [],
    repeatedTotal: 0,
    own: new Float32Array(leaves),
    scored: [],
    groupMask: new Uint32Array(groups),
    touchedGroups: new Uint32Array(groups),
    touchedGroupCount: 0,
    frequency: new Uint32Array(0),
    userFrequency: new Uint32Array(0),
    mostFrequent: [],
    groupScore: new Float32Array(groups),
    userScore: new Float32Array(groups),
    scoredGroups: [],
    isMended: part.mended.size === 0 ? undefined : marked(groups, part.mended.keys()),
  };
}

/** Makes room for so many terms. */
export function reserve(scratch: Scratch, terms: number, withUser: boolean): void {
  const size = terms * scratch.groups;
  if (scratch.frequency.length < size) scratch.frequency = new Uint32Array(size);
  if (withUser && scratch.userFrequency.length < size) scratch.userFrequency = new Uint32Array(size);
}

export function clear(scratches: readonly Scratch[]): void {
  for (const scratch of scratches) {
    clearLeaves(scratch);
    clearGroups(scratch);
  }
}

/** A share of the leaves below which going through the list beats filling the column. */
const FEW = 1 / 64;

function clearLeaves(scratch: Scratch): void {
  const { mask, repeats, own, touched, touchedCount, scored } = scratch;
  if (touchedCount > mask.length * FEW) mask.fill(0);
  else for (let i = 0; i < touchedCount; i++) mask[touched[i]!] = 0;
  for (let i = 0; i < scratch.repeatedTotal; i++) repeats[scratch.repeatedLeaf[i]!] = 0;
  for (const leaf of scored) own[leaf] = 0;
  scored.length = 0;
  scratch.repeatedEnd.length = 0;
  scratch.repeatedTotal = 0;
  scratch.touchedCount = 0;
}

function clearGroups(scratch: Scratch): void {
  scratch.groupMask.fill(0);
  scratch.frequency.fill(0);
  scratch.userFrequency.fill(0);
  for (const group of scratch.scoredGroups) {
    scratch.groupScore[group] = 0;
    scratch.userScore[group] = 0;
  }
  scratch.scoredGroups.length = 0;
  scratch.touchedGroupCount = 0;
  scratch.mostFrequent.length = 0;
}

function marked(size: number, places: Iterable<number>): Uint8Array {
  const marks = new Uint8Array(size);
  for (const place of places) marks[place] = 1;
  return marks;
}
