/**
 * Reads any transcript, whoever wrote it, told by what stands in it. Turn by turn and in constant memory; where it was
 * read before and has only grown, only what is new. What is half written is read when it is whole.
 */

import { openAt, unlessMissing } from "../disk/files.ts";
import { type PieceSource, piecesOf } from "../disk/pieces.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Carry, Format, TurnReader } from "./records.ts";
import type { Turn } from "./turn.ts";

const HEAD_BYTES = 128 * 1024;
/** A larger entry is passed over: a picture, or a log of everything. */
const LARGEST_PART = 32 * 1024 * 1024;
const PROOF_BYTES = 1_024;
/** By so many bytes a part may be told to say nothing. */
const LONGEST_START = 240;
/** A shorter one is decoded sooner than its start is cut off. */
const LONG_PART = 16 * 1024;
const NONE: readonly Turn[] = [];

/** How far a file was read. Turns that begin at `offset` or later are given again. */
export interface Position {
  readonly format: string;
  readonly offset: number;
  /** What stood at the beginning and right before `offset`: a file that was replaced says something else there. */
  readonly proof: string;
  readonly carry: Carry;
}

export interface OpenTranscript {
  readonly format: string;
  /** False where reading goes on from the position given. */
  readonly fromStart: boolean;
  /** Bytes to read, and how many are read. */
  readonly total: number;
  readonly done: number;
  /** Entries that were too large. */
  readonly passedOver: number;
  turns(): Generator<Turn, void, undefined>;
  /** Holds also in the middle. `from`: where a turn began that was just given. */
  position(from?: number): Position;
  close(): void;
}

/**
 * Undefined where nothing is there, or nothing that is known as a transcript. Throws where it may not be read. Of the
 * formats the first that fits is taken. `given`: what stands for the file, where a client keeps none.
 */
export function openWith(
  formats: readonly Format[],
  path: string,
  since?: Position,
  given?: PieceSource,
): OpenTranscript | undefined {
  const file = given ?? unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return undefined;
  let opened: OpenTranscript | undefined;
  try {
    opened = opening(formats, file, since);
    return opened;
  } finally {
    if (opened === undefined) file.close();
  }
}

function opening(
  formats: readonly Format[],
  file: PieceSource,
  since: Position | undefined,
): OpenTranscript | undefined {
  const { kind, size } = file.stat();
  if (kind !== "file") return undefined;
  const known = since && formats.find(({ name }) => name === since.format);
  if (known && since.offset <= size && proofOf(file, since.offset) === since.proof) {
    return new Reading(file, size, known, since);
  }
  const head = file
    .read(0, Math.min(size, HEAD_BYTES))
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const format = formats.find((one) => one.fits(head));
  return format && new Reading(file, size, format);
}

class Reading implements OpenTranscript {
  readonly format: string;
  readonly fromStart: boolean;
  readonly total: number;
  passedOver = 0;
  readonly #file: PieceSource;
  readonly #size: number;
  readonly #from: number;
  readonly #cut: Format["cut"];
  readonly #dull: RegExp | undefined;
  readonly #reader: TurnReader;
  #at: number;

  constructor(file: PieceSource, size: number, format: Format, since?: Position) {
    this.format = format.name;
    this.fromStart = since === undefined;
    this.#file = file;
    this.#size = size;
    this.#from = since?.offset ?? 0;
    this.#at = this.#from;
    this.total = size - this.#from;
    this.#cut = format.cut;
    this.#dull = format.dull;
    this.#reader = format.reader(since?.carry ?? {});
  }

  get done(): number {
    return this.#at - this.#from;
  }

  *turns(): Generator<Turn, void, undefined> {
    const pieces = piecesOf(this.#file, { from: this.#at, to: this.#size, largest: LARGEST_PART, cut: this.#cut() });
    for (const { bytes, from, to, whole } of pieces) {
      if (bytes === undefined) this.passedOver++;
      const text = bytes === undefined ? undefined : this.#telling(bytes);
      const turns = text === undefined ? NONE : this.#reader.take({ text, from, to });
      // Half an entry says nothing, and is read again; half a line of text stands in a turn that is open.
      if (whole || turns.length > 0) this.#at = to;
      for (const turn of turns) yield turn;
    }
    yield* this.#reader.end();
  }

  /** Undefined where it says nothing, for which a long one is not decoded. */
  #telling(bytes: Buffer): string | undefined {
    const isDull = (text: string) => this.#dull?.test(text) ?? false;
    if (bytes.length > LONG_PART && isDull(bytes.toString("latin1", 0, LONGEST_START))) return undefined;
    const text = bytes.toString("utf8");
    return bytes.length <= LONG_PART && isDull(text) ? undefined : text;
  }

  position(from?: number): Position {
    const offset = from ?? this.#reader.openFrom ?? this.#at;
    return { format: this.format, offset, proof: proofOf(this.#file, offset), carry: this.#reader.carry };
  }

  close(): void {
    this.#file.close();
  }
}

function proofOf(file: PieceSource, offset: number): string {
  const length = Math.min(PROOF_BYTES, offset);
  return sha256Of(Buffer.concat([file.read(0, length), file.read(offset - length, length)]).toString("latin1")).slice(
    0,
    16,
  );
}
