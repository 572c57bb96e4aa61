/**
 * The first passes over the postings of a question: what each leaf and group holds of it. Scratch lies beside the
 * columns of a part and is cleared through the list of what was touched, never by filling it.
 */

import { Damaged } from "../index/bytes.ts";
import type { Corpus, MendedGroup, OpenPart } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import type { Question } from "./question.ts";

/** What is ranked: turns, memories, or whole sessions and documents. */
export type UnitSort = "turn" | "memory" | "group";

/** Saturation and length normalisation of BM25. */
export interface Shape {
  readonly k1: number;
  readonly b: number;
}
export const leafShape: Shape = { k1: 0.9, b: 0.4 };
export const passageShape: Shape = { k1: 1.2, b: 0.75 };
export const groupShape: Shape = { k1: 1.2, b: 0.75 };
export const documentShape: Shape = { k1: 1.2, b: 0.9 };

export const mostTerms = 32;

/** Scratch of one part. */
export interface Scratch {
  readonly part: OpenPart;
  readonly own: Float32Array;
  readonly mask: Uint32Array;
  readonly touched: Uint32Array;
  touchedCount: number;
  readonly groupScore: Float32Array;
  readonly userScore: Float32Array;
  readonly groupMask: Uint32Array;
  readonly touchedGroups: Uint32Array;
  touchedGroupCount: number;
}

export interface Scan {
  readonly unit: UnitSort;
  readonly scratches: readonly Scratch[];
  /** One a bit of the masks. */
  readonly idf: readonly number[];
  readonly groupIdf: readonly number[];
  readonly terms: readonly string[];
  /** Sums over all terms of the question, known or not. */
  readonly idfSum: number;
  readonly groupIdfSum: number;
  readonly largestIdf: number;
  /** Share of `idfSum` whose terms occur anywhere. */
  readonly known: number;
  readonly mendedScores: ReadonlyMap<MendedGroup, { score: number; user: number; mask: number }>;
}

interface Decoded {
  leaves: Uint32Array;
  frequencies: Uint8Array;
  /** Where each part's postings end. */
  readonly ends: number[];
}

/** What one term has in each group, in order: the part, the group, how often, how often in the user's words. */
interface Runs {
  count: number;
  scratch: Uint16Array;
  group: Uint32Array;
  frequency: Uint32Array;
  user: Uint32Array;
}

export function scratchOf(part: OpenPart): Scratch {
  const leaves = part.leaves.group.length;
  const groups = part.groups.key.length;
  return {
    part,
    own: new Float32Array(leaves),
    mask: new Uint32Array(leaves),
    touched: new Uint32Array(leaves),
    touchedCount: 0,
    groupScore: new Float32Array(groups),
    userScore: new Float32Array(groups),
    groupMask: new Uint32Array(groups),
    touchedGroups: new Uint32Array(groups),
    touchedGroupCount: 0,
  };
}

export function clear(scratches: readonly Scratch[]): void {
  for (const scratch of scratches) {
    for (let i = 0; i < scratch.touchedCount; i++) {
      const leaf = scratch.touched[i]!;
      scratch.own[leaf] = 0;
      scratch.mask[leaf] = 0;
    }
    for (let i = 0; i < scratch.touchedGroupCount; i++) {
      const group = scratch.touchedGroups[i]!;
      scratch.groupScore[group] = 0;
      scratch.userScore[group] = 0;
      scratch.groupMask[group] = 0;
    }
    scratch.touchedCount = 0;
    scratch.touchedGroupCount = 0;
  }
}

const runs: Runs = {
  count: 0,
  scratch: new Uint16Array(4096),
  group: new Uint32Array(4096),
  frequency: new Uint32Array(4096),
  user: new Uint32Array(4096),
};

const decoded: Decoded = { leaves: new Uint32Array(4096), frequencies: new Uint8Array(4096), ends: [] };

