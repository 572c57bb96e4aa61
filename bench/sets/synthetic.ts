/** Made-up memories of natural proportions: a title of 7 words, 25 to 60 words of text, words as frequent as in speech. */

import { unitFrom } from "../../src/index/testing.ts";
import type { Unit } from "../../src/index/unit.ts";
import { type Random, randomFrom } from "../train/queries.ts";

const SYLLABLES =
  "ba co di fu ge ha jo ki lu me no pa qui ro sa te vu wa xi yo za bri clo dru fle gra plo sto tri sche".split(" ");
const VOCABULARY = 20_000;
const COMMON = 30;
const PER_SESSION = 25;

export class Synthetic {
  readonly #words: readonly string[];
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    this.#words = wordsFrom(randomFrom(1));
  }

  unit(i: number): Unit {
    const title = this.text(7);
    const body = this.text(25 + Math.floor(this.#random() * 36));
    const id = `memory-${String(i).padStart(6, "0")}`;
    return unitFrom({
      path: `${folderOf(i)}/${id}.md`,
      id,
      title,
      keys: [id, title],
      session: `session-${Math.floor(i / PER_SESSION)}`,
      created: Date.UTC(2025, 0, 1) + i * 300_000,
      opening: body,
      leaves: [{ text: `${title}\n${body}` }],
    });
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

function folderOf(i: number): string {
  return `topic-${String(i % 20).padStart(2, "0")}`;
}

function wordsFrom(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]!).join(""));
  }
  return [...words];
}
