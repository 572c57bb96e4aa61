/** Columns of numbers in a section of a segment, each at a multiple of 8 and read when first used. */

import { Damaged } from "./bytes.ts";

/** Reads so many bytes of a section from an offset on. */
export type ReadSection = (offset: number, length: number) => Uint8Array;

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

interface ColumnType<C> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): C;
}

/** What is known of each leaf. Columns are those of the file: whoever marks something in one copies it first. */
export class LeafColumns {
  readonly #read: ReadSection;
  readonly #count: number;
  readonly #hasSpeakers: () => boolean;
  #group: Uint32Array | undefined;
  #doc: Uint32Array | undefined;
  #time: Uint32Array | undefined;
  #length: Uint16Array | undefined;
  #flags: Uint16Array | undefined;
  #speaker: Uint16Array | undefined;

  constructor(read: ReadSection, count: number, hasSpeakers: () => boolean) {
    this.#read = read;
    this.#count = count;
    this.#hasSpeakers = hasSpeakers;
  }

  get group(): Uint32Array {
    this.#group ??= this.#column(Uint32Array, []);
    return this.#group;
  }
  get doc(): Uint32Array {
    this.#doc ??= this.#column(Uint32Array, [4]);
    return this.#doc;
  }
  get time(): Uint32Array {
    this.#time ??= this.#column(Uint32Array, [4, 4]);
    return this.#time;
  }
  get length(): Uint16Array {
    this.#length ??= this.#column(Uint16Array, [4, 4, 4]);
    return this.#length;
  }
  get flags(): Uint16Array {
    this.#flags ??= this.#column(Uint16Array, [4, 4, 4, 2]);
    return this.#flags;
  }
  /** Not in the file where nobody is known to speak. */
  get speaker(): Uint16Array {
    this.#speaker ??= this.#hasSpeakers() ? this.#column(Uint16Array, [4, 4, 4, 2, 2]) : new Uint16Array(this.#count);
    return this.#speaker;
  }

  #column<C>(type: ColumnType<C>, widthsBefore: readonly number[]): C {
    return columnAt(this.#read, type, afterColumns(widthsBefore, this.#count), this.#count);
  }
}

/** What is known of each group. */
export class GroupColumns {
  readonly #read: ReadSection;
  readonly #count: number;
  #key: Float64Array | undefined;
  #start: Uint32Array | undefined;
  #turnEnd: Uint32Array | undefined;
  #turnLength: Uint32Array | undefined;
  #memoryLength: Uint32Array | undefined;
  #userLength: Uint32Array | undefined;
  #time: Uint32Array | undefined;
  #sortedTime: Uint32Array | undefined;
  #hasTurns: Uint8Array | undefined;

  constructor(read: ReadSection, count: number) {
    this.#read = read;
    this.#count = count;
  }

  /** One more than there are groups: a group ends where the next starts. */
  get start(): Uint32Array {
    this.#start ??= columnAt(this.#read, Uint32Array, 0, this.#count + 1);
    return this.#start;
  }
  get key(): Float64Array {
    this.#key ??= this.#column(Float64Array, []);
    return this.#key;
  }
  get turnEnd(): Uint32Array {
    this.#turnEnd ??= this.#column(Uint32Array, [8]);
    return this.#turnEnd;
  }
  get turnLength(): Uint32Array {
    this.#turnLength ??= this.#column(Uint32Array, [8, 4]);
    return this.#turnLength;
  }
  get memoryLength(): Uint32Array {
    this.#memoryLength ??= this.#column(Uint32Array, [8, 4, 4]);
    return this.#memoryLength;
  }
  get userLength(): Uint32Array {
    this.#userLength ??= this.#column(Uint32Array, [8, 4, 4, 4]);
    return this.#userLength;
  }
  get time(): Uint32Array {
    this.#time ??= this.#column(Uint32Array, [8, 4, 4, 4, 4]);
    return this.#time;
  }
  get sortedTime(): Uint32Array {
    this.#sortedTime ??= this.#column(Uint32Array, [8, 4, 4, 4, 4, 4]);
    return this.#sortedTime;
  }
  get hasTurns(): Uint8Array {
    this.#hasTurns ??= this.#column(Uint8Array, [8, 4, 4, 4, 4, 4, 4]);
    return this.#hasTurns;
  }

  #column<C>(type: ColumnType<C>, widthsBefore: readonly number[]): C {
    const offset = alignedTo8(4 * (this.#count + 1)) + afterColumns(widthsBefore, this.#count);
    return columnAt(this.#read, type, offset, this.#count);
  }
}

/** Viewed where it lies if it lies well, else copied. */
export function columnAt<C>(read: ReadSection, type: ColumnType<C>, offset: number, count: number): C {
  const length = count * type.BYTES_PER_ELEMENT;
  const bytes = read(offset, length);
  if (bytes.length < length) throw new Damaged("a column ends too early");
  const lies = bytes.byteOffset % type.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = lies ? bytes : Uint8Array.from(bytes);
  return new type(buffer as ArrayBuffer, byteOffset, count);
}

export function alignedTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

function afterColumns(widths: readonly number[], count: number): number {
  let offset = 0;
  for (const width of widths) offset += alignedTo8(width * count);
  return offset;
}
