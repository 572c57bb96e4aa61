/** What a segment is printed from, whether its documents were read a moment ago or lay in other segments. Pure. */

import { ByteWriter } from "./bytes.ts";
import type { Column } from "./columns.ts";
import { printSegment } from "./layout.ts";
import { printPaths } from "./path-list.ts";
import type { PrintedTerms } from "./terms-writer.ts";
import { addGroup, groupCountsOf, noTotals, type SegmentTotals } from "./totals.ts";
import { leafFlag } from "./unit.ts";

/** The hash of an id and a document. */
export interface HashedDoc {
  readonly hash: number;
  readonly doc: number;
}

/** Documents in order of their paths, leaves in order of their groups. */
interface SegmentContents {
  readonly paths: readonly string[];
  readonly stamps: Uint8Array;
  readonly docs: Uint8Array;
  readonly strings: Uint8Array;
  readonly names: NameTables;
  readonly leaves: LeafTable;
  readonly ids: readonly HashedDoc[];
  /** Who says it takes whose place: hash of the older id, and the newer document. */
  readonly links: readonly HashedDoc[];
  readonly terms: PrintedTerms;
}

/** Columns of leaves while they are put together. */
export class LeafTable {
  readonly group: Uint32Array;
  readonly doc: Uint32Array;
  readonly time: Uint32Array;
  readonly length: Uint16Array;
  readonly flags: Uint16Array;
  readonly speaker: Uint16Array;
  readonly count: number;
  /** The hashes that name the groups, in order. */
  readonly keys: number[] = [];

  constructor(count: number) {
    this.count = count;
    this.group = new Uint32Array(count);
    this.doc = new Uint32Array(count);
    this.time = new Uint32Array(count);
    this.length = new Uint16Array(count);
    this.flags = new Uint16Array(count);
    this.speaker = new Uint16Array(count);
  }

  /** Leaves come in order of the groups they are in. */
  enter(leaf: number, key: number): void {
    if (this.keys.at(-1) !== key) this.keys.push(key);
    this.group[leaf] = this.keys.length - 1;
  }
}

export function printContents({ paths, names, leaves, terms, ...rest }: SegmentContents): Uint8Array {
  const groups = columnsOfGroups(leaves);
  const counts = { docs: paths.length, leaves: leaves.count, groups: groups.key.length, terms: terms.count };
  return printSegment(counts, {
    paths: printPaths(paths),
    stamps: rest.stamps,
    docs: rest.docs,
    strings: rest.strings,
    sessions: sessionsOf(names.sessions.keys()),
    leaves: packed([
      leaves.group,
      leaves.doc,
      leaves.time,
      leaves.length,
      leaves.flags,
      ...(names.speakers.length === 1 ? [] : [leaves.speaker]),
    ]),
    groups: packed([
      groups.start,
      groups.key,
      groups.turnEnd,
      groups.turnLength,
      groups.memoryLength,
      groups.userLength,
      groups.time,
      groups.sortedTime,
      groups.hasTurns,
    ]),
    ids: hashedDocs([...rest.ids].sort((a, b) => a.hash - b.hash || a.doc - b.doc)),
    links: hashedDocs(rest.links),
    names: Buffer.from(
      JSON.stringify({
        ...names,
        sessions: names.sessions.size,
        shortest: shortestOf(groups),
        totals: totalsOf(groups),
      }),
    ),
    sparse: terms.sparse,
    terms: terms.dictionary,
    postings: terms.postings,
  });
}

function columnsOfGroups(leaves: LeafTable) {
  const count = leaves.keys.length;
  const groups = {
    key: Float64Array.from(leaves.keys),
    start: new Uint32Array(count + 1),
    turnEnd: new Uint32Array(count),
    turnLength: new Uint32Array(count),
    memoryLength: new Uint32Array(count),
    userLength: new Uint32Array(count),
    time: new Uint32Array(count),
    sortedTime: new Uint32Array(0),
    hasTurns: new Uint8Array(count),
  };
  for (let i = leaves.count - 1; i >= 0; i--) {
    const group = leaves.group[i]!;
    const flags = leaves.flags[i]!;
    groups.start[group] = i;
    groups.time[group] = leaves.time[i]!;
    const isTurn = (flags & leafFlag.turn) !== 0;
    if (isTurn) groups.hasTurns[group] = 1;
    if (isTurn && groups.turnEnd[group] === 0) groups.turnEnd[group] = i + 1;
    (isTurn ? groups.turnLength : groups.memoryLength)[group]! += leaves.length[i]!;
    if ((flags & leafFlag.fromUser) !== 0) groups.userLength[group]! += leaves.length[i]!;
  }
  for (let group = 0; group < count; group++)
    if (groups.turnEnd[group] === 0) groups.turnEnd[group] = groups.start[group]!;
  groups.start[count] = leaves.count;
  groups.sortedTime = groups.time.slice().sort();
  return groups;
}

/** The sums a collection starts from, so that opening one costs the same at any size. */
function totalsOf(groups: ReturnType<typeof columnsOfGroups>): SegmentTotals {
  const totals = noTotals();
  for (let group = 0; group < groups.key.length; group++) addGroup(totals, groupCountsOf(groups, group), 1);
  return totals;
}

function shortestOf({ hasTurns, turnLength, memoryLength }: ReturnType<typeof columnsOfGroups>): number {
  let shortest = 0xffffffff;
  for (let group = 0; group < hasTurns.length; group++)
    shortest = Math.min(shortest, (hasTurns[group] === 1 ? turnLength : memoryLength)[group]!);
  return shortest;
}

/** The few strings many leaves share. */
export class NameTables {
  readonly speakers: string[] = [""];
  readonly kinds: string[] = [];
  readonly scopes: string[] = [];
  readonly trusts: string[] = [];
  readonly sessions = new Map<string, number>();

  speaker(name: string): number {
    return Math.min(0xffff, numberIn(this.speakers, name));
  }

  session(name: string): number {
    const known = this.sessions.get(name) ?? this.sessions.size;
    this.sessions.set(name, known);
    return known;
  }
}

export function numberIn(names: string[], name: string): number {
  const found = names.indexOf(name);
  return found >= 0 ? found : names.push(name) - 1;
}

/** Offsets, one more than there are sessions, and the texts. */
function sessionsOf(sessions: Iterable<string>): Uint8Array {
  const texts = new ByteWriter();
  const offsets = [0];
  for (const session of sessions) {
    texts.bytes(Buffer.from(session, "utf8"));
    offsets.push(texts.length);
  }
  return Buffer.concat([Buffer.from(Uint32Array.from(offsets).buffer), texts.done()]);
}

function hashedDocs(rows: readonly HashedDoc[]): Uint8Array {
  return packed([Float64Array.from(rows, (row) => row.hash), Uint32Array.from(rows, (row) => row.doc)]);
}

/** Columns one after the other, each at a multiple of 8. */
function packed(columns: readonly Column[]): Uint8Array {
  const out = new ByteWriter(columns.reduce((size, column) => size + column.byteLength + 8, 0));
  for (const column of columns) {
    out.align(8);
    out.bytes(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return out.done();
}
