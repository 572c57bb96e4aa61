/**
 * Reads the postings of a term, and into the scratch of a part. Whole numbers only: most leaves are never scored, and in
 * a young process a fraction costs an object. One small loop each, so that it is compiled early.
 */

import { Damaged } from "../index/bytes.ts";
import type { Corpus, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import type { Scratch } from "./scratch.ts";
import type { UnitSort } from "./shapes.ts";

/** The leaves that have a term, in order, and how often each has it. Valid until the next is read. */
interface Postings {
  leaf: Uint32Array;
  frequency: Uint8Array;
  count: number;
}

/** Room for one list, used again and again. */
const list: Postings = { leaf: new Uint32Array(1024), frequency: new Uint8Array(1024), count: 0 };

/** The one reader of a posting list. Nothing where no leaf of the part has the term. */
export function postingsOf({ segment }: OpenPart, term: string): Postings {
  list.count = 0;
  const entry = segment.term(term);
  if (entry === undefined) return list;
  const { leaves } = segment.header;
  if (entry.count > leaves) throw new Damaged("more postings than leaves");
  if (entry.count > list.leaf.length) {
    list.leaf = new Uint32Array(2 * entry.count);
    list.frequency = new Uint8Array(2 * entry.count);
  }
  const last = decode(segment.postings(entry), entry.count, list.leaf, list.frequency);
  if (last >= leaves) throw new Damaged("a posting beyond the leaves");
  list.count = entry.count;
  return list;
}

/** Returns the last leaf. */
function decode(bytes: Uint8Array, count: number, leaves: Uint32Array, frequencies: Uint8Array): number {
  let leaf = -1;
  let i = 0;
  for (let n = 0; n < count; n++) {
    let value = bytes[i++]!;
    for (let shift = 7, more = value; more > 127; shift += 7) {
      more = bytes[i++]!;
      value += (more << shift) - (1 << shift);
    }
    leaf += value >>> 1;
    leaves[n] = leaf;
    frequencies[n] = (value & 1) === 1 ? bytes[i++]! : 1;
  }
  if (i !== bytes.length) throw new Damaged("a list of postings of another length");
  return leaf;
}

/** How many leaves of the unit and how many groups of a part have the term. */
interface Having {
  leaves: number;
  groups: number;
}

/** Adds a term to the scratch of one part. */
export function take(scratch: Scratch, term: string, bit: number, unit: UnitSort): Having {
  const having = { leaves: 0, groups: 0 };
  const postings = postingsOf(scratch.part, term);
  if (postings.count > 0) {
    if (isPlain(scratch, unit)) {
      having.leaves = postings.count;
      having.groups = takePlain(scratch, postings, bit);
    } else takeChecked(scratch, postings, bit, unit, having);
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
function takePlain(scratch: Scratch, { leaf: leaves, frequency: often, count }: Postings, bit: number): number {
  const { mask, touched, groupMask, frequency: frequencies } = scratch;
  const { group: groups } = scratch.part.leaves;
  const bitMask = 2 ** bit;
  const base = bit * scratch.groups;
  let touchedCount = scratch.touchedCount;
  let having = 0;
  let most = 0;
  for (let n = 0; n < count; n++) {
    const leaf = leaves[n]!;
    const frequency = often[n]!;
    if (frequency > 1) repeat(scratch, leaf, frequency);
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
  scratch.touchedCount = touchedCount;
  scratch.mostFrequent[bit] = most;
  return having;
}

/** As above, where some leaves are deleted, of another sort, or silent because their group has turns. */
function takeChecked(scratch: Scratch, postings: Postings, bit: number, unit: UnitSort, having: Having): void {
  const { mask, touched, touchedGroups, groupMask, frequency: frequencies, userFrequency } = scratch;
  const { part } = scratch;
  const { group: groups, flags } = part.leaves;
  const [care, want] = caredFor(unit);
  const bitMask = 2 ** bit;
  const base = bit * scratch.groups;
  let most = 0;
  for (let n = 0; n < postings.count; n++) {
    const leaf = postings.leaf[n]!;
    const frequency = postings.frequency[n]!;
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
    const { leaf, count } = postingsOf(part, term);
    for (let n = 0; n < count; n++) docs.add(doc[leaf[n]!]!);
    return docs;
  });
}

/** How many living leaves have a term. */
export function livingWith(corpus: Corpus, term: string): number {
  let living = 0;
  for (const part of corpus.parts) {
    const { flags } = part.leaves;
    const { leaf, count } = postingsOf(part, term);
    for (let n = 0; n < count; n++) if ((flags[leaf[n]!]! & leafFlag.deleted) === 0) living++;
  }
  return living;
}
