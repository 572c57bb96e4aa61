/** What happens by chance in a simulation, the same for the same seed. */

export class Chance {
  readonly random: () => number;
  #marks = 0;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  /** A whole number from 0 up to, not including, `below`. */
  pick(below: number): number {
    return Math.floor(this.random() * below);
  }

  /** A word that stands nowhere else. */
  mark(): string {
    this.#marks += 1;
    return `mark${this.#marks}x${Math.floor(this.random() * 1e9).toString(36)}`;
  }
}

function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
