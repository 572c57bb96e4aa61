/**
 * SHA-256 of short texts, without `node:crypto`: loading that takes longer than everything else a command does to find
 * its places. For the contents of more than a few files the real one is used (`sha256` in store/record.ts).
 */

const WORD = 2 ** 32;
const BLOCK = 64;

const primes: number[] = [];
for (let n = 2; primes.length < BLOCK; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
/** The first 32 bits behind the point of the primes' cube roots, and of the first eight square roots. */
const ROUNDS = Int32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * WORD);
const START = Int32Array.from(primes.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * WORD);

/** Hexadecimal. A text counts as UTF-8. */
export function sha256Of(text: string | Uint8Array): string {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const whole = bytes.length - (bytes.length % BLOCK);
  const state = START.slice();
  for (let at = 0; at < whole; at += BLOCK) takeIn(state, bytes, at);
  const end = ended(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < end.length; at += BLOCK) takeIn(state, end, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** What does not fill a block, a one bit, zeros, and the length of all in bits: whole blocks. */
function ended(rest: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(rest.length + 9 <= BLOCK ? BLOCK : 2 * BLOCK);
  bytes.set(rest);
  bytes[rest.length] = 0x80;
  const bits = new DataView(bytes.buffer);
  bits.setUint32(bytes.length - 8, Math.floor((length * 8) / WORD));
  bits.setUint32(bytes.length - 4, length * 8);
  return bytes;
}

const words = new Int32Array(BLOCK);

/** Turned by hand: in a process that ends before V8 optimises anything, a call of a function costs more than all it does. */
function takeIn(state: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0, from = at; i < 16; i++, from += 4)
    words[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  for (let i = 16; i < BLOCK; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const near = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const far = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = words[i - 16]! + near + words[i - 7]! + far;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < BLOCK; i++) {
    const mixed = (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g));
    const first = (h + mixed + ROUNDS[i]! + words[i]!) | 0;
    const second =
      (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