/** Passes 1 and 2 of the recipe. The scratches must be clear. */
export function scan(corpus: Corpus, scratches: readonly Scratch[], question: Question, unit: UnitSort): Scan {
  const terms = rarest(corpus, question.terms);
  const leafTotals = totalsOf(corpus, unit);
  const groupTotals = unit === "turn" ? corpus.totals.dialogues : corpus.totals.groups;
  const idf: number[] = [];
  const groupIdf: number[] = [];
  let idfSum = 0;
  let groupIdfSum = 0;
  let knownSum = 0;
  const mended = new Map<MendedGroup, { score: number; user: number; mask: number }>();
  const norms = normsOf(corpus, unit);
  const isUniform =
    unit === "memory" && corpus.totals.turns.count === 0 && corpus.parts.every(({ deleted }) => deleted.size === 0);
  for (const [bit, term] of terms.entries()) {
    decodeAll(corpus, term);
    const count = isUniform ? decoded.ends.at(-1)! : countOfUnit(scratches, unit);
    const weight = idfOf(leafTotals.count, count);
    idf.push(weight);
    idfSum += weight;
    if (count > 0) knownSum += weight;
    addLeaves(scratches, unit, bit, weight, norms);
    const groupWeight = addGroups(scratches, bit, groupTotals, corpus.totals.userSpeech, mended);
    groupIdf.push(groupWeight);
    groupIdfSum += groupWeight;
  }
  return {
    unit,
    scratches,
    idf,
    groupIdf,
    terms,
    idfSum,
    groupIdfSum,
    largestIdf: idf.reduce((a, b) => Math.max(a, b), 0),
    known: idfSum === 0 ? 0 : knownSum / idfSum,
    mendedScores: mended,
  };
}

export function idfOf(count: number, having: number): number {
  return Math.log(1 + (count - having + 0.5) / (having + 0.5));
}

/** At most 32, the rarest; in order of the alphabet, so that sums are the same however the collection is cut. */
function rarest(corpus: Corpus, terms: readonly string[]): string[] {
  if (terms.length <= mostTerms) return [...terms].sort();
  const counted = terms.map((term) => ({ term, count: livingWith(corpus, term) }));
  counted.sort((a, b) => a.count - b.count || (a.term < b.term ? -1 : 1));
  return counted
    .slice(0, mostTerms)
    .map(({ term }) => term)
    .sort();
}

function livingWith(corpus: Corpus, term: string): number {
  decodeAll(corpus, term);
  let count = 0;
  let at = 0;
  for (const [nth, { leaves }] of corpus.parts.entries())
    for (; at < decoded.ends[nth]!; at++) if ((leaves.flags[decoded.leaves[at]!]! & leafFlag.deleted) === 0) count++;
  return count;
}

export function totalsOf(corpus: Corpus, unit: UnitSort): { count: number; length: number } {
  if (unit === "turn") return corpus.totals.turns;
  if (unit === "memory") return corpus.totals.memories;
  return {
    count: corpus.totals.turns.count + corpus.totals.memories.count,
    length: corpus.totals.turns.length + corpus.totals.memories.length,
  };
}

function decodeAll(corpus: Corpus, term: string): void {
  decoded.ends.length = 0;
  let at = 0;
  for (const { segment, leaves } of corpus.parts) {
    const entry = segment.term(term);
    if (entry !== undefined) {
      reserve(at + entry.count);
      at = decode(segment.postings(entry), at, leaves.group.length);
    }
    decoded.ends.push(at);
  }
}

function reserve(count: number): void {
  if (count <= decoded.leaves.length) return;
  runs.scratch = new Uint16Array(count * 2);
  runs.group = new Uint32Array(count * 2);
  runs.frequency = new Uint32Array(count * 2);
  runs.user = new Uint32Array(count * 2);
  const leaves = new Uint32Array(count * 2);
  const frequencies = new Uint8Array(count * 2);
  leaves.set(decoded.leaves);
  frequencies.set(decoded.frequencies);
  decoded.leaves = leaves;
  decoded.frequencies = frequencies;
}

/** Documents of each part that have a term. */
export function docsWith(corpus: Corpus, term: string): Set<number>[] {
  decodeAll(corpus, term);
  let at = 0;
  return corpus.parts.map((part, nth) => {
    const docs = new Set<number>();
    for (; at < decoded.ends[nth]!; at++) docs.add(part.leaves.doc[decoded.leaves[at]!]!);
    return docs;
  });
}

/** Small and monomorphic, so that it is compiled early in a short process. */
function decode(bytes: Uint8Array, from: number, limit: number): number {
  const { leaves, frequencies } = decoded;
  const end = bytes.length;
  let i = 0;
  let at = from;
  let leaf = -1;
  while (i < end) {
    let value = bytes[i++]!;
    if (value > 127) {
      value &= 127;
      let shift = 7;
      for (;;) {
        const byte = bytes[i++]!;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
        shift += 7;
      }
    }
    leaf += value >>> 2;
    leaves[at] = leaf;
    frequencies[at++] = (value & 1) === 1 ? bytes[i++]! : 1;
  }
  if (leaf >= limit) throw new Damaged("a posting beyond the leaves");
  return at;
}

