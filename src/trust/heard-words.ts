/**
 * Which words came from others: what a tool brought in, by its text, and the person's own beside it. Words tell it again
 * where many of them stand in a row as they stood there, or where nearly all that a sentence speaks of stood close
 * together there, unless the person said the same. Pure; what was heard is held as numbers and places, never as text.
 */

import { stopWords } from "../text/stop-words.ts";

/** So many words in a row are no chance. */
const RUN = 5;
/** Who has heard more than this is taken to tell it again whatever they say. */
const MOST_WORDS = 1_500_000;
/** A sentence told in other words: so many of its words of content, that close together. */
const FEWEST = 5;
const SHARE = 0.8;
const CLOSE = 40;
/** What speaks of less than that: all of it, closer still. Or with words of its own put in: most of it as close. */
const SHORT_CLOSE = 12;
const FEWEST_SAID = 3;
const SHARE_CLOSE = 0.6;
const WORD = /[\p{L}\p{N}]+/gu;
const SENTENCE_END = /(?<=[.!?])\s+|\n+/;

export class HeardWords {
  readonly #others = new WordPlaces();
  readonly #own = new WordPlaces();

  get isEmpty(): boolean {
    return this.#others.size === 0;
  }

  /** What others said. */
  hear(text: string): void {
    this.#others.add(text);
  }

  /** What the person said: theirs also where others say it too. */
  say(text: string): void {
    this.#own.add(text);
  }

  tellsAgain(text: string): boolean {
    if (this.isEmpty) return false;
    if (this.#others.isFull) return text.trim() !== "";
    return this.#repeats(text) || text.split(SENTENCE_END).some((sentence) => this.#retells(sentence));
  }

  #repeats(text: string): boolean {
    for (const run of runsOf(text)) if (this.#others.has(run) && !this.#own.has(run)) return true;
    return false;
  }

  #retells(sentence: string): boolean {
    const words = wordsOf(sentence);
    const content = [...new Set(words.filter((word) => !stopWords.has(word)).map(rootOf))];
    const stood = (fewest: number, close: number) =>
      this.#others.stoodTogether(content, fewest, close) && !this.#own.stoodTogether(content, fewest, close);
    if (content.length < FEWEST)
      return content.length >= (words.length < RUN ? 2 : FEWEST_SAID) && stood(content.length, SHORT_CLOSE);
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
      this.size++;
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
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** Good enough to tell that two forms are of one word. */
function rootOf(word: string): string {
  return word.length > 6 ? word.slice(0, 6) : word.replace(/(?<=..)(?:es|ed|s)$/, "");
}

/** Each run of words as one number of 53 bits. */
function* runsOf(text: string): Generator<number, void, undefined> {
  const words = wordsOf(text).map(hashOf);
  for (let end = RUN; end <= words.length; end++) {
    let [one, two] = [0, 7];
    for (let at = end - RUN; at < end; at++) {
      one = (Math.imul(one, 31) + words[at]!) | 0;
      two = (Math.imul(two, 131) ^ words[at]!) | 0;
    }
    yield (one >>> 0) * 0x20_0000 + (two & 0x1f_ffff);
  }
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}
