/**
 * What a root's log has grown by since a place in it, without reading what was before. A place is the last record taken
 * account of: if it no longer stands there, the log is another one. Needs no lock; a record half written is not seen yet.
 */

import { unlessMissing } from "../disk/files.ts";
import { changesFile, isVerdict, type LogRecord, recordsIn } from "./record.ts";
import { nameAfter, type RecordPlace, Segments } from "./segments.ts";

interface Tail {
  readonly position: string;
  /** Undefined where the log does not go on from the given place. */
  readonly records: readonly LogRecord[] | undefined;
  /** The last there are, where it is not gone on from a place. */
  readonly latest?: readonly LogRecord[];
}

const EMPTY = "empty";
const PLACE = /^(\d{6}\.log):(\d+):(\d+):(\d+)$/;

export class LogTail {
  readonly #segments: Segments;

  constructor(folder: string) {
    this.#segments = new Segments(folder);
  }

  /** Without a position: nothing but where the log ends now. */
  since(position: string | undefined): Tail {
    if (position === undefined) return { ...this.#end(), records: [] };
    const place = parsePlace(position);
    if (place === undefined && position !== EMPTY) return this.#another();
    const from = place ?? this.#beginning();
    if (from === undefined) return { position, records: [] };
    if (this.#isWhereItWas(from)) return { position, records: [] };
    const taken = place !== undefined && !this.#stands(place) ? undefined : this.#readFrom(from);
    return taken === undefined ? this.#another() : { position: held(taken, position), records: recordsOf(taken) };
  }

  #another(): Tail {
    return { ...this.#end(), records: undefined };
  }

  /** Nothing was added: neither to its segment nor in a new one. */
  #isWhereItWas({ name, end }: RecordPlace): boolean {
    return this.#segments.sizeOf(name) === end && this.#segments.sizeOf(nameAfter(name)) === undefined;
  }

  #stands(place: RecordPlace): boolean {
    return unlessMissing(() => this.#segments.holds(place)) ?? false;
  }

  /** Every whole record behind a place, in order; undefined where one is missing between. */
  #readFrom(from: RecordPlace): Taken[] | undefined {
    const taken: Taken[] = [];
    let { name, end: at, seq } = from;
    for (let bytes = this.#rest(name, at); bytes !== undefined; bytes = this.#rest(name, at)) {
      for (const { record, start, end } of recordsIn(bytes)) {
        if (seq !== 0 && record.seq !== seq + 1) return undefined;
        seq = record.seq;
        taken.push({ record, place: { name, start: at + start, end: at + end, seq } });
      }
      name = nameAfter(name);
      at = 0;
    }
    return taken;
  }

  /** Undefined where there is no such segment. */
  #rest(name: string, at: number): Buffer | undefined {
    const size = this.#segments.sizeOf(name);
    return size === undefined ? undefined : unlessMissing(() => this.#segments.read(name, at, Math.max(0, size - at)));
  }

  /** Before the first record there is. */
  #beginning(): RecordPlace | undefined {
    const [name] = this.#segments.names();
    return name === undefined ? undefined : { name, start: 0, end: 0, seq: 0 };
  }

  /** The end of the log, or the last record before the first one that is still open. */
  #end(): Required<Omit<Tail, "records">> {
    let taken: Taken[] = [];
    for (const name of this.#segments.names().reverse()) {
      taken = this.#readFrom({ name, start: 0, end: 0, seq: 0 }) ?? taken;
      if (taken.some(({ record }) => changesFile(record))) break; // not only the end of one that stands before
    }
    return { position: held(taken, EMPTY), latest: recordsOf(taken) };
  }
}

interface Taken {
  readonly record: LogRecord;
  readonly place: RecordPlace;
}

/** A change that is not finished is met again: only its end tells that the file has its words. */
function held(taken: readonly Taken[], otherwise: string): string {
  const judged = new Set(taken.map(({ record }) => (isVerdict(record) ? record.of : undefined)));
  const open = taken.findIndex(({ record }) => changesFile(record) && !judged.has(record.seq));
  const last = open < 0 ? taken.at(-1) : taken[open - 1];
  return last === undefined ? otherwise : printPlace(last.place);
}

function recordsOf(taken: readonly Taken[]): LogRecord[] {
  return taken.map(({ record }) => record);
}

/** As it stands in the index's manifest. */
function printPlace({ name, start, end, seq }: RecordPlace): string {
  return `${name}:${start}:${end}:${seq}`;
}

function parsePlace(position: string): RecordPlace | undefined {
  const [, name, start, end, seq] = PLACE.exec(position) ?? [];
  return name === undefined ? undefined : { name, start: Number(start), end: Number(end), seq: Number(seq) };
}