function countOfUnit(scratches: readonly Scratch[], unit: UnitSort): number {
  const { leaves } = decoded;
  const [care, want] = caredFor(unit);
  let count = 0;
  let at = 0;
  for (let nth = 0; nth < scratches.length; nth++) {
    const end = decoded.ends[nth]!;
    const { flags } = scratches[nth]!.part.leaves;
    for (; at < end; at++) if ((flags[leaves[at]!]! & care) === want) count++;
  }
  return count;
}

/** By length, k1 times the length part of BM25: leaves and passages have their own shapes. */
interface Norms {
  readonly leaf: Float64Array;
  readonly passage: Float64Array;
}
const NORMS = 2048;
const normsKnown = new WeakMap<Corpus, Map<UnitSort, Norms>>();

function normsOf(corpus: Corpus, unit: UnitSort): Norms {
  const known = normsKnown.get(corpus) ?? new Map<UnitSort, Norms>();
  normsKnown.set(corpus, known);
  const found = known.get(unit);
  if (found !== undefined) return found;
  const { count, length } = totalsOf(corpus, unit);
  const average = count === 0 ? 1 : Math.max(1, length / count);
  const norms = { leaf: normTable(leafShape, average), passage: normTable(passageShape, average) };
  known.set(unit, norms);
  return norms;
}

function normTable({ k1, b }: Shape, average: number): Float64Array {
  return Float64Array.from({ length: NORMS }, (_, length) => k1 * (1 - b + (b * length) / average));
}

function addLeaves(scratches: readonly Scratch[], unit: UnitSort, bit: number, weight: number, norms: Norms): void {
  runs.count = 0;
  let from = 0;
  for (let nth = 0; nth < scratches.length; nth++) {
    const end = decoded.ends[nth]!;
    if (end > from) addPart(scratches[nth]!, nth, from, end, unit, 2 ** bit, weight, norms);
    from = end;
  }
}

/**
 * Each leaf's own score and mask; and, since a group lies in one run, its groups' frequencies, summed while the number
 * stays the same. One loop of plain arithmetic: most of a warm answer's time is spent here.
 */
function addPart(
  scratch: Scratch,
  nth: number,
  from: number,
  end: number,
  unit: UnitSort,
  bitMask: number,
  weight: number,
  norms: Norms,
): void {
  const { own, mask, touched, part } = scratch;
  const { flags, length, group } = part.leaves;
  const { hasTurns } = part;
  const { leaves, frequencies } = decoded;
  const { leaf: leafNorms, passage: passageNorms } = norms;
  const { group: runGroup, frequency: runFrequency, user: runUser, scratch: runScratch } = runs;
  const [care, want] = caredFor(unit);
  const turnsOnly = unit === "turn";
  let touchedCount = scratch.touchedCount;
  let run = runs.count - 1;
  let open = -1;
  for (let at = from; at < end; at++) {
    const leaf = leaves[at]!;
    const flag = flags[leaf]!;
    const frequency = frequencies[at]!;
    if ((flag & care) === want) {
      const size = length[leaf]!;
      const norm = ((flag & leafFlag.passage) !== 0 ? passageNorms : leafNorms)[size < NORMS ? size : NORMS - 1]!;
      const before = mask[leaf]!;
      if (before === 0) touched[touchedCount++] = leaf;
      own[leaf] = own[leaf]! + (weight * frequency) / (frequency + norm);
      mask[leaf] = before | bitMask;
    }
    if ((flag & leafFlag.deleted) !== 0) continue;
    const g = group[leaf]!;
    if ((flag & leafFlag.turn) === 0 && (turnsOnly || hasTurns[g] === 1)) continue;
    if (g !== open) {
      open = g;
      run++;
      runScratch[run] = nth;
      runGroup[run] = g;
      runFrequency[run] = frequency;
      runUser[run] = (flag & leafFlag.fromUser) !== 0 ? frequency : 0;
    } else {
      runFrequency[run] = runFrequency[run]! + frequency;
      if ((flag & leafFlag.fromUser) !== 0) runUser[run] = runUser[run]! + frequency;
    }
  }
  scratch.touchedCount = touchedCount;
  runs.count = run + 1;
}

/** Which flags decide whether a leaf is of the unit, and what they must be. */
function caredFor(unit: UnitSort): [care: number, want: number] {
  if (unit === "group") return [leafFlag.deleted, 0];
  return [leafFlag.deleted | leafFlag.turn, unit === "turn" ? leafFlag.turn : 0];
}

