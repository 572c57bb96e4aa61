/** Bytes in and out: growing buffers, variable-length numbers, checksums and the hash that names groups and ids. Pure. */

/** Something that can be read in place: an open file, or a buffer. */
export interface Readable {
  readonly size: number;
  /** Exactly `length` bytes from `offset`; throws `Damaged` if they are not there. */
  read(offset: number, length: number): Uint8Array;
}

/** What was read is not an index, or not a whole one: it is built again. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = value;
  }

  /** Seven bits a byte, lowest first. Not negative, below 2^53. */
  number(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 128) | 0x80);
      rest = rest > 0x7fffffff ? Math.floor(rest / 128) : rest >>> 7;
    }
    this.byte(rest);
  }

  text(value: string): void {
    const encoded = Buffer.from(value, "utf8");
    this.number(encoded.length);
    this.bytes(encoded);
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  align(to: number): void {
    while (this.length % to !== 0) this.byte(0);
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(by: number): void {
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + by));
    bytes.set(this.#bytes.subarray(0, this.length));
    this.#bytes = bytes;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    // Most are below 128, and a dictionary has thousands of them.
    const only = this.bytes[this.at]!;
    if (only < 0x80) {
      this.at++;
      return only;
    }
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Damaged("a number ends too early");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  text(): string {
    const from = this.skipText();
    return textInBytes(this.bytes, from, this.at);
  }

  /** Returns where it began. */
  skipText(): number {
    const length = this.number();
    const from = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw new Damaged("a text ends too early");
    return from;
  }
}

export function textInBytes(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
}

export function sharedPrefix(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  let i = 0;
  while (i < end && a[i] === b[i]) i++;
  return i;
}

/** A buffer read in place. */
export function readableOf(bytes: Uint8Array): Readable {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset < 0 || offset + length > bytes.length) throw new Damaged("bytes are missing");
      return bytes.subarray(offset, offset + length);
    },
  };
}

let table: Uint32Array | undefined;

export function crcOf(bytes: Uint8Array): number {
  table ??= crcTable();
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
}

/** 53 bits, so that it is a whole number in JavaScript. Not for secrets. */
export function hash53(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
