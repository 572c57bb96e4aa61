/**
 * Which words came from others: what a tool brought in, by its text, and the person's own beside it. Words tell it again
 * where many of them stand in a row as they stood there, or where nearly all that a sentence speaks of stood close
 * together there, unless the person said the same. Pure; what was heard is held as numbers and places, never as text.
 */

import { fold } from "../text/analyse.ts";
import { splitAtStops } from "../text/sentences.ts";
import { stopWords } from "../text/stop-words.ts";
import { bareText } from "./bare-text.ts";

/** So many words in a row are no chance. */
const RUN = 5;
/** Who has heard more than this is taken to tell it again whatever they say. */
const MOST_WORDS = 1_500_000;
/** A sentence told in other words: so many of its words of content, that close together. */
const FEWEST = 5;
const SHARE = 0.8;
const CLOSE = 40;
/** What speaks of less than that: all of it, closer still. Or with words of its own put in: most of it as close. */
const SHORT_CLOSE = 16;
const FEWEST_SAID = 3;
const SHARE_CLOSE = 0.5;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const PLAIN_WORD = /[a-z0-9]+/g;
const NOT_ASCII = /[^\x00-\x7f]/;
/** Scripts that set no spaces, from Thai to Han: each pair of signs is half a word. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff]+/g;
const PAIR = new RegExp(`^${UNSPACED.source.slice(0, -1)}{2}$`);
/** What a part of a memory is called there: `Decision: …`. */
const LABEL = /^\W{0,6}\p{L}[\p{L} ]{1,24}\W{0,3}:\W{0,3}(?=\p{L})/u;

export class HeardWords {
  readonly #others = new WordPlaces();
  readonly #own = new WordPlaces();

  get isEmpty(): boolean {
    return this.#others.size === 0;
  }

  /** What others said. */
  hear(text: string): void {
    this.#others.add(bareText(text));
  }

  /** What the person said: theirs also where others say it too. */
  say(text: string): void {
    this.#own.add(bareText(text));
  }

  tellsAgain(text: string): boolean {
    if (this.isEmpty) return false;
    if (this.#others.isFull) return text.trim() !== "";
    const bare = bareText(text);
    return this.#repeats(bare) || splitAtStops(bare).some((sentence) => this.#retells(sentence));
  }

  #repeats(text: string): boolean {
    for (const run of runsOf(text)) if (this.#others.has(run) && !this.#own.has(run)) return true;
    return false;
  }

  #retells(sentence: string): boolean {
    const unlabelled = sentence.replace(LABEL, "");
    return this.#isTold(sentence) || (unlabelled !== sentence && this.#isTold(unlabelled));
  }

  #isTold(sentence: string): boolean {
    const words = wordsOf(sentence);
    const content = [...new Set(words.filter((word) => !stopWords.has(word)).map(rootOf))];
    const size = sizeOf(content);
    const stood = (fewest: number, close: number) =>
      this.#others.stoodTogether(content, fewest, close) && !this.#own.stoodTogether(content, fewest, close);
    if (size < FEWEST) return size >= (sizeOf(words) < RUN ? 2 : FEWEST_SAID) && stood(content.length, SHORT_CLOSE);
    const most = Math.max(FEWEST_SAID + 1, Math.ceil(content.length * SHARE_CLOSE));
    return stood(Math.ceil(content.length * SHARE), CLOSE) || stood(most, SHORT_CLOSE);
  }
}

/** Runs of words, and where each word stood. */
class WordPlaces {
  readonly #runs = new Set<number>();
  readonly #places = new Map<string, number[]>();
  size = 0;

  get isFull(): boolean {
    return this.size >= MOST_WORDS;
  }

  add(text: string): void {
    if (this.isFull) return;
    for (const run of runsOf(text)) this.#runs.add(run);
    for (const word of wordsOf(text)) {
      this.size += weightOf(word);
      if (stopWords.has(word)) continue;
      const root = rootOf(word);
      const places = this.#places.get(root);
      if (places === undefined) this.#places.set(root, [this.size]);
      else places.push(this.size);
    }
    this.size += CLOSE;
  }

  has(run: number): boolean {
    return this.#runs.has(run);
  }

  /** Only around the rarest of them: where enough of all stand, one of these does. */
  stoodTogether(roots: readonly string[], fewest: number, close: number): boolean {
    const places = roots.map((root) => this.#places.get(root) ?? []).sort((a, b) => a.length - b.length);
    const mayLack = roots.length - fewest;
    if (places.filter(({ length }) => length === 0).length > mayLack) return false;
    for (const rare of places.slice(0, mayLack + 1))
      for (const at of rare) {
        const near = places.filter((other) => isNear(other, at, close)).length;
        if (near >= fewest) return true;
      }
    return false;
  }
}

/** `places` from the first to the last. */
function isNear(places: readonly number[], at: number, close: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < at - close / 2) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low]! <= at + close / 2;
}

function wordsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? [];
  return (fold(text).match(WORD) ?? []).flatMap(pairsIn);
}

function pairsIn(word: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > end) parts.push(word.slice(end, index));
    const signs = [...run];
    for (let at = 1; at < signs.length; at++) parts.push(signs[at - 1]! + signs[at]!);
    if (signs.length === 1) parts.push(run);
    end = index + run.length;
  }
  if (end < word.length) parts.push(word.slice(end));
  return parts;
}

function weightOf(word: string): number {
  return PAIR.test(word) ? 0.5 : 1;
}

function sizeOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

/** Good enough to tell that two forms are of one word. */
function rootOf(word: string): string {
  return word.length > 6 ? word.slice(0, 6) : word.replace(/(?<=..)(?:es|ed|s)$/, "");
}

/** Each run of words as one number of 53 bits. */
function* runsOf(text: string): Generator<number, void, undefined> {
  const words = wordsOf(text);
  const hashes = words.map(hashOf);
  for (let end = 0; end < words.length; end++) {
    let [one, two, weight] = [0, 7, 0];
    for (let at = end; at >= 0 && weight < RUN; at--) {
      weight += weightOf(words[at]!);
      one = (Math.imul(one, 31) + hashes[at]!) | 0;
      two = (Math.imul(two, 131) ^ hashes[at]!) | 0;
    }
    if (weight >= RUN) yield (one >>> 0) * 0x20_0000 + (two & 0x1f_ffff);
  }
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}
