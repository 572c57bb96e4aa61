/**
 * SHA-256 of short texts, without `node:crypto`: loading that takes longer than everything else a command does to find
 * its places. For the contents of more than a few files the real one is used (`sha256` in store/record.ts).
 */

const WORD = 2 ** 32;
const BLOCK = 64;

const primes: number[] = [];
for (let n = 2; primes.length < BLOCK; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
/** The first 32 bits behind the point of the primes' cube roots, and of the first eight square roots. */
const ROUNDS = Uint32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * WORD);
const START = Uint32Array.from(primes.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * WORD);

/** Hexadecimal. A text counts as UTF-8. */
export function sha256Of(text: string | Uint8Array): string {
  const blocks = padded(typeof text === "string" ? Buffer.from(text) : text);
  const state = START.slice();
  for (let at = 0; at < blocks.byteLength; at += BLOCK) takeIn(state, blocks, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** The text, a one bit, zeros, and the length in bits: whole blocks. */
function padded(text: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / BLOCK) * BLOCK);
  bytes.set(text);
  bytes[text.length] = 0x80;
  const blocks = new DataView(bytes.buffer);
  blocks.setUint32(bytes.length - 8, Math.floor((text.length * 8) / WORD));
  blocks.setUint32(bytes.length - 4, text.length * 8);
  return blocks;
}

function takeIn(state: Uint32Array, blocks: DataView, at: number): void {
  const words = schedule(blocks, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK; i++) {
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mixed + (ROUNDS[i] as number) + (words[i] as number)) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
}

function schedule(blocks: DataView, at: number): Uint32Array {
  const words = new Uint32Array(BLOCK);
  for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + i * 4);
  for (let i = 16; i < BLOCK; i++) {
    const x = words[i - 15] as number;
    const y = words[i - 2] as number;
    const near = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const far = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[i] = (words[i - 16] as number) + near + (words[i - 7] as number) + far;
  }
  return words;
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
