/** The paths of a segment in order, in blocks of 16: each is what it shares with the one before, and the rest. */

import { textOrder } from "../../text/order.ts";
import { folderOf } from "../../text/relative-path.ts";
import { ByteReader, ByteWriter, Damaged, sharedPrefix, textInBytes } from "./bytes.ts";
import { alignedTo8, columnAt, type ReadSection } from "./columns.ts";

const BLOCK = 16;
const LONGEST = 4096;

export function printPaths(paths: readonly string[]): Uint8Array {
  const blocks = new ByteWriter();
  const offsets: number[] = [];
  let previous = Buffer.alloc(0);
  for (const [i, text] of paths.entries()) {
    const path = Buffer.from(text, "utf8");
    const starts = i % BLOCK === 0;
    if (starts) offsets.push(blocks.length);
    const shared = starts ? 0 : sharedPrefix(previous, path);
    blocks.number(shared);
    blocks.number(path.length - shared);
    blocks.bytes(path.subarray(shared));
    previous = path;
  }
  const table = new Uint8Array(alignedTo8(offsets.length * 4));
  table.set(new Uint8Array(Uint32Array.from(offsets).buffer));
  return Buffer.concat([table, blocks.done()]);
}

export class PathList {
  readonly #read: ReadSection;
  readonly #count: number;
  readonly #size: number;
  #offsets: Uint32Array | undefined;

  constructor(read: ReadSection, count: number, size: number) {
    this.#read = read;
    this.#count = count;
    this.#size = size;
  }

  at(n: number): string {
    const [path] = this.between(n, n + 1);
    if (path === undefined) throw new Damaged("no such document");
    return path;
  }

  /** From one on, up to but without another. Whole blocks are read. */
  between(from: number, to: number): string[] {
    this.#offsets ??= columnAt(this.#read, Uint32Array, 0, Math.ceil(this.#count / BLOCK));
    const first = Math.floor(from / BLOCK);
    const start = alignedTo8(this.#offsets.byteLength);
    const begin = this.#offsets[first];
    if (begin === undefined || to > this.#count) return [];
    const end = this.#offsets[Math.ceil(to / BLOCK)] ?? this.#size - start;
    return pathsIn(this.#read(start + begin, end - begin), from - first * BLOCK, to - first * BLOCK);
  }

  /** The first whose path is no longer before. */
  firstFrom(isBefore: (path: string) => boolean): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.at(middle))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const path = new Uint8Array(LONGEST);

/** Bytes are put together in one place; only the paths asked for become text. */
function pathsIn(bytes: Uint8Array, from: number, to: number): string[] {
  const reader = new ByteReader(bytes);
  const paths: string[] = [];
  for (let n = 0; n < to; n++) {
    const shared = reader.number();
    const length = reader.number();
    if (shared + length > path.length || reader.at + length > bytes.length) throw new Damaged("a path ends too early");
    path.set(bytes.subarray(reader.at, reader.at + length), shared);
    reader.at += length;
    if (n >= from) paths.push(textInBytes(path, 0, shared + length));
  }
  return paths;
}

/** The order of documents: by folder, then by name, so that the files of one folder are one range. */
export function comparePaths(a: string, b: string): number {
  const left = folderOf(a);
  const right = folderOf(b);
  if (left !== right) return left < right ? -1 : 1;
  return textOrder(a, b);
}
