/**
 * A file read piece by piece, lines above all, however long it is: no more is held than one piece and one read of the
 * disk. A piece that is too large is passed over. Its bytes hold until the next is asked for.
 */

/** What is read so: an open file, or bytes that stand for one. */
export interface PieceSource {
  stat(): { readonly kind: string; readonly size: number };
  /** Fewer than `length` only where it ends. */
  read(offset: number, length: number): Buffer;
  readInto(into: Uint8Array, offset: number): number;
  close(): void;
}

export function bytesAsSource(bytes: Buffer): PieceSource {
  return {
    stat: () => ({ kind: "file", size: bytes.length }),
    read: (offset, length) => bytes.subarray(offset, offset + length),
    readInto: (into, offset) => bytes.copy(into, 0, offset),
    close: () => undefined,
  };
}

const READ_AT_ONCE = 256 * 1024;
const NEWLINE = 10;

/** Where the piece at hand ends: the place after its last byte, or -1. It is shown every byte once, in order. */
export type Cut = (bytes: Buffer, from: number) => number;

export interface Piece {
  /** Undefined where they are too many. */
  readonly bytes: Buffer | undefined;
  readonly from: number;
  readonly to: number;
  /** False for what is left at the end of the file and nothing has ended. */
  readonly whole: boolean;
}

interface Pieces {
  readonly from: number;
  /** Nothing from here on is read. */
  readonly to: number;
  readonly largest: number;
  readonly cut: Cut;
  /** Bytes asked of the disk in one read. */
  readonly atOnce?: number;
}

/** A line with its newline. */
export const line: Cut = (bytes, from) => bytes.indexOf(NEWLINE, from) + 1 || -1;

export function* piecesOf(
  file: PieceSource,
  { from, to, largest, cut, atOnce = READ_AT_ONCE }: Pieces,
): Generator<Piece, void, undefined> {
  const room = Buffer.allocUnsafe(Math.max(1, Math.min(atOnce, to - from)));
  const begun = new Begun(largest);
  let start = from;
  for (let at = from; at < to; ) {
    const got = file.readInto(room.subarray(0, Math.min(room.length, to - at)), at);
    if (got === 0) break;
    const bytes = room.subarray(0, got);
    let done = 0;
    for (let end = cut(bytes, 0); end > 0; end = done < got ? cut(bytes, done) : -1) {
      const whole = begun.endWith(bytes.subarray(done, end));
      yield { bytes: whole, from: start, to: at + end, whole: true };
      start = at + end;
      done = end;
    }
    begun.add(bytes.subarray(done));
    at += got;
  }
  const { size } = begun;
  if (size > 0) yield { bytes: begun.endWith(Buffer.alloc(0)), from: start, to: start + size, whole: false };
}

/** What is there of a piece whose end was not seen yet. */
class Begun {
  readonly #largest: number;
  #parts: Buffer[] = [];
  size = 0;

  constructor(largest: number) {
    this.#largest = largest;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    if (this.size > this.#largest) this.#parts = [];
    else this.#parts.push(Buffer.from(bytes));
  }

  endWith(bytes: Buffer): Buffer | undefined {
    const [size, parts] = [this.size + bytes.length, this.#parts];
    this.size = 0;
    this.#parts = [];
    if (size > this.#largest) return undefined;
    return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes]);
  }
}
