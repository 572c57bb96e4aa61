/**
 * Relevance for a moment, unasked: which memories bear on what is being said and touched. A memory comes in only
 * through its keys or the files it is about; otherwise nothing is shown. Never one that was shown before.
 */

import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import type { Corpus, OpenPart } from "../index/corpus.ts";
import { fileTerm, keyTerm } from "../index/keys.ts";
import type { Row, Segment } from "../index/segment.ts";
import { type Filter, filterOf } from "./filter.ts";
import { isSlip, keyIn, type PromptWords, promptOf } from "./keys.ts";
import { countKey, docsWith } from "./postings.ts";

export interface MomentQuery {
  readonly prompt: string;
  readonly recent?: readonly string[];
  readonly tools?: readonly string[];
  /** Relative to the project, with `/`. */
  readonly files?: readonly string[];
}

interface RelevantHit {
  readonly part: OpenPart;
  readonly doc: number;
  readonly row: Row;
  /** What brought it in, in words. */
  readonly why: string;
  readonly key: string;
  /** Four where the prompt named it, less where it was further off; the fraction says how much was named. */
  readonly score: number;
}

/** Nearer sources come first. */
const sources = ["prompt", "file", "tool", "recent"] as const;
type SourceOf = (typeof sources)[number];
/** More memories than this with a word of the prompt in their keys are not looked at one by one. */
const MOST_LOOKED_AT = 500;

export function relevantTo(
  corpus: Corpus,
  moment: MomentQuery,
  filter: Filter,
  limit: number,
  shown: ReadonlySet<string> = new Set(),
): RelevantHit[] {
  if (limit <= 0) return [];
  const visible = filterOf(corpus, filter);
  const found = new Map<string, RelevantHit & { source: SourceOf }>();
  const take = (source: SourceOf, hits: readonly Keyed[]) => {
    for (const { part, doc, key } of hits) {
      const row = part.segment.row(doc);
      const place = `${row.scope}:${row.path}`;
      if (!found.has(place) && !shown.has(row.id) && !shown.has(`${row.scope}:${row.id}`))
        found.set(place, { part, doc, row, key, source, why: whyOf(source, key), score: scoreOf(source, key) });
    }
  };
  take("prompt", keyed(corpus, promptOf(moment.prompt), visible));
  for (const file of moment.files ?? []) take("file", about(corpus, file, visible));
  if (moment.tools?.length) take("tool", keyed(corpus, promptOf(moment.tools.join("\n")), visible));
  if (moment.recent?.length) take("recent", keyed(corpus, promptOf(moment.recent.join("\n")), visible));
  return [...found.values()].sort(byNearness).slice(0, limit);
}

interface Keyed {
  readonly part: OpenPart;
  readonly doc: number;
  readonly key: string;
}

type LeafVisible = ReturnType<typeof filterOf>;

/** Memories one of whose keys stands in the prompt. Most that share a word with it are told apart by counting alone. */
function keyed(corpus: Corpus, prompt: PromptWords, visible: LeafVisible): Keyed[] {
  const words = [...new Set(prompt.words)].filter((word) => !stopWords.has(word));
  return corpus.parts
    .flatMap((part) => mayBeNamed(part, words))
    .filter(({ part, doc }) => isVisible(corpus, part, doc, visible))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_LOOKED_AT)
    .flatMap(({ part, doc }) => {
      const key = keyIn(prompt, part.segment.row(doc).keys);
      return key === undefined ? [] : [{ part, doc, key }];
    });
}

/** The documents with as many words of the prompt in their keys as it takes to name them. */
function mayBeNamed(part: OpenPart, words: readonly string[]): { part: OpenPart; doc: number; count: number }[] {
  const { segment } = part;
  const counts = new Uint8Array(segment.header.docs);
  for (const term of keyTermsNear(segment, words)) countKey(part, term, counts);
  const docs: { part: OpenPart; doc: number; count: number }[] = [];
  for (let doc = 0; doc < counts.length; doc++) {
    const count = counts[doc]!;
    if (count > 0 && count >= segment.fewestStems(doc)) docs.push({ part, doc, count });
  }
  return docs;
}

/** Terms of keys that words of the prompt may stand for: by stem, or by one slip. */
function keyTermsNear(segment: Segment, words: readonly string[]): Set<string> {
  const terms = new Set(words.flatMap((word) => [keyTerm(word), keyTerm(stemOf(word))]));
  for (const [beginning, these] of byBeginning(words)) {
    const lengths = new Set(these.flatMap(({ length }) => [length, length + 1, length + 2]));
    for (const term of segment.termsFrom(keyTerm(beginning), lengths))
      if (these.some((word) => isSlip(word, term.slice(1)))) terms.add(term);
  }
  return terms;
}

/** A slip leaves the first letter as it is, and the second or, where two were swapped, the third behind it. */
function byBeginning(words: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words.filter(({ length }) => length > 3))
    for (const beginning of new Set([`${word[0]}${word[1]}`, `${word[0]}${word[2]}`]))
      groups.set(beginning, [...(groups.get(beginning) ?? []), word]);
  return groups;
}

function about(corpus: Corpus, file: string, visible: LeafVisible): Keyed[] {
  return docsWith(corpus, fileTerm(file)).flatMap((docs, nth) => {
    const part = corpus.parts[nth]!;
    return [...docs].filter((doc) => isVisible(corpus, part, doc, visible)).map((doc) => ({ part, doc, key: file }));
  });
}

function isVisible(corpus: Corpus, part: OpenPart, doc: number, visible: LeafVisible): boolean {
  const first = corpus.firstLeaf(part, doc);
  return first !== undefined && visible(part, first.leaf);
}

function whyOf(source: SourceOf, key: string): string {
  const from = {
    prompt: "named in the prompt",
    file: "about a file that was touched",
    tool: "named by a tool",
    recent: "named shortly before",
  };
  return `${from[source]}: ${key}`;
}

/** A number for the order below. */
function scoreOf(source: SourceOf, key: string): number {
  return sources.length - sources.indexOf(source) + Math.min(key.length, 99) / 100;
}

/** Where a key was seen, then how much it says, then the newer. */
function byNearness(a: RelevantHit & { source: SourceOf }, b: RelevantHit & { source: SourceOf }): number {
  return (
    sources.indexOf(a.source) - sources.indexOf(b.source) ||
    b.key.length - a.key.length ||
    b.row.updated - a.row.updated ||
    (a.row.path < b.row.path ? -1 : 1)
  );
}
