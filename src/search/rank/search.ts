/**
 * Memories for a question: filtered first, ranked by their best passage, the newest version of a fact in its place, no
 * superseded one above its successor. What comes out are rows of the index; whether they still hold is checked outside.
 */

import type { Corpus, LeafAt, OpenPart } from "../index/corpus.ts";
import type { Row } from "../index/segment.ts";
import { leafFlag } from "../index/unit.ts";
import { isWeak } from "./abstain.ts";
import { type LeafFeature, leafFeatureNames, leafFeatures, type Values } from "./features.ts";
import { type Filter, filterOf } from "./filter.ts";
import type { Question } from "./question.ts";
import type { ScoredGroup } from "./rank-groups.ts";
import type { ScoredLeaf, Visible } from "./rank-leaves.ts";
import type { Searcher } from "./searcher.ts";
import { memoryWeights } from "./weights.ts";

export interface Asked extends Filter {
  readonly text: string;
  readonly limit: number;
}

interface MemoryHit extends ComparedHit {
  readonly part: OpenPart;
  readonly doc: number;
  /** Its best passage, counted in the memory. */
  readonly passage: number;
  readonly row: Row;
  readonly score: number;
  readonly superseded: boolean;
  readonly features: Values<LeafFeature>;
}

interface Found {
  readonly hits: MemoryHit[];
  /** Nothing found bears much on the question. */
  readonly weak: boolean;
}

export function searchMemories(searcher: Searcher, asked: Asked): Found {
  const visible = filterOf(searcher.corpus, asked);
  const question = searcher.question(asked.text);
  const { hits, known } = searcher.leaves(question, "memory", visible, 4 * asked.limit + versionedBest);
  const ranked = longInOrder(hits, searcher, question, visible);
  const described: MemoryHit[] = ranked.map((hit) => new LeafHit(hit));
  const ordered = successorsFirst(newestFirst(described), (hit) =>
    successorOf(searcher.corpus, hit, described, visible),
  );
  return { hits: ordered.slice(0, asked.limit), weak: isWeak(known, described[0]?.features) };
}

interface Contribution {
  readonly feature: LeafFeature;
  /** The feature in words. */
  readonly says: string;
  readonly value: number;
  readonly adds: number;
}

/** What a hit's score is made of, heaviest first. What adds nothing is left out. */
export function contributionsOf(features: Values<LeafFeature>): Contribution[] {
  return leafFeatureNames
    .map((feature) => {
      const value = features[feature];
      return { feature, says: leafFeatures[feature], value, adds: value * memoryWeights[feature] };
    })
    .filter(({ adds }) => Math.abs(adds) > 0.005)
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds));
}

/** The list with each superseded hit's successor directly above it, wherever it stood before, or brought in. */
function successorsFirst<H>(hits: readonly H[], successor: (hit: H) => H | undefined): H[] {
  const ordered: H[] = [];
  const put = (hit: H, above: ReadonlySet<H>) => {
    if (ordered.includes(hit) || above.has(hit)) return;
    const next = successor(hit);
    if (next !== undefined) put(next, new Set([...above, hit]));
    if (!ordered.includes(hit)) ordered.push(hit);
  };
  for (const hit of hits) put(hit, new Set());
  return ordered;
}

/** Its row is read where something is asked of it: most hits are never shown. */
class LeafHit implements MemoryHit {
  readonly part: OpenPart;
  readonly doc: number;
  readonly score: number;
  readonly mask: number;
  readonly #scored: ScoredLeaf;
  readonly #leaf: number;
  #row: Row | undefined;

  constructor(scored: ScoredLeaf) {
    this.part = scored.part;
    this.doc = scored.part.leaves.doc[scored.leaf]!;
    this.score = scored.score;
    this.mask = scored.mask;
    this.#scored = scored;
    this.#leaf = scored.leaf;
  }

  get features(): Values<LeafFeature> {
    return this.#scored.features;
  }

