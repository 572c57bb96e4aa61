/**
 * Made-up memories: a title of 5 words, 20 to 50 words of text, words as frequent as in speech. So 100,000 of them make
 * an FTS5 index of about 60 MB, as in the goals that Cairn was set.
 */

import type { Told } from "../real-root/told.ts";
import { type Random, randomFrom } from "../train/queries.ts";

const SYLLABLES =
  "ba co di fu ge ha jo ki lu me no pa qui ro sa te vu wa xi yo za bri clo dru fle gra plo sto tri sche".split(" ");
const VOCABULARY = 20_000;
const COMMON = 30;
const PER_SESSION = 25;
const FOLDERS = 20;

export class Synthetic {
  readonly #words: readonly string[];
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#words = wordsFrom(randomFrom(1));
  }

  memory(i: number): Told & { readonly title: string } {
    return {
      kind: "project",
      folder: `topic-${String(i % FOLDERS).padStart(2, "0")}`,
      title: this.text(5),
      text: this.text(20 + Math.floor(this.#random() * 31)),
      session: `session-${Math.floor(i / PER_SESSION)}`,
      at: Date.UTC(2025, 0, 1) + i * 300_000,
    };
  }

  query(): string {
    return this.text(4 + Math.floor(this.#random() * 5));
  }

  text(words: number): string {
    return Array.from({ length: words }, () => this.#word()).join(" ");
  }

  /** As speech without its stop words: the n-th word about 1/(n + 30) as often as others. */
  #word(): string {
    const rank = Math.floor(COMMON * Math.exp(this.#random() * Math.log((VOCABULARY + COMMON) / COMMON)) - COMMON);
    return this.#words[Math.min(VOCABULARY - 1, Math.max(0, rank))]!;
  }
}

function wordsFrom(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]!).join(""));
  }
  return [...words];
}
