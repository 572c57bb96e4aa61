/**
 * Units to the bytes of one segment. Documents lie in order of their paths, leaves in order of their groups, so that a
 * session is one run of leaf numbers. Frequencies and lengths are stored, never scores. Pure: same units, same bytes.
 */

import { forEachTerm, stemsOf } from "../../text/analyse.ts";
import { ByteWriter, hash53 } from "./bytes.ts";
import type { Column } from "./columns.ts";
import { flagsOf } from "./cues.ts";
import { fileTerm, keyTerms, openingLength, tagTerm } from "./keys.ts";
import { printSegment, type SectionName } from "./layout.ts";
import { comparePaths, printPaths } from "./path-list.ts";
import { putRow, putStrings, rowSize } from "./row.ts";
import { TermsWriter } from "./terms-writer.ts";
import { addGroup, groupCountsOf, noTotals, type SegmentTotals } from "./totals.ts";
import { groupKeyOf, leafFlag, type Unit } from "./unit.ts";

export function buildSegment(given: readonly Unit[]): Uint8Array {
  const units = [...given].sort((a, b) => comparePaths(a.path, b.path));
  const names = new Names();
  const leaves = orderedLeaves(units);
  const terms = new TermsWriter();
  const leafColumns = columnsOfLeaves(leaves, names, terms);
  const groups = columnsOfGroups(leaves, leafColumns);
  const { docs, strings } = rowsOf(units, names);
  const { sparse, dictionary, postings, count } = terms.done();
  const contents: Record<SectionName, Uint8Array> = {
    paths: printPaths(units.map(({ path }) => path)),
    stamps: stampsOf(units),
    docs,
    strings,
    sessions: sessionsOf(names.sessions.keys()),
    leaves: packed([
      leafColumns.group,
      leafColumns.doc,
      leafColumns.time,
      leafColumns.length,
      leafColumns.flags,
      ...(names.speakers.length === 1 ? [] : [leafColumns.speaker]),
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
    ids: idsOf(units),
    links: linksOf(units),
    names: Buffer.from(
      JSON.stringify({
        ...names,
        sessions: names.sessions.size,
        shortest: shortestOf(groups),
        totals: totalsOf(groups),
      }),
    ),
    sparse,
    terms: dictionary,
    postings,
  };
  return printSegment({ docs: units.length, leaves: leaves.length, groups: groups.key.length, terms: count }, contents);
}

interface PlacedLeaf {
  readonly doc: number;
  readonly nth: number;
  readonly unit: Unit;
  readonly group: number;
  readonly minutes: number;
}

/** Minutes since 1970: fine enough to order sessions by. */
function minutesOf(milliseconds: number): number {
  return Math.max(0, Math.min(0xffffffff, Math.floor(milliseconds / 60_000)));
}

function orderedLeaves(units: readonly Unit[]): PlacedLeaf[] {
  const leaves: PlacedLeaf[] = [];
  for (const [doc, unit] of units.entries()) {
    const group = hash53(groupKeyOf(unit));
    const minutes = minutesOf(unit.created);
    for (let nth = 0; nth < unit.leaves.length; nth++) leaves.push({ doc, nth, unit, group, minutes });
  }
  return leaves.sort(
    (a, b) =>
      a.group - b.group ||
      sortRank(a.unit) - sortRank(b.unit) ||
      a.minutes - b.minutes ||
      a.doc - b.doc ||
      a.nth - b.nth,
  );
}

function sortRank(unit: Unit): number {
  return unit.sort === "turns" ? 0 : 1;
}

function columnsOfLeaves(leaves: readonly PlacedLeaf[], names: Names, terms: TermsWriter) {
  const columns = {
    group: new Uint32Array(leaves.length),
    doc: new Uint32Array(leaves.length),
    time: new Uint32Array(leaves.length),
    length: new Uint16Array(leaves.length),
    flags: new Uint16Array(leaves.length),
    speaker: new Uint16Array(leaves.length),
  };
  let group = -1;
  for (const [i, leaf] of leaves.entries()) {
    if (i === 0 || leaves[i - 1]!.group !== leaf.group) group++;
    const { text, speaker } = leaf.unit.leaves[leaf.nth]!;
    columns.group[i] = group;
    columns.doc[i] = leaf.doc;
    columns.time[i] = leaf.minutes;
    columns.length[i] = Math.min(0xffff, addTerms(terms, i, leaf, text));
    columns.flags[i] = flagsOf(text, speaker) | unitFlags(leaf);
    columns.speaker[i] = speaker === undefined ? 0 : names.speaker(speaker);
  }
  return columns;
}

/** Adds a leaf's terms; returns how many words it has. */
function addTerms(terms: TermsWriter, leaf: number, { unit, nth }: PlacedLeaf, text: string): number {
  let length = 0;
  forEachTerm(text, (term, counts) => {
    if (counts) length++;
    terms.add(term);
  });
  if (nth === 0 && unit.sort === "memory") {
    for (const key of unit.keys) for (const term of keyTerms(key)) terms.addOnce(term);
    for (const tag of unit.tags) terms.addOnce(tagTerm(tag));
    for (const file of unit.files) terms.addOnce(fileTerm(file));
  }
  terms.endLeaf(leaf);
  return length;
}

function unitFlags({ unit, nth }: PlacedLeaf): number {
  let flags = unit.sort === "turns" ? leafFlag.turn : 0;
  if (nth === 0) flags |= leafFlag.first;
  if (unit.status === "retired") flags |= leafFlag.retired;
  if (unit.status === "archived") flags |= leafFlag.archived;
  if (unit.supersededBy !== undefined) flags |= leafFlag.superseded;
  if (unit.sort === "memory" && unit.leaves.length > 1) flags |= leafFlag.passage;
  if (unit.outside) flags |= leafFlag.outside;
  if (unit.kept) flags |= leafFlag.kept;
  return flags;
}

function columnsOfGroups(leaves: readonly PlacedLeaf[], columns: ReturnType<typeof columnsOfLeaves>) {
  const count = leaves.length === 0 ? 0 : columns.group[leaves.length - 1]! + 1;
  const groups = {
    key: new Float64Array(count),
    start: new Uint32Array(count + 1),
    turnEnd: new Uint32Array(count),
    turnLength: new Uint32Array(count),
    memoryLength: new Uint32Array(count),
    userLength: new Uint32Array(count),
    time: new Uint32Array(count),
    sortedTime: new Uint32Array(0),
    hasTurns: new Uint8Array(count),
  };
  for (let i = leaves.length - 1; i >= 0; i--) {
    const group = columns.group[i]!;
    const flags = columns.flags[i]!;
    groups.key[group] = leaves[i]!.group;
    groups.start[group] = i;
    groups.time[group] = columns.time[i]!;
    const isTurn = (flags & leafFlag.turn) !== 0;
    if (isTurn) groups.hasTurns[group] = 1;
    if (isTurn && groups.turnEnd[group] === 0) groups.turnEnd[group] = i + 1;
    (isTurn ? groups.turnLength : groups.memoryLength)[group]! += columns.length[i]!;
    if ((flags & leafFlag.fromUser) !== 0) groups.userLength[group]! += columns.length[i]!;
  }
  for (let group = 0; group < count; group++)
    if (groups.turnEnd[group] === 0) groups.turnEnd[group] = groups.start[group]!;
  groups.start[count] = leaves.length;
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
class Names {
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

function numberIn(names: string[], name: string): number {
  const found = names.indexOf(name);
  return found >= 0 ? found : names.push(name) - 1;
}

function rowsOf(units: readonly Unit[], names: Names): { docs: Uint8Array; strings: Uint8Array } {
  const docs = new Uint8Array(units.length * rowSize);
  const strings = new ByteWriter(units.length * 100);
  for (const [doc, unit] of units.entries()) {
    putRow(docs, doc, unit, {
      strings: strings.length,
      created: minutesOf(unit.created),
      updated: minutesOf(unit.updated),
      kind: numberIn(names.kinds, unit.kind),
      scope: numberIn(names.scopes, unit.scope),
      trust: numberIn(names.trusts, unit.trust),
    });
    const opening = unit.sort === "memory" ? stemsOf(unit.opening.slice(0, openingLength * 24)) : [];
    putStrings(strings, unit, opening, unit.session === undefined ? 0 : names.session(unit.session));
  }
  return { docs, strings: strings.done() };
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

function stampsOf(units: readonly Unit[]): Uint8Array {
  const stamps = new BigUint64Array(units.length * 4);
  for (const [i, { stamp }] of units.entries()) {
    stamps[i * 4] = stamp.mtimeNs;
    stamps[i * 4 + 1] = stamp.ctimeNs;
    stamps[i * 4 + 2] = stamp.ino;
    stamps[i * 4 + 3] = BigInt(stamp.size);
  }
  return new Uint8Array(stamps.buffer);
}

/** Hash of the id and the document, by hash. */
function idsOf(units: readonly Unit[]): Uint8Array {
  const rows = units
    .map((unit, doc) => ({ hash: hash53(unit.id), doc }))
    .sort((a, b) => a.hash - b.hash || a.doc - b.doc);
  return packed([Float64Array.from(rows, (row) => row.hash), Uint32Array.from(rows, (row) => row.doc)]);
}

/** Who says it takes whose place: hash of the older id, and the newer document. Only what is current can. */
function linksOf(units: readonly Unit[]): Uint8Array {
  const links = units.flatMap((unit, doc) =>
    (unit.sort === "memory" && unit.status === "active" ? unit.supersedes : []).map((id) => ({
      hash: hash53(id),
      doc,
    })),
  );
  return packed([Float64Array.from(links, (link) => link.hash), Uint32Array.from(links, (link) => link.doc)]);
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