interface GroupSums {
  score: number;
  user: number;
  mask: number;
}

/** Adds one term's share to every group that has it; returns the term's weight among groups. */
function addGroups(
  scratches: readonly Scratch[],
  bit: number,
  totals: { count: number; length: number },
  speech: { count: number; length: number },
  mended: Map<MendedGroup, GroupSums>,
): number {
  const cut = new Map<MendedGroup, { frequency: number; user: number }>();
  let count = 0;
  for (let i = 0; i < runs.count; i++) {
    const { mended: there } = scratches[runs.scratch[i]!]!.part;
    const group = there.size === 0 ? undefined : there.get(runs.group[i]!);
    if (group === undefined) count++;
    else addTo(cut, group, runs.frequency[i]!, runs.user[i]!);
  }
  const weight = idfOf(totals.count, count + cut.size);
  const shapes = { average: averageOf(totals), speech: averageOf(speech) };
  for (let nth = 0; nth < scratches.length; nth++) addRuns(scratches[nth]!, nth, 2 ** bit, weight, shapes);
  for (const [group, { frequency, user }] of cut) addMended(mended, group, frequency, user, bit, weight, shapes);
  return weight;
}

interface Averages {
  readonly average: number;
  readonly speech: number;
}

/** One part's runs: a loop of plain arithmetic, since most of a warm answer's time is spent here. */
function addRuns(scratch: Scratch, nth: number, bitMask: number, weight: number, { average, speech }: Averages): void {
  const { part, groupScore, userScore, groupMask, touchedGroups } = scratch;
  const { turnLength, memoryLength, userLength } = part.groups;
  const { hasTurns, mended } = part;
  const cut = mended.size > 0;
  const { group: groups, frequency: frequencies, user: users } = runs;
  const dialogue = partsOf(groupShape, average);
  const document = partsOf(documentShape, average);
  let touched = scratch.touchedGroupCount;
  for (let i = 0; i < runs.count; i++) {
    if (runs.scratch[i] !== nth) continue;
    const group = groups[i]!;
    if (cut && mended.has(group)) continue;
    const frequency = frequencies[i]!;
    const norm =
      hasTurns[group] === 1
        ? dialogue.base + dialogue.perWord * turnLength[group]!
        : document.base + document.perWord * memoryLength[group]!;
    if (groupMask[group] === 0) touchedGroups[touched++] = group;
    groupMask[group] = groupMask[group]! | bitMask;
    groupScore[group] = groupScore[group]! + weight * (frequency / (frequency + norm));
    const user = users[i]!;
    if (user > 0)
      userScore[group] = userScore[group]! + weight * saturated(user, userLength[group]!, speech, groupShape);
  }
  scratch.touchedGroupCount = touched;
}

/** What k1 and b make of a length: a base and so much a word. */
function partsOf({ k1, b }: Shape, average: number): { base: number; perWord: number } {
  return { base: k1 * (1 - b), perWord: (k1 * b) / average };
}

function addMended(
  mended: Map<MendedGroup, GroupSums>,
  group: MendedGroup,
  frequency: number,
  user: number,
  bit: number,
  weight: number,
  averages: Averages,
): void {
  const sums = mended.get(group) ?? { score: 0, user: 0, mask: 0 };
  mended.set(group, sums);
  const dialogue = group.turnCount > 0;
  const length = dialogue ? group.turnLength : group.memoryLength;
  sums.mask = (sums.mask | (2 ** bit)) >>> 0;
  // Rounded as the columns of an uncut group are, so that both give the same sum.
  sums.score = Math.fround(
    sums.score + weight * saturated(frequency, length, averages.average, dialogue ? groupShape : documentShape),
  );
  if (user > 0)
    sums.user = Math.fround(sums.user + weight * saturated(user, group.userLength, averages.speech, groupShape));
}

function saturated(frequency: number, length: number, average: number, shape: Shape): number {
  const { base, perWord } = partsOf(shape, average);
  return frequency / (frequency + (base + perWord * length));
}

function averageOf({ count, length }: { count: number; length: number }): number {
  return count === 0 ? 1 : Math.max(1, length / count);
}

function addTo(
  cut: Map<MendedGroup, { frequency: number; user: number }>,
  group: MendedGroup,
  frequency: number,
  user: number,
): void {
  const sum = cut.get(group) ?? { frequency: 0, user: 0 };
  sum.frequency += frequency;
  sum.user += user;
  cut.set(group, sum);
}
