/**
 * The bytes of a snapshot. Of a long one a process that ends in a moment reads what it asks for: of ten thousand files it shows
 * a few, and what all of them say is most of it.
 */

import { bestEffort, type OpenFile, openAt, removeFile, unlessMissing } from "../disk/files.ts";

export interface SnapshotBytes {
  readonly length: number;
  bytes(from: number, to: number): Buffer;
  /** Of signs of one byte, none of which is 0. */
  text(from: number, to: number): string;
  /** From there on, as far as it was read. */
  hasZero(from: number): boolean;
}

/** A shorter one is read at once. */
const LONG = 1_000_000;
/** Elsewhere nobody could put another in the place of a file that is open. */
const MAY_STAY_OPEN = process.platform !== "win32";
/** Who asks for one text mostly asks for its neighbours. */
const WINDOW = 32_768;

/** Undefined where there is none. `isBrief`: the process ends in a moment; until then the file may stay open. */
export function snapshotBytesAt(path: string, most: number, { isBrief = false } = {}): SnapshotBytes | undefined {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return undefined;
  let isKept = false;
  try {
    const stat = file.stat();
    isKept = isBrief && MAY_STAY_OPEN && stat.kind === "file" && stat.size >= LONG && stat.size <= most;
    return isKept ? new LateBytes(file, path, stat.size) : wholeBytes(file.readAll(most, stat));
  } finally {
    if (!isKept) bestEffort(() => file.close());
  }
}

export function wholeBytes(all: Buffer): SnapshotBytes {
  return {
    length: all.length,
    bytes: (from, to) => all.subarray(from, to),
    text: (from, to) => all.toString("latin1", from, to),
    hasZero: (from) => all.indexOf(0, from) >= 0,
  };
}

/** A file that is replaced meanwhile stays what was opened. */
class LateBytes implements SnapshotBytes {
  readonly length: number;
  readonly #file: OpenFile;
  readonly #path: string;
  #window = "";
  #windowFrom = 0;

  constructor(file: OpenFile, path: string, length: number) {
    this.#file = file;
    this.#path = path;
    this.length = length;
  }

  bytes(from: number, to: number): Buffer {
    const end = Math.min(to, this.length);
    const read = this.#file.read(from, end - from);
    if (read.length < end - from) throw this.#torn();
    return read;
  }

  text(from: number, to: number): string {
    if (from < this.#windowFrom || to > this.#windowFrom + this.#window.length) {
      if (to - from > WINDOW) return this.#read(from, to);
      this.#window = this.#read(from, from + WINDOW);
      this.#windowFrom = from;
    }
    return this.#window.slice(from - this.#windowFrom, to - this.#windowFrom);
  }

  hasZero(): boolean {
    return false;
  }

  #read(from: number, to: number): string {
    const read = this.bytes(from, to);
    if (read.includes(0)) throw this.#torn();
    return read.toString("latin1");
  }

  /** The next process reads the files instead. */
  #torn(): Error {
    bestEffort(() => removeFile(this.#path));
    return Object.assign(new Error("what was kept of the memory is torn"), { code: "EIO" });
  }
}
