/**
 * Reads the postings of a term into the scratch of a part. Whole numbers only: most leaves are never scored, and in a
 * young process a fraction costs an object. One small loop each, so that it is compiled early.
 */

import { ByteReader, Damaged } from "../index/bytes.ts";
import type { Corpus, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import type { Scratch } from "./scratch.ts";
import type { UnitSort } from "./shapes.ts";

/** How many leaves of the unit and how many groups of a part have the term. */
interface Having {
  leaves: number;
  groups: number;
}

/** Adds a term to the scratch of one part. */
export function take(scratch: Scratch, term: string, bit: number, unit: UnitSort): Having {
  const { segment } = scratch.part;
  const entry = segment.term(term);
  const having = { leaves: 0, groups: 0 };
  if (entry !== undefined) {
    const bytes = segment.postings(entry);
    if (isPlain(scratch, unit)) {
      having.leaves = entry.count;
      having.groups = takePlain(scratch, bytes, bit);
    } else takeChecked(scratch, bytes, bit, unit, having);
  }
  scratch.repeatedEnd[bit] = scratch.repeatedTotal;
  return having;
}

/** Every leaf is alive, of the unit, and speaks for its group. */
function isPlain({ part, isMended }: Scratch, unit: UnitSort): boolean {
  if (unit === "group" || part.deleted.size > 0 || isMended !== undefined) return false;
  const { turns, memories } = part.segment.names.totals;
  return (unit === "memory" ? turns : memories).count === 0;
}

/** Returns how many groups have it. */
function takePlain(scratch: Scratch, bytes: Uint8Array, bit: number): number {
  const { mask, touched, groupMask, frequency: frequencies } = scratch;
  const { group: groups } = scratch.part.leaves;
  const bitMask = 2 ** bit;
  const base = bit * scratch.groups;
  const end = bytes.length;
  let touchedCount = scratch.touchedCount;
  let having = 0;
  let most = 0;
  let leaf = -1;
  let i = 0;
  while (i < end) {
    let value = bytes[i++]!;
    for (let shift = 7, more = value; more > 127; shift += 7) {
      more = bytes[i++]!;
      value += (more << shift) - (1 << shift);
    }
    leaf += value >>> 1;
    let frequency = 1;
    if ((value & 1) === 1) {
      frequency = bytes[i++]!;
      repeat(scratch, leaf, frequency);
    }
    const before = mask[leaf]!;
    if (before === 0) touched[touchedCount++] = leaf;
    mask[leaf] = before | bitMask;
    const group = groups[leaf]!;
    const had = frequencies[base + group]!;
    if (had === 0) {
      having++;
      groupMask[group] = groupMask[group]! | bitMask;
    }
    const now = had + frequency;
    if (now > most) most = now;
    frequencies[base + group] = now;
  }
  if (leaf >= mask.length) throw new Damaged("a posting beyond the leaves");
  scratch.touchedCount = touchedCount;
  scratch.mostFrequent[bit] = most;
  return having;
}

/** As above, where some leaves are deleted, of another sort, or silent because their group has turns. */
function takeChecked(scratch: Scratch, bytes: Uint8Array, bit: number, unit: UnitSort, having: Having): void {
  const { mask, touched, touchedGroups, groupMask, frequency: frequencies, userFrequency } = scratch;
  const { part } = scratch;
  const { group: groups, flags } = part.leaves;
  const [care, want] = caredFor(unit);
  const bitMask = 2 ** bit;
  const base = bit * scratch.groups;
  const end = bytes.length;
  let leaf = -1;
  let i = 0;
  let most = 0;
  while (i < end) {
    let value = bytes[i++]!;
    for (let shift = 7, more = value; more > 127; shift += 7) {
      more = bytes[i++]!;
      value += (more << shift) - (1 << shift);
    }
    leaf += value >>> 1;
    const frequency = (value & 1) === 1 ? bytes[i++]! : 1;
    const flag = flags[leaf]!;
    if ((flag & leafFlag.deleted) !== 0) continue;
    if ((flag & care) === want) {
      having.leaves++;
      if (frequency > 1) repeat(scratch, leaf, frequency);
      if (mask[leaf] === 0) touched[scratch.touchedCount++] = leaf;
      mask[leaf]! |= bitMask;
    }
    const group = groups[leaf]!;
    if ((flag & leafFlag.turn) === 0 && (unit === "turn" || part.hasTurns[group] === 1)) continue;
    if (frequencies[base + group] === 0) {
      having.groups++;
      if (groupMask[group] === 0) touchedGroups[scratch.touchedGroupCount++] = group;
      groupMask[group]! |= bitMask;
    }
    const now = frequencies[base + group]! + frequency;
    if (now > most) most = now;
    frequencies[base + group] = now;
    if (unit === "group" && (flag & leafFlag.fromUser) !== 0) userFrequency[base + group]! += frequency;
  }
  if (leaf >= mask.length) throw new Damaged("a posting beyond the leaves");
  scratch.mostFrequent[bit] = most;
}

/** Notes that a leaf has a term more than once. */
function repeat(scratch: Scratch, leaf: number, frequency: number): void {
  const at = scratch.repeatedTotal++;
  if (at === scratch.repeatedLeaf.length) {
    scratch.repeatedLeaf = twice(scratch.repeatedLeaf, new Uint32Array(2 * at));
    scratch.repeatedCount = twice(scratch.repeatedCount, new Uint8Array(2 * at));
  }
  scratch.repeatedLeaf[at] = leaf;
  scratch.repeatedCount[at] = frequency;
  scratch.repeats[leaf] = 1;
}

function twice<A extends Uint32Array | Uint8Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

/** Which flags decide whether a leaf is of the unit, and what they must be. */
function caredFor(unit: UnitSort): [care: number, want: number] {
  if (unit === "group") return [0, 0];
  return [leafFlag.turn, unit === "turn" ? leafFlag.turn : 0];
}

/** How often a leaf has a term that it has. */
export function repeatsOf({ repeatedLeaf, repeatedCount, repeatedEnd }: Scratch, bit: number, leaf: number): number {
  let low = bit === 0 ? 0 : repeatedEnd[bit - 1]!;
  let high = repeatedEnd[bit]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (repeatedLeaf[middle]! < leaf) low = middle + 1;
    else high = middle;
  }
  return low < repeatedEnd[bit]! && repeatedLeaf[low] === leaf ? repeatedCount[low]! : 1;
}

