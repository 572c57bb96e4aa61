/** Names that never return. None is a secret. */

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 12;

type Token = string;

/**
 * Twelve of [a-z0-9]: 62 bits, so no two are ever alike. V8 begins each process at another place, which the system's own
 * randomness chooses; to ask that by `node:crypto` would take a short command longer than all its places and locks.
 */
export function token(): Token {
  let made = "";
  while (made.length < LENGTH) made += LETTERS[Math.floor(Math.random() * LETTERS.length)];
  return made;
}
