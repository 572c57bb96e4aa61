/** The best few of many, kept in a small heap. */

export class Best {
  readonly #scores: Float64Array;
  readonly #keys: Uint32Array;
  readonly #tags: Uint32Array;
  #count = 0;
  /** A score must be above this to be taken. */
  least = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#scores = new Float64Array(limit);
    this.#keys = new Uint32Array(limit);
    this.#tags = new Uint32Array(limit);
  }

  offer(score: number, key: number, tag: number): void {
    if (this.#count < this.#scores.length) {
      this.#up(this.#count++, score, key, tag);
      if (this.#count === this.#scores.length) this.least = this.#scores[0]!;
    } else if (score > this.least) {
      this.#down(score, key, tag);
      this.least = this.#scores[0]!;
    }
  }

  /** In no order. */
  taken(): { score: number; key: number; tag: number }[] {
    return Array.from({ length: this.#count }, (_, i) => ({
      score: this.#scores[i]!,
      key: this.#keys[i]!,
      tag: this.#tags[i]!,
    }));
  }

  #up(from: number, score: number, key: number, tag: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#scores[parent]! <= score) break;
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
      if (child + 1 < this.#count && this.#scores[child + 1]! < this.#scores[child]!) child++;
      if (this.#scores[child]! >= score) break;
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
