/** The memories a text names: one of their keys (name, title, alias) stands in it, by stem or with one slip of the pen. */

import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import type { Corpus, OpenPart } from "../index/corpus.ts";
import { keyTerm } from "../index/keys.ts";
import type { Segment } from "../index/segment.ts";
import { postingsOf } from "../rank/postings.ts";
import type { Visible } from "../rank/rank-leaves.ts";
import { isSlip, keyIn, type PromptWords } from "./keys.ts";

interface NamedMemory {
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

/** How many words of the text each document of a part has in its keys, and which documents have any. Clear between texts. */
interface Counts {
  readonly of: Uint8Array;
  readonly docs: Uint32Array;
}

const rooms = new WeakMap<OpenPart, Counts>();

function countsFor(part: OpenPart): Counts {
  const known = rooms.get(part);
  if (known !== undefined) return known;
  const { docs } = part.segment.header;
  const made = { of: new Uint8Array(docs), docs: new Uint32Array(docs) };
  rooms.set(part, made);
  return made;
}

/** The documents with as many words of the text in their keys as it takes to name them. */
function mayBeNamed(part: OpenPart, words: readonly string[]): { part: OpenPart; doc: number; count: number }[] {
  const { segment } = part;
  const counts = countsFor(part);
  const having = countKeys(part, keyTermsNear(segment, words), counts);
  const docs: { part: OpenPart; doc: number; count: number }[] = [];
  for (let n = 0; n < having; n++) {
    const doc = counts.docs[n]!;
    const count = counts.of[doc]!;
    counts.of[doc] = 0;
    if (count >= segment.fewestStems(doc)) docs.push({ part, doc, count });
  }
  return docs.sort((a, b) => a.doc - b.doc);
}

/** In a key a term stands at most once. Returns how many documents have any. */
function countKeys(part: OpenPart, terms: Iterable<string>, { of, docs }: Counts): number {
  const { doc: docOf } = part.leaves;
  let having = 0;
  for (const term of terms) {
    const { leaf, count } = postingsOf(part, term);
    for (let n = 0; n < count; n++) {
      const doc = docOf[leaf[n]!]!;
      if (of[doc] === 0) docs[having++] = doc;
      if (of[doc]! < 255) of[doc]!++;
    }
  }
  return having;
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
