/** Randomness that a seed repeats: the same seed, the same corpus. */

export interface Rng {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  pick<T>(choices: readonly T[]): T;
  /** `length` characters of the alphabet. */
  chars(alphabet: string, length: number): string;
}

export function rngFrom(seed: number): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick: (choices) => choices[int(choices.length)]!,
    chars: (alphabet, length) => Array.from({ length }, () => alphabet[int(alphabet.length)]).join(""),
  };
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGIT = "0123456789";

export const alphabets = {
  digit: DIGIT,
  hex: `${DIGIT}abcdef`,
  lower: LOWER + DIGIT,
  upper: UPPER + DIGIT,
  letter: LOWER + UPPER,
  alnum: LOWER + UPPER + DIGIT,
  base64: `${LOWER}${UPPER}${DIGIT}+/`,
  url: `${LOWER}${UPPER}${DIGIT}-_`,
} as const;
