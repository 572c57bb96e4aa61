/** Terms that are not words of a text: the words of a memory's names, and its tags. They cannot meet ordinary terms. */

import { fold, wordsOf } from "./analyse.ts";
import { stemOf } from "./stem.ts";

const KEY = "\u0001";
const TAG = "\u0002";
const FILE = "\u0003";

/** How many words of a text's beginning are kept to tell its versions by. */
export const openingLength = 16;

/** Each word of a key, as written and as stem. */
export function keyTerms(key: string): string[] {
  return wordsOf(key).flatMap((word) => {
    const stem = stemOf(word);
    return stem === word ? [KEY + word] : [KEY + word, KEY + stem];
  });
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