/** Documents of each part that have a term. */
export function docsWith(corpus: Corpus, term: string): Set<number>[] {
  return corpus.parts.map((part) => {
    const docs = new Set<number>();
    const { doc } = part.leaves;
    forEachLeaf(part, term, (leaf) => docs.add(doc[leaf]!));
    return docs;
  });
}

/** Counts a term for each document of a part that has it as a key: there a term stands at most once. */
export function countKey(part: OpenPart, term: string, counts: Uint8Array): void {
  const { doc } = part.leaves;
  forEachLeaf(part, term, (leaf) => {
    counts[doc[leaf]!]! += counts[doc[leaf]!] === 255 ? 0 : 1;
  });
}

/** How many living leaves have a term. */
export function livingWith(corpus: Corpus, term: string): number {
  let count = 0;
  for (const part of corpus.parts) {
    const { flags } = part.leaves;
    forEachLeaf(part, term, (leaf) => {
      if ((flags[leaf]! & leafFlag.deleted) === 0) count++;
    });
  }
  return count;
}

function forEachLeaf({ segment }: OpenPart, term: string, each: (leaf: number) => void): void {
  const entry = segment.term(term);
  if (entry === undefined) return;
  const reader = new ByteReader(segment.postings(entry));
  let leaf = -1;
  while (reader.at < reader.bytes.length) {
    const value = reader.number();
    if ((value & 1) === 1) reader.at++;
    leaf += value >>> 1;
    if (leaf >= segment.header.leaves) throw new Damaged("a posting beyond the leaves");
    each(leaf);
  }
}