  get row(): Row {
    this.#row ??= this.part.segment.row(this.doc);
    return this.#row;
  }
  get passage(): number {
    let first = this.#leaf;
    while (first > 0 && this.part.leaves.doc[first - 1] === this.doc) first--;
    return this.#leaf - first;
  }
  get superseded(): boolean {
    return (this.part.leaves.flags[this.#leaf]! & leafFlag.superseded) !== 0;
  }
  get id(): string {
    return this.row.id;
  }
  get time(): number {
    return Math.max(this.row.updated, this.row.created);
  }
  get openingWords(): number {
    return this.row.openingWords;
  }
  get opening(): readonly number[] {
    return this.row.opening;
  }
}

/** The memory that took a hit's place: as the hit says, or as the newer one says. */
function successorOf(
  corpus: Corpus,
  hit: MemoryHit,
  known: readonly MemoryHit[],
  visible: Visible,
): MemoryHit | undefined {
  if (!hit.superseded) return undefined;
  const place = corpus.successorOf(hit.part, hit.doc);
  if (place === undefined || !visible(place.part, place.leaf)) return undefined;
  const doc = place.part.leaves.doc[place.leaf]!;
  const found = known.find((other) => other.part === place.part && other.doc === doc);
  return found ?? new LeafHit({ ...place, score: hit.score, features: hit.features, mask: hit.mask });
}

/** What is compared of a hit. */
interface ComparedHit {
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
const versionedBest = 20;

/**
 * The same hits, with the newest of each fact in the place of its first: one that holds the same words of the question and
 * begins like the one at the head is another version of it. Declared successors are stronger; scores play no part.
 */
export function newestFirst<H extends ComparedHit>(hits: readonly H[]): H[] {
  const open = hits.slice(0, versionedBest);
  const ordered: H[] = [];
  while (open.length > 0) {
    const head = open[0]!;
    const versions = open.filter((hit) => hit === head || isVersionOf(hit, head));
    const newest = versions.reduce((latest, hit) => (hit.time > latest.time ? hit : latest), head);
    ordered.push(newest);
    open.splice(open.indexOf(newest), 1);
  }
  return [...ordered, ...hits.slice(versionedBest)];
}

function isVersionOf(one: ComparedHit, other: ComparedHit): boolean {
  if (one.mask !== other.mask || one.mask === 0) return false;
  const shorter = Math.min(one.openingWords, other.openingWords);
  const compared = Math.min(shorter, one.opening.length, other.opening.length);
  let same = 0;
  while (same < compared && one.opening[same] === other.opening[same]) same++;
  return compared > 0 && same * 2 >= compared;
}

/**
 * The same places, taken by the memories of several passages in their own order: where one of them stands is decided by a
 * best passage, which of them by all of each. So documents are ranked as documents, and notes as notes.
 */
function longInOrder(
  hits: readonly ScoredLeaf[],
  searcher: Searcher,
  question: Question,
  visible: Visible,
): readonly ScoredLeaf[] {
  const places = hits.filter(isPassage).length;
  if (places < 2) return hits;
  const byDocument = new Map(hits.map((hit) => [documentOf(hit), hit]));
  const order = longOnes(searcher, question, visible).slice(0, places);
  if (order.length < places) return hits;
  const queue = order.map((at) => byDocument.get(documentOf(at)) ?? at);
  return hits.map((hit) => (isPassage(hit) ? at(hit, queue.shift()!) : hit));
}

function longOnes(searcher: Searcher, question: Question, visible: Visible): ScoredLeaf[] {
  const isLong = (leaf: LeafAt | undefined) => leaf !== undefined && isPassage(leaf) && visible(leaf.part, leaf.leaf);
  const { hits } = searcher.groups(question, (part, group) => isLong(firstOf(part, group)));
  const leaves = hits.map(({ part, group }: ScoredGroup) => firstOf(part, group)!);
  return searcher.described(question, leaves);
}

/** It scores what its place is worth. */
function at({ score }: ScoredLeaf, { part, leaf, features, mask }: ScoredLeaf): ScoredLeaf {
  return { part, leaf, score, features, mask };
}

function firstOf(part: LeafAt["part"], group: number): LeafAt | undefined {
  const mended = part.mended.get(group);
  return mended === undefined ? { part, leaf: part.groups.start[group]! } : mended.ordered[0];
}

function isPassage({ part, leaf }: LeafAt): boolean {
  return (part.leaves.flags[leaf]! & leafFlag.passage) !== 0;
}

function documentOf({ part, leaf }: LeafAt): string {
  return `${part.nth}:${part.leaves.doc[leaf]}`;
}
