/**
 * The door for unasked showing: a memory bears on a text when one of its keys (name, alias, title) stands in it.
 * Compared by stem; one slip of the pen is forgiven in longer words. Pure.
 */

import { wordsOf } from "../../text/analyse.ts";
import { stemOf } from "../../text/stem.ts";
import { stopWords } from "../../text/stop-words.ts";
import { longestPhrase, neededOf } from "../index/keys.ts";

/** A text someone typed, ready for keys to be looked for. */
export interface PromptWords {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  readonly known: ReadonlySet<string>;
}

const LONG_KEY = 5;
const LONG_WORD = 4;

export function promptOf(text: string): PromptWords {
  const words = wordsOf(text);
  const stems = words.map(stemOf);
  return { words, stems, known: new Set(stems) };
}

/** The key that stands in the prompt, or undefined. */
export function keyIn(prompt: PromptWords, keys: readonly string[]): string | undefined {
  return keys.find((key) => standsIn(prompt, wordsOf(key)));
}

function standsIn(prompt: PromptWords, key: readonly string[]): boolean {
  if (key.length === 0) return false;
  const stems = key.map(stemOf);
  if (key.every((word) => stopWords.has(word))) return false;
  if (key.length <= longestPhrase && hasPhrase(prompt.stems, stems)) return true;
  if (key.length === 1) return key[0]!.length >= LONG_KEY && hasSlip(prompt.words, key[0]!, LONG_WORD);
  const telling = key.filter((word) => !stopWords.has(word));
  const said = telling.filter((word) => prompt.known.has(stemOf(word)) || hasSlip(prompt.words, word, LONG_WORD));
  return telling.length > 1 && said.length >= neededOf(telling.length);
}

function hasPhrase(stems: readonly string[], phrase: readonly string[]): boolean {
  for (let at = 0; at + phrase.length <= stems.length; at++)
    if (phrase.every((stem, i) => stems[at + i] === stem)) return true;
  return false;
}

function hasSlip(words: readonly string[], key: string, shortest: number): boolean {
  return words.some((word) => word.length >= shortest && isSlip(word, key));
}

/** Slips are rare at a word's beginning; there, another letter is more often another word. */
export function isSlip(word: string, key: string): boolean {
  if (word[0] !== key[0] || !isOneEdit(word, key)) return false;
  return word[1] === key[1] || (word[1] === key[2] && word[2] === key[1]);
}

/** One letter put in, left out, changed, or swapped with its neighbour. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
