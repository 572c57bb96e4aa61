/**
 * What was in step, one line of the same length for each memory, in the order of their names: looked up in the bytes as
 * they lie there, since of ten thousand a sync asks for a few. Pure.
 */

import type { Standing } from "./decide.ts";

/** The standing both sides had, and what the other side calls that version: as long as it says so, it need not be read. */
export type SeenFile = readonly [standing: Standing, version: string];

const NAME = 22;
const STANDING = 64;
const VERSION = 40;
const LINE = NAME + 1 + STANDING + 1 + VERSION + 1;
const SHAPE = /^([\w-]{22}) ([0-9a-z]+) *? ([0-9a-z]*) *\n$/;

export class SeenTable {
  #bytes: Buffer;
  /** What is not in the bytes yet. */
  readonly #changed = new Map<string, SeenFile>();

  /** Bytes that are no table count as an empty one. */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes.length % LINE === 0 ? bytes : Buffer.alloc(0);
  }

  get size(): number {
    return this.#bytes.length / LINE + this.#changed.size;
  }

  get(name: string): SeenFile | undefined {
    const changed = this.#changed.get(name);
    if (changed !== undefined) return changed;
    const place = this.#placeOf(name);
    return place.isThere ? this.#at(place.n) : undefined;
  }

  set(name: string, file: SeenFile): void {
    this.#changed.set(name, file);
  }

  /** All of it, with what was set. */
  bytes(): Buffer {
    if (this.#changed.size > 0) this.#bytes = this.#merged();
    this.#changed.clear();
    return this.#bytes;
  }

  #merged(): Buffer {
    const lines = [...this.#changed].sort(([a], [b]) => (a < b ? -1 : 1));
    const parts: Buffer[] = [];
    let from = 0;
    for (const [name, file] of lines) {
      const { n, isThere } = this.#placeOf(name);
      parts.push(this.#bytes.subarray(from * LINE, n * LINE), lineOf(name, file));
      from = isThere ? n + 1 : n;
    }
    return Buffer.concat([...parts, this.#bytes.subarray(from * LINE)]);
  }

  #at(n: number): SeenFile | undefined {
    const [, , standing, version] = SHAPE.exec(this.#bytes.toString("latin1", n * LINE, (n + 1) * LINE)) ?? [];
    return standing === undefined || version === undefined ? undefined : [standing, version];
  }

  /** Where the name stands, or would. */
  #placeOf(name: string): { n: number; isThere: boolean } {
    let [low, high] = [0, this.#bytes.length / LINE];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#bytes.toString("latin1", middle * LINE, middle * LINE + NAME);
      if (other === name) return { n: middle, isThere: true };
      if (other < name) low = middle + 1;
      else high = middle;
    }
    return { n: low, isThere: false };
  }
}

function lineOf(name: string, [standing, version]: SeenFile): Buffer {
  return Buffer.from(`${name} ${standing.padEnd(STANDING)} ${version.padEnd(VERSION)}\n`, "latin1");
}
