/** The best few of many, kept in a small heap with the least at its root; and of many leaves one for each document. */

import type { LeafAt } from "../index/corpus.ts";

/** Whether, of two with the same score, the first is to be kept. */
type Prefers = (key: number, tag: number, otherKey: number, otherTag: number) => boolean;

export class Best {
  readonly #scores: Float64Array;
  readonly #keys: Uint32Array;
  readonly #tags: Uint32Array;
  readonly #prefers: Prefers;
  #count = 0;
  /** A score below this is not taken. */
  least = Number.NEGATIVE_INFINITY;

  /** Unless told which to prefer, the first to come stays. */
  constructor(limit: number, prefers: Prefers = () => false) {
    this.#scores = new Float64Array(limit);
    this.#keys = new Uint32Array(limit);
    this.#tags = new Uint32Array(limit);
    this.#prefers = prefers;
  }

  offer(score: number, key: number, tag: number): void {
    const isFull = this.#count === this.#scores.length;
    if (isFull && !this.#isLess(0, score, key, tag)) return;
    if (isFull) this.#down(score, key, tag);
    else this.#up(this.#count++, score, key, tag);
    if (this.#count === this.#scores.length) this.least = this.#scores[0]!;
  }

  /** In no order. */
  taken(): { score: number; key: number; tag: number }[] {
    return Array.from({ length: this.#count }, (_, i) => ({
      score: this.#scores[i]!,
      key: this.#keys[i]!,
      tag: this.#tags[i]!,
    }));
  }

  /** Whether one that is kept comes after another. */
  #isLess(at: number, score: number, key: number, tag: number): boolean {
    const kept = this.#scores[at]!;
    return kept < score || (kept === score && this.#prefers(key, tag, this.#keys[at]!, this.#tags[at]!));
  }

  #up(from: number, score: number, key: number, tag: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (
        this.#scores[parent]! === score
          ? !this.#prefers(this.#keys[parent]!, this.#tags[parent]!, key, tag)
          : this.#scores[parent]! < score
      )
        break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#set(at, score, key, tag);
  }

  #down(score: number, key: number, tag: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      const right = child + 1;
      if (right < this.#count && this.#isLess(right, this.#scores[child]!, this.#keys[child]!, this.#tags[child]!))
        child = right;
      if (!this.#isLess(child, score, key, tag)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#set(at, score, key, tag);
  }

  #copy(from: number, to: number): void {
    this.#set(to, this.#scores[from]!, this.#keys[from]!, this.#tags[from]!);
  }

  #set(at: number, score: number, key: number, tag: number): void {
    this.#scores[at] = score;
    this.#keys[at] = key;
    this.#tags[at] = tag;
  }
}

/** The first leaf of every document. */
export function firstOfEach<L extends LeafAt>(leaves: readonly L[]): L[] {
  const seen = new Set<number>();
  return leaves.filter(({ part, leaf }) => {
    const key = part.leaves.doc[leaf]! * 256 + part.nth;
    return !seen.has(key) && seen.add(key);
  });
}
