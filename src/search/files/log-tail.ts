/**
 * What a root's log has grown by since a place in it, without reading what was before. A place is the last record taken
 * account of: if it no longer stands there, the log is another one. Needs no lock; a record half written is not seen yet.
 */

import { join } from "node:path";
import { folderEntries, openAt, statOf, unlessMissing } from "../../disk/files.ts";
import { decodeRecord, type LogRecord } from "../../store/record.ts";

/** The last record taken account of; printed into the index's manifest. */
interface Place {
  readonly segment: string;
  readonly start: number;
  readonly end: number;
  readonly seq: number;
}

interface Tail {
  readonly position: string;
  /** Undefined where the log does not go on from the given place. */
  readonly records: readonly LogRecord[] | undefined;
}

const EMPTY = "empty";
const PLACE = /^(\d{6}\.log):(\d+):(\d+):(\d+)$/;
const SEGMENT = /^\d{6}\.log$/;

export class LogTail {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Without a position: nothing but where the log ends now. */
  since(position: string | undefined): Tail {
    if (position === undefined) return { position: this.#end(), records: [] };
    const place = parsePlace(position);
    if (place === undefined && position !== EMPTY) return this.#another();
    const from = place ?? this.#beginning();
    if (from === undefined) return { position, records: [] };
    if (this.#isWhereItWas(from)) return { position, records: [] };
    const taken = place !== undefined && !this.#stands(place) ? undefined : this.#readFrom(from);
    return taken === undefined ? this.#another() : { position: held(taken, position), records: recordsOf(taken) };
  }

  #another(): Tail {
    return { position: this.#end(), records: undefined };
  }

  /** Nothing was added: neither to its segment nor in a new one. */
  #isWhereItWas({ segment, end }: Place): boolean {
    return this.#size(segment) === end && this.#size(after(segment)) === undefined;
  }

  #stands({ segment, start, end, seq }: Place): boolean {
    const bytes = this.#read(segment, start, end - start);
    const found = bytes === undefined ? undefined : decodeRecord(bytes, 0);
    return found?.record.seq === seq && found.end === end - start;
  }

  /** Every whole record behind a place, in order; undefined where one is missing between. */
  #readFrom(from: Place): Taken[] | undefined {
    const taken: Taken[] = [];
    let { segment, end: at, seq } = from;
    for (let size = this.#size(segment); size !== undefined; size = this.#size(segment)) {
      const bytes = this.#read(segment, at, Math.max(0, size - at)) ?? Buffer.alloc(0);
      for (let next = decodeRecord(bytes, 0), start = 0; next !== undefined; next = decodeRecord(bytes, start)) {
        if (seq !== 0 && next.record.seq !== seq + 1) return undefined;
        seq = next.record.seq;
        taken.push({ record: next.record, place: { segment, start: at + start, end: at + next.end, seq } });
        start = next.end;
      }
      segment = after(segment);
      at = 0;
    }
    return taken;
  }

  /** Before the first record there is. */
  #beginning(): Place | undefined {
    const [segment] = this.#names();
    return segment === undefined ? undefined : { segment, start: 0, end: 0, seq: 0 };
  }

  /** The end of the log, or the last record before the first one that is still open. */
  #end(): string {
    for (const segment of this.#names().reverse()) {
      const taken = this.#readFrom({ segment, start: 0, end: 0, seq: 0 }) ?? [];
      if (taken.length > 0) return held(taken, EMPTY);
    }
    return EMPTY;
  }

  #names(): string[] {
    return (folderEntries(this.#folder) ?? [])
      .map(({ name }) => name)
      .filter((name) => SEGMENT.test(name))
      .sort();
  }

  #size(segment: string): number | undefined {
    return statOf(join(this.#folder, segment))?.size;
  }

  #read(segment: string, offset: number, length: number): Buffer | undefined {
    const file = unlessMissing(() => openAt(join(this.#folder, segment), "read"));
    try {
      return file?.read(offset, length);
    } finally {
      file?.close();
    }
  }
}

interface Taken {
  readonly record: LogRecord;
  readonly place: Place;
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

export function changesFile({ op }: Pick<LogRecord, "op">): boolean {
  return op === "create" || op === "update" || op === "append" || op === "remove";
}

export function isVerdict({ op }: LogRecord): boolean {
  return op === "done" || op === "void";
}

function printPlace({ segment, start, end, seq }: Place): string {
  return `${segment}:${start}:${end}:${seq}`;
}

function parsePlace(position: string): Place | undefined {
  const [, segment, start, end, seq] = PLACE.exec(position) ?? [];
  if (segment === undefined) return undefined;
  return { segment, start: Number(start), end: Number(end), seq: Number(seq) };
}

function after(segment: string): string {
  return `${String(Number.parseInt(segment, 10) + 1).padStart(6, "0")}.log`;
}
