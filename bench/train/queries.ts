/**
 * Self-made queries: words drawn from a piece of a dialogue, from around it and from anywhere, in a mixture drawn anew
 * for each query. The piece is what must be found. No real question is in it. Same seed, same queries.
 */

import { flagsOf } from "../../src/search/index/cues.ts";
import { leafFlag } from "../../src/search/index/unit.ts";
import { fold, wordsOf } from "../../src/text/analyse.ts";
import { stemOf } from "../../src/text/stem.ts";
import { stopWords } from "../../src/text/stop-words.ts";

export interface Piece {
  readonly speaker: string;
  readonly text: string;
}
export interface Dialogue {
  readonly pieces: readonly Piece[];
  /** Milliseconds. */
  readonly date: number;
}
export interface MadeQuery {
  readonly text: string;
  readonly dialogue: number;
  readonly piece: number;
}

export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SUFFIXES = ["s", "ed", "ing", "er", "ly"];
const QUESTIONS = [
  "What did",
  "What does",
  "Who",
  "Where did",
  "Why did",
  "How did",
  "Which",
  "When did",
  "How many",
  "What kind of",
  "Did",
  "How long",
];

export class QueryMaker {
  readonly #dialogues: readonly Dialogue[];
  readonly #words: string[][][];
  readonly #all: string[] = [];
  readonly #count = new Map<string, number>();
  readonly #weights: number[] = [];
  readonly #places: [number, number][] = [];
  readonly #speakers: string[];
  readonly #random: Random;

