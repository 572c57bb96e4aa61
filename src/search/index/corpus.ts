/**
 * Several segments and what was deleted from them, seen as one collection. However it is cut into segments, it has the
 * counts, lengths, neighbours and ages of one segment built afresh: groups that are cut or lost leaves are put together
 * here, all others are used as they lie.
 */

export type { MendedGroup } from "./mended-group.ts";

import { wordsOf } from "../../text/analyse.ts";
import { hash53 } from "./bytes.ts";
import type { LeafColumns } from "./columns.ts";
import { roleNames } from "./cues.ts";
import { MendedGroup } from "./mended-group.ts";
import type { GroupColumns, Segment } from "./segment.ts";
import { Succession } from "./succession.ts";
import { addGroup, addTotals, groupCountsOf, noTotals, type SegmentTotals } from "./totals.ts";
import { groupKeysOf, leafFlag } from "./unit.ts";

/** Of so few documents each one's leaves are looked for in its group; for more all leaves are gone through once. */
const FEW = 100;

export interface CorpusPart {
  readonly segment: Segment;
  /** Numbers of documents that are no longer so. */
  readonly deleted?: Iterable<number>;
  /** Which of several roots it is from, nearest first. */
  readonly place?: number;
}

/** A leaf, wherever it lies. */
export interface LeafAt {
  readonly part: OpenPart;
  readonly leaf: number;
}

export interface DocAt {
  readonly part: OpenPart;
  readonly doc: number;
}

export interface OpenPart {
  readonly nth: number;
  readonly place: number;
  readonly segment: Segment;
  readonly leaves: MarkedLeaves;
  readonly groups: GroupColumns;
  readonly deleted: ReadonlySet<number>;
  /** 1 where the group has a living turn, in whatever part: then its memories do not speak for it. */
  readonly hasTurns: Uint8Array;
  /** Groups that lie in several parts or lost a leaf. */
  readonly mended: Map<number, MendedGroup>;
}

export class Corpus {
  readonly parts: readonly OpenPart[];
  readonly totals: SegmentTotals = noTotals();
  /** Groups that lie in several parts or lost a leaf. */
  readonly mended: readonly MendedGroup[];
  readonly #opened: MendedGroup[] = [];
  readonly #succession: Succession;
  readonly #firsts = new Map<OpenPart, Int32Array>();
  #firstsAsked = 0;
  #speakerWords: ReadonlySet<string> | undefined;

  constructor(given: readonly CorpusPart[]) {
    this.parts = given.map(openPart);
    for (const part of this.parts) this.#delete(part);
    this.#joinCutGroups();
    this.mended = this.#opened.filter((group) => !group.joined);
    for (const part of this.parts) this.#count(part);
    for (const group of this.mended) {
      group.settle();
      addGroup(this.totals, group, 1);
    }
    this.#succession = new Succession(this.parts, ({ part, doc }) => this.firstLeaf(part, doc));
  }

  /** Words that are names of people who speak, so not words of the question. */
  get speakerWords(): ReadonlySet<string> {
    this.#speakerWords ??= new Set(this.parts.flatMap((part) => part.segment.names.speakers.flatMap(nameWords)));
    return this.#speakerWords;
  }

  /** How many groups are younger than this minute. */
  groupsAfter(minute: number): number {
    let after = 0;
    for (const { groups, mended } of this.parts) {
      after += groups.sortedTime.length - upperBound(groups.sortedTime, minute);
      for (const group of mended.keys()) if (groups.time[group]! > minute) after--;
    }
    for (const group of this.mended) if (group.live && group.time > minute) after++;
    return after;
  }

  documents(): number {
    return this.parts.reduce((sum, part) => sum + part.segment.header.docs, 0);
  }

