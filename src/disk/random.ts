/** Names that never return. */

import { randomBytes } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 12;

type Token = string;

/** Twelve of [a-z0-9]: 62 bits, so no two are ever alike. */
export function token(): Token {
  let made = "";
  while (made.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      // 252 is the largest multiple of 36: bytes above it would favour the first letters.
      if (byte < 252 && made.length < LENGTH) made += LETTERS[byte % LETTERS.length];
    }
  }
  return made;
}
