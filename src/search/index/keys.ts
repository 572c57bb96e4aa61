/** Terms that are not words of a text: the words of a memory's names, and its tags. They cannot meet ordinary terms. */

import { fold, wordsOf } from "../../text/analyse.ts";
import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";

const KEY = "\u0001";
const TAG = "\u0002";
const FILE = "\u0003";

/** How many words of a text's beginning are kept to tell its versions by. */
export const openingLength = 16;

/** A key of so few words is a phrase; a longer one is a sentence. */
export const longestPhrase = 3;
/** A title as long as a sentence is meant also where one word in so many is not said. */
const MAY_MISS_ONE_OF = 5;

/** How many of so many telling words must be said before a key of several counts as named. */
export function neededOf(telling: number): number {
  return telling - Math.floor(telling / MAY_MISS_ONE_OF);
}

/** The fewest stems a text must share with these keys before it can name one of them; unreachable where none can be. */
export function fewestStems(keys: readonly string[]): number {
  return keys.reduce((fewest, key) => Math.min(fewest, stemsNeeded(wordsOf(key))), Number.POSITIVE_INFINITY);
}

function stemsNeeded(key: readonly string[]): number {
  const telling = key.filter((word) => !stopWords.has(word));
  const stems = new Set(telling.map(stemOf)).size;
  if (stems === 0) return Number.POSITIVE_INFINITY;
  const inAll = key.length <= longestPhrase ? stems : Number.POSITIVE_INFINITY;
  // Words of one stem are said together.
  const bySentence = telling.length > 1 ? neededOf(telling.length) - (telling.length - stems) : inAll;
  return Math.max(1, Math.min(inAll, bySentence));
}

/** A word of a key, as written and as stem. */
export function keyTerms(word: string): string[] {
  const stem = stemOf(word);
  return stem === word ? [KEY + word] : [KEY + word, KEY + stem];
}

export function keyTerm(word: string): string {
  return KEY + word;
}

export function tagTerm(tag: string): string {
  return TAG + fold(tag.trim());
}

export function fileTerm(path: string): string {
  return FILE + path.toLowerCase();
}
