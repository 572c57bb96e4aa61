/**
 * Memories in several passages among short ones: where a long one stands is decided by its best passage, which of the
 * long ones stands there by all of each. So a collection of documents is ranked as documents, one of notes as notes.
 */

import type { LeafAt } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import type { Question } from "./question.ts";
import type { ScoredGroup } from "./rank-groups.ts";
import type { ScoredLeaf, Visible } from "./rank-leaves.ts";
import type { Searcher } from "./searcher.ts";

/** The same places, taken by the long memories in their own order. */
export function longInOrder(
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
