/** The memories a text names: one of their keys (name, title, alias) stands in it, by stem or with one slip of the pen. */

import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import type { Corpus, OpenPart } from "../index/corpus.ts";
import { keyTerm } from "../index/keys.ts";
import type { Segment } from "../index/segment.ts";
import { countKey } from "../rank/postings.ts";
import type { Visible } from "../rank/rank-leaves.ts";
import { isSlip, keyIn, type PromptWords } from "./keys.ts";

export interface NamedMemory {
  readonly part: OpenPart;
  readonly doc: number;
  readonly key: string;
}

/** More memories than this with a word of the text in their keys are not looked at one by one. */
const MOST_LOOKED_AT = 150;
const LARGE = 5_000;

/** Most that share a word with the text are told apart by counting alone. */
export function namedIn(corpus: Corpus, prompt: PromptWords, visible: Visible): NamedMemory[] {
  const words = [...new Set(prompt.words)].filter((word) => !stopWords.has(word));
  return corpus.parts
    .flatMap((part) => mayBeNamed(part, words))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_LOOKED_AT)
    .filter(({ part, doc }) => {
      const first = corpus.firstLeaf(part, doc);
      return first !== undefined && visible(part, first.leaf);
    })
    .flatMap(({ part, doc }) => {
      const row = part.segment.row(doc);
      // The id comes last: it is read from the path.
      const key = keyIn(prompt, [row.title, ...row.aliases]) ?? keyIn(prompt, [row.id]);
      return key === undefined ? [] : [{ part, doc, key }];
    });
}

/** The documents with as many words of the text in their keys as it takes to name them. */
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

/** Terms of keys that words of the text may stand for: by stem, or by one slip. */
function keyTermsNear(segment: Segment, words: readonly string[]): Set<string> {
  const terms = new Set(words.flatMap((word) => [keyTerm(word), keyTerm(stemOf(word))]));
  // In a large collection looking for slips costs: there a word that stands somewhere is none.
  const isLarge = segment.header.docs > LARGE;
  const slipped = isLarge ? words.filter((word) => segment.term(stemOf(word)) === undefined) : words;
  for (const [beginning, these] of byBeginning(slipped)) {
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