  constructor(dialogues: readonly Dialogue[], random: Random) {
    this.#dialogues = dialogues;
    this.#random = random;
    this.#words = dialogues.map(({ pieces }) => pieces.map(({ text }) => contentWords(text)));
    for (const word of this.#words.flat(2)) this.#all.push(word);
    for (const piece of this.#words.flat())
      for (const stem of new Set(piece.map(stemOf))) this.#count.set(stem, (this.#count.get(stem) ?? 0) + 1);
    this.#speakers = [...new Set(dialogues.flatMap(({ pieces }) => pieces.map(({ speaker }) => speaker)))];
    this.#weigh();
  }

  /** Drawn from a piece that is drawn by weight. */
  fromPiece(): MadeQuery | undefined {
    const place = this.#places[this.#drawn(this.#weights)];
    if (place === undefined) return undefined;
    const [dialogue, piece] = place;
    const share = this.#between(0.25, 0.8);
    return { text: this.#text(dialogue, piece, this.#words[dialogue]![piece]!, share), dialogue, piece };
  }

  /** Drawn from a memory; wanted is the piece of its dialogue that is closest to it. */
  fromMemory(dialogue: number, memory: string): MadeQuery | undefined {
    const words = contentWords(memory);
    const piece = this.#closest(dialogue, words);
    if (words.length < 4 || piece < 0) return undefined;
    return { text: this.#text(dialogue, piece, words, this.#between(0.45, 0.95)), dialogue, piece };
  }

  #text(dialogue: number, piece: number, own: readonly string[], ownShare: number): string {
    const hidden = this.#hidden(own);
    const usable = own.filter((word) => !hidden.has(word));
    const length = 2 + Math.floor(this.#random() * 6);
    const nearShare = this.#random() < 0.3 ? 1 : this.#between(0.3, 0.8);
    const words: string[] = [];
    for (let i = 0; i < length; i++) {
      const word = this.#word(dialogue, piece, usable, ownShare, nearShare, hidden);
      if (word !== undefined) words.push(this.#random() < 0.08 ? this.#otherSuffix(word) : word);
    }
    return [this.#asking(dialogue, piece), this.#name(dialogue, piece), ...words, this.#date(dialogue)]
      .filter(Boolean)
      .join(" ");
  }

  #word(
    dialogue: number,
    piece: number,
    own: readonly string[],
    ownShare: number,
    nearShare: number,
    hidden: ReadonlySet<string>,
  ): string | undefined {
    if (this.#random() < ownShare) return this.#rarerOf(own);
    if (this.#random() < nearShare)
      return this.#rarerOf(this.#surroundings(dialogue, piece).filter((word) => !hidden.has(word)));
    return this.#all[Math.floor(this.#random() * this.#all.length)];
  }

  #surroundings(dialogue: number, piece: number): readonly string[] {
    const pieces = this.#words[dialogue]!;
    const where = this.#random();
    if (where < 0.45) {
      const back = this.#random();
      return pieces[piece - (back < 0.6 ? 1 : back < 0.84 ? 2 : 3)] ?? [];
    }
    if (where < 0.65) return pieces[piece + 1] ?? [];
    return pieces[Math.floor(this.#random() * pieces.length)] ?? [];
  }

  /** One or two of the rarer words: what the question asks for cannot stand in it. */
  #hidden(words: readonly string[]): Set<string> {
    const distinct = [...new Set(words)].sort((a, b) => this.#countOf(a) - this.#countOf(b));
    const rarer = distinct.slice(0, Math.ceil(distinct.length * 0.6));
    const count = this.#random() < 0.5 ? 1 : 2;
    return new Set(Array.from({ length: count }, () => rarer[Math.floor(this.#random() * rarer.length)] ?? ""));
  }

  #asking(dialogue: number, piece: number): string {
    const flags = flagsOf(this.#dialogues[dialogue]!.pieces[piece]!.text, undefined);
    if (this.#random() < 0.8) {
      if ((flags & leafFlag.time) !== 0 && this.#random() < 0.5) return "When did";
      if ((flags & leafFlag.number) !== 0 && this.#random() < 0.25) return "How many";
      return "What did";
    }
    return QUESTIONS[Math.floor(this.#random() * QUESTIONS.length)]!;
  }

  #name(dialogue: number, piece: number): string {
    const { speaker } = this.#dialogues[dialogue]!.pieces[piece]!;
    const drawn = this.#random();
    if (drawn < 0.85) return speaker;
    const others = this.#speakers.filter((other) => other !== speaker);
    return drawn < 0.92 ? (others[Math.floor(this.#random() * others.length)] ?? "") : "";
  }

  #date(dialogue: number): string {
    const { date } = this.#dialogues[dialogue]!;
    if (date === 0 || this.#random() >= 0.1) return "";
    const at = new Date(date);
    const month = at.toLocaleString("en", { month: "long", timeZone: "UTC" });
    const drawn = this.#random();
    if (drawn < 0.4) return `on ${at.getUTCDate()} ${month}, ${at.getUTCFullYear()}`;
    return drawn < 0.7 ? `in ${month} ${at.getUTCFullYear()}` : `in ${month}`;
  }

  #closest(dialogue: number, words: readonly string[]): number {
    const stems = new Set(words.map(stemOf));
    let best = -1;
    let most = 0;
    for (const [i, piece] of this.#words[dialogue]!.entries()) {
      let score = 0;
      for (const stem of new Set(piece.map(stemOf)))
        if (stems.has(stem)) score += 1 / Math.log(2 + (this.#count.get(stem) ?? 0));
      score /= Math.sqrt(8 + piece.length);
      if (score > most) [best, most] = [i, score];
    }
    return best;
  }

  #weigh(): void {
    for (const [d, { pieces }] of this.#dialogues.entries())
      for (const [p, { text, speaker }] of pieces.entries()) {
        const words = this.#words[d]![p]!.length;
        if (words < 4) continue;
        const before = pieces[p - 1];
        const answers = before !== undefined && before.speaker !== speaker && before.text.trimEnd().endsWith("?");
        this.#places.push([d, p]);
        this.#weights.push(Math.min(words, 25) * (text.trimEnd().endsWith("?") ? 0.15 : 1) * (answers ? 3 : 1));
      }
  }

  #drawn(weights: readonly number[]): number {
    let left = this.#random() * weights.reduce((a, b) => a + b, 0);
    for (const [i, weight] of weights.entries()) {
      left -= weight;
      if (left <= 0) return i;
    }
    return weights.length - 1;
  }

  #rarerOf(words: readonly string[]): string | undefined {
    const one = words[Math.floor(this.#random() * words.length)];
    const other = words[Math.floor(this.#random() * words.length)];
    if (one === undefined || other === undefined) return one;
    return this.#countOf(one) <= this.#countOf(other) ? one : other;
  }

  #countOf(word: string): number {
    return this.#count.get(stemOf(word)) ?? 0;
  }

  #otherSuffix(word: string): string {
    const suffix = SUFFIXES[Math.floor(this.#random() * SUFFIXES.length)]!;
    return `${word.replace(/(?:s|ed|ing|er|ly)$/, "")}${suffix}`;
  }

  #between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }
}

/** Cut at sentence ends into pieces of at most so many words. */
export function piecesOf(text: string, words: number): string[] {
  const pieces: string[] = [];
  let open: string[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
    const these = sentence.split(/\s+/).filter(Boolean);
    if (open.length > 0 && open.length + these.length > words) {
      pieces.push(open.join(" "));
      open = [];
    }
    open.push(...these);
    while (open.length > words) pieces.push(open.splice(0, words).join(" "));
  }
  if (open.length > 0) pieces.push(open.join(" "));
  return pieces;
}

function contentWords(text: string): string[] {
  return wordsOf(fold(text)).filter((word) => word.length > 1 && !stopWords.has(word));
}
