/**
 * Units to the bytes of one segment. Documents lie in order of their paths, leaves in order of their groups, so that a
 * session is one run of leaf numbers. Frequencies and lengths are stored, never scores. Pure: same units, same bytes.
 */

import { forEachWord, wordsOf } from "../../text/analyse.ts";
import { ByteWriter, hash53 } from "./bytes.ts";
import { flagsOf } from "./cues.ts";
import { fileTerm, openingLength, tagTerm } from "./keys.ts";
import { comparePaths } from "./path-list.ts";
import { type HashedDoc, LeafTable, NameTables, numberIn, printContents } from "./print-segment.ts";
import { putRow, putStrings, rowSize } from "./row.ts";
import { TermsWriter } from "./terms-writer.ts";
import { groupKeyOf, leafFlag, type Unit } from "./unit.ts";

export function buildSegment(given: readonly Unit[]): Uint8Array {
  const units = [...given].sort((a, b) => comparePaths(a.path, b.path));
  const names = new NameTables();
  const terms = new TermsWriter();
  const leaves = leavesOf(orderedLeaves(units), names, terms);
  return printContents({
    paths: units.map(({ path }) => path),
    stamps: stampsOf(units),
    ...rowsOf(units, names),
    names,
    leaves,
    ids: units.map((unit, doc) => ({ hash: hash53(unit.id), doc })),
    links: linksOf(units),
    terms: terms.done(),
  });
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

function leavesOf(leaves: readonly PlacedLeaf[], names: NameTables, terms: TermsWriter): LeafTable {
  const table = new LeafTable(leaves.length);
  for (const [i, leaf] of leaves.entries()) {
    const { text, speaker } = leaf.unit.leaves[leaf.nth]!;
    table.enter(i, leaf.group);
    table.doc[i] = leaf.doc;
    table.time[i] = leaf.minutes;
    table.length[i] = Math.min(0xffff, addTerms(terms, i, leaf, text));
    table.flags[i] = flagsOf(text, speaker) | unitFlags(leaf);
    table.speaker[i] = speaker === undefined ? 0 : names.speaker(speaker);
  }
  return table;
}

/** Adds a leaf's terms; returns how many words it has. */
function addTerms(terms: TermsWriter, leaf: number, { unit, nth }: PlacedLeaf, text: string): number {
  let length = 0;
  const addWord = (word: string) => {
    if (terms.addWord(word)) length++;
  };
  forEachWord(text, addWord, (term, counts) => {
    if (counts) length++;
    terms.add(term);
  });
  if (nth === 0 && unit.sort === "memory") {
    for (const key of unit.keys) for (const word of wordsOf(key)) terms.addKey(word);
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

function rowsOf(units: readonly Unit[], names: NameTables): { docs: Uint8Array; strings: Uint8Array } {
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
    const opening = unit.sort === "memory" ? wordsOf(unit.opening.slice(0, openingLength * 24)) : [];
    putStrings(strings, unit, opening, unit.session === undefined ? 0 : names.session(unit.session));
  }
  return { docs, strings: strings.done() };
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

/** Only what is current can take another's place. */
function linksOf(units: readonly Unit[]): HashedDoc[] {
  return units.flatMap((unit, doc) =>
    (unit.sort === "memory" && unit.status === "active" ? unit.supersedes : []).map((id) => ({
      hash: hash53(id),
      doc,
    })),
  );
}
