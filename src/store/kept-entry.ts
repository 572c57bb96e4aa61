/**
 * A record of a log and where its texts stand. In a log of very many what it says is read again where it stands: only of
 * the newest it is kept.
 */

import { unlessMissing } from "../disk/files.ts";
import { headerIn, type LogRecord, type RecordOp } from "./record.ts";
import type { Segments } from "./segments.ts";

export interface LogEntry {
  readonly record: LogRecord;
  readonly segment: string;
  readonly start: number;
  readonly textAt: number;
}

export class KeptEntry implements LogEntry {
  readonly segment: string;
  readonly start: number;
  readonly textAt: number;
  readonly seq: number;
  readonly op: RecordOp;
  /** Where its texts end is known, whatever becomes of its header. */
  readonly nb: number;
  readonly na: number;
  readonly #headers: Headers;
  #record: LogRecord | undefined;

  constructor({ record, segment, start, textAt }: LogEntry, headers: Headers) {
    this.segment = segment;
    this.start = start;
    this.textAt = textAt;
    this.seq = record.seq;
    this.op = record.op;
    this.nb = record.nb;
    this.na = record.na;
    this.#headers = headers;
    this.#record = record;
  }

  get record(): LogRecord {
    return this.#record ?? this.#headers.of(this);
  }

  /** What it says is read from now on when it is asked for. */
  release(): void {
    this.#record = undefined;
  }
}

const WINDOW = 65_536;

/** The headers of a log's records as its files have them now. Who asks for one mostly asks for its neighbours. */
export class Headers {
  readonly #segments: Segments;
  #room: Buffer | undefined;
  #window: { readonly segment: string; readonly from: number; readonly length: number } | undefined;

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  /** One whose segment was dropped by another process since says nothing any more; nor does one whose header is damaged. */
  of({ segment, start, textAt, seq, op, nb, na }: KeptEntry): LogRecord {
    const line = unlessMissing(() => this.#lineOf(segment, start, textAt - 1));
    const silent = { v: 1, seq, op, at: "", nb, na } as const;
    if (line === undefined) return { ...silent, erased: true };
    const record = headerIn(line);
    return record?.seq === seq && record.op === op && record.nb === nb && record.na === na ? record : silent;
  }

  /** What was read of the files may be out of date: another process may have blanked words there. */
  forget(): void {
    this.#window = undefined;
    this.#room = undefined;
  }

  #lineOf(segment: string, start: number, end: number): string {
    const from = start - (start % WINDOW);
    if (end - from > WINDOW) return this.#segments.read(segment, start, end - start).toString();
    this.#room ??= Buffer.allocUnsafe(WINDOW);
    if (this.#window?.segment !== segment || this.#window.from !== from || this.#window.length < end - from) {
      this.#window = undefined;
      this.#window = { segment, from, length: this.#segments.readInto(segment, from, this.#room) };
    }
    if (this.#window.length < end - from) return this.#segments.read(segment, start, end - start).toString();
    return this.#room.toString("utf8", start - from, end - from);
  }
}