  /** Marks the leaves of deleted documents; their groups must be put together anew. */
  #delete(part: OpenPart): void {
    if (part.deleted.size === 0) return;
    const { flags, group } = part.leaves;
    for (const leaf of leavesOf(part, part.deleted)) {
      flags[leaf]! |= leafFlag.deleted;
      this.#mend(part, group[leaf]!);
    }
  }

  /** The largest part is looked into by its order; the others, many while an index is first read, share one table. */
  #joinCutGroups(): void {
    const [largest, ...others] = [...this.parts].sort((a, b) => b.groups.key.length - a.groups.key.length);
    const seen = new Map<number, { part: OpenPart; group: number }>();
    for (const part of others) {
      const { key } = part.groups;
      for (let group = 0; group < key.length; group++) {
        const inLargest = indexIn(largest!.groups.key, key[group]!);
        const first = inLargest >= 0 ? { part: largest!, group: inLargest } : seen.get(key[group]!);
        if (first !== undefined) this.#mend(first.part, first.group).join(this.#mend(part, group));
        else if (others.length > 1) seen.set(key[group]!, { part, group });
      }
    }
  }

  #mend(part: OpenPart, group: number): MendedGroup {
    let mended = part.mended.get(group);
    if (mended === undefined) {
      mended = new MendedGroup(part, group);
      this.#opened.push(mended);
    }
    return mended;
  }

  /** What the segment says of itself, without the groups that are put together here. */
  #count({ segment, groups, mended, hasTurns }: OpenPart): void {
    addTotals(this.totals, segment.names.totals);
    for (const group of mended.keys()) {
      addGroup(this.totals, groupCountsOf(groups, group), -1);
      hasTurns[group] = 0;
    }
  }

  /** The first leaf of the living document that took another's place, by the word of either. */
  successorOf(part: OpenPart, doc: number): LeafAt | undefined {
    const successor = this.#succession.successorOf({ part, doc });
    return successor && this.firstLeaf(successor.part, successor.doc);
  }

  firstLeaf(part: OpenPart, doc: number): LeafAt | undefined {
    let firsts = this.#firsts.get(part);
    if (firsts === undefined && this.#firstsAsked++ < FEW) {
      const leaf = leavesByGroup(part, doc)[0];
      if (leaf !== undefined) return { part, leaf };
    }
    if (firsts === undefined) {
      firsts = new Int32Array(part.segment.header.docs).fill(-1);
      for (let leaf = part.leaves.doc.length - 1; leaf >= 0; leaf--) firsts[part.leaves.doc[leaf]!] = leaf;
      this.#firsts.set(part, firsts);
    }
    const leaf = firsts[doc] ?? -1;
    return leaf < 0 ? undefined : { part, leaf };
  }
}

function openPart({ segment, deleted, place = 0 }: CorpusPart, nth: number): OpenPart {
  return {
    nth,
    place,
    segment,
    leaves: new MarkedLeaves(segment.leaves),
    groups: segment.groups,
    deleted: new Set(deleted),
    hasTurns: segment.groups.hasTurns.slice(),
    mended: new Map(),
  };
}

/** In their order. */
function leavesOf(part: OpenPart, docs: ReadonlySet<number>): number[] {
  const few = docs.size <= FEW ? [...docs].map((doc) => ({ doc, leaves: leavesByGroup(part, doc) })) : [];
  const found = few.flatMap(({ leaves }) => leaves);
  // Known and never found: most often there are none, and all leaves are gone through only where there are.
  const left = few.length === 0 ? docs : new Set(few.flatMap(({ doc, leaves }) => (leaves.length === 0 ? doc : [])));
  const { doc } = part.leaves;
  if (left.size > 0) for (let leaf = 0; leaf < doc.length; leaf++) if (left.has(doc[leaf]!)) found.push(leaf);
  return found.sort((a, b) => a - b);
}

/** None where it has no leaves. Those of one document are all in one group. */
function leavesByGroup({ segment, groups, leaves }: OpenPart, doc: number): number[] {
  const found: number[] = [];
  for (const key of groupKeysOf(segment.row(doc))) {
    const group = indexIn(groups.key, hash53(key!));
    if (group < 0) continue;
    for (let leaf = groups.start[group]!; leaf < groups.start[group + 1]!; leaf++)
      if (leaves.doc[leaf] === doc) found.push(leaf);
    if (found.length > 0) break;
  }
  return found;
}

function nameWords(speaker: string): string[] {
  const words = wordsOf(speaker).filter((word) => word.length > 1);
  return words.every((word) => roleNames.has(word)) ? [] : words.filter((word) => !roleNames.has(word));
}

function indexIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle]!;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** How many values are not above this one. */
function upperBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The leaves of a segment, with flags of their own to mark: a segment may be part of several collections. */
class MarkedLeaves {
  readonly #columns: LeafColumns;
  #flags: Uint16Array | undefined;

  constructor(columns: LeafColumns) {
    this.#columns = columns;
  }

  get flags(): Uint16Array {
    this.#flags ??= this.#columns.flags.slice();
    return this.#flags;
  }
  get group(): Uint32Array {
    return this.#columns.group;
  }
  get doc(): Uint32Array {
    return this.#columns.doc;
  }
  get time(): Uint32Array {
    return this.#columns.time;
  }
  get length(): Uint16Array {
    return this.#columns.length;
  }
  get speaker(): Uint16Array {
    return this.#columns.speaker;
  }
}
