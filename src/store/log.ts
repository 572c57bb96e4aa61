/**
 * The log of one root: what was done, in order, with the texts. Segments of about 1 MB, only ever added to. A segment
 * whose end is torn, or whose sync failed, takes no more records: the next one is begun, and nothing is cut away.
 */

import { replaceFile } from "../disk/durable.ts";
import { bestEffort, type OpenFile, openAt, readFileAt, removeFile, unlessMissing } from "../disk/files.ts";
import { Headers, KeptEntry, type LogEntry } from "./kept-entry.ts";
import { goesOnFrom, type LogPosition, positionIn, readIn } from "./log-position.ts";
import { encoded, erasedHeader, isAsWritten, isVerdict, type LogRecord, recordsIn, type Texts } from "./record.ts";
import { type LogSegment, largestSegment, Segments } from "./segments.ts";

export type { LogEntry } from "./kept-entry.ts";

export type NewRecord = Omit<LogRecord, "v" | "seq" | "nb" | "na"> & { readonly texts?: Texts };

/** Of so many records, the newest, what they say is at hand. */
const AT_HAND = 10_000;

export class Log {
  readonly folder: string;
  readonly #entries: KeptEntry[] = [];
  readonly #segments: Segments;
  readonly #headers: Headers;
  /** What is before this place was taken as read. */
  #from: LogPosition | undefined;
  /** The last record an earlier process had read where this one began; also when all were read again since. */
  #began = 0;

  readonly #atHand: number;

  constructor(folder: string, { atHand = AT_HAND } = {}) {
    this.folder = folder;
    this.#atHand = atHand;
    this.#segments = new Segments(folder);
    this.#headers = new Headers(this.#segments);
  }

  get lastSeq(): number {
    return this.#entries.at(-1)?.seq ?? this.#from?.lastSeq ?? 0;
  }

  /** Every record there is: read now where only the newest were. */
  get entries(): readonly KeptEntry[] {
    if (!this.isWhole) this.readAgain();
    return this.#entries;
  }

  /** What was read: everything, or what was added behind the place it began from. */
  get recent(): readonly KeptEntry[] {
    return this.#entries;
  }

  /** Every record behind this number: what was only added up is read where it may hold some. */
  after(seq: number): LogEntry[] {
    const among = (this.#from?.lastSeq ?? 0) > seq ? this.entries : this.recent;
    return among.filter((entry) => entry.seq > seq);
  }

  /** The one of this number among those that were read: they stand in the order of their numbers. */
  numbered(seq: number): LogEntry | undefined {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle] as KeptEntry).seq <= seq) low = middle + 1;
      else high = middle;
    }
    const found = this.#entries[low - 1];
    return found?.seq === seq ? found : undefined;
  }

  get isWhole(): boolean {
    return this.#from === undefined;
  }

  /** How many records are behind what an earlier process had read. */
  get added(): number {
    return this.lastSeq - this.#began;
  }

  /** The place it was read to. Undefined while that has no name. */
  get position(): LogPosition | undefined {
    const last = this.#entries.at(-1);
    if (last === undefined && this.#from !== undefined) return this.#from;
    return positionIn(this.folder, this.#segments.all(), last);
  }

  /** Is it still the log of which an earlier process read so much? */
  goesOnFrom(position: LogPosition): boolean {
    return goesOnFrom(position, this.#segments);
  }

  /** Begins where an earlier process ended. False where the log does not go on from there: then nothing counts as read. */
  resume(position: LogPosition): boolean {
    if (!this.goesOnFrom(position)) return false;
    for (const [name, readTo] of readIn(position)) this.#segments.begin(name, readTo);
    this.#from = position;
    const [first] = this.refresh();
    if (first === undefined || first.record.seq === position.lastSeq + 1) {
      this.#began = position.lastSeq;
      return true;
    }
    this.#forgetAll();
    return false;
  }

  /** Everything anew: for who knows that what was read is no longer what is there. */
  readAgain(): void {
    this.#forgetAll();
    this.refresh();
  }

  /** Reads what was added since; returns only the new entries. Needs no lock: a record half written is not seen yet. */
  refresh(): LogEntry[] {
    const known = this.#entries.length;
    this.#headers.forget();
    if (!this.#segments.look()) this.#forgetAll();
    this.#segments.readOn((segment, bytes) => this.#take(segment, bytes));
    if (known > 0 && this.#forgotSince(known)) this.readAgain();
    return this.#entries.slice(Math.min(known, this.#entries.length));
  }

  /** Under the lock, after a refresh: a segment with bytes nobody can read takes no more records. True if one was torn. */
  closeTorn(): boolean {
    const last = this.#segments.last();
    if (last === undefined || last.closed) return false;
    last.closed = last.size > last.readTo;
    return last.closed;
  }

  /** Under the lock. Returned means written; `durable` means it also survives a power cut. */
  append(records: readonly NewRecord[], { durable }: { durable: boolean }): LogEntry[] {
    if (records.length === 0) return [];
    const segment = this.#segments.writable();
    const { bytes, entries } = this.#encode(records, segment);
    try {
      this.#put(segment, bytes, durable);
    } catch (error) {
      segment.closed = true;
      bestEffort(() => this.#disown(this.refresh()));
      throw error;
    }
    // What was written here just now need not be read, unless somebody wrote here too.
    if (segment.size !== segment.readTo + bytes.length) return this.refresh();
    for (const entry of entries) this.#add(segment, entry);
    segment.readTo = segment.size;
    return entries;
  }

  textsOf(entry: LogEntry): Texts {
    const { nb, na, erased } = entry.record;
    if (erased) return {};
    const bytes = unlessMissing(() => this.#segments.read(entry.segment, entry.textAt, nb + na));
    if (bytes === undefined) return {};
    return { before: bytes.subarray(0, nb), after: bytes.subarray(nb) };
  }

  /**
   * Of some in the order they were written, those whose header is not what was written, or whose texts do not match its
   * hashes. What stands in one segment is read in one go.
   */
  unsound(entries: readonly LogEntry[]): LogEntry[] {
    const segments = [...new Set(entries.map(({ segment }) => segment))];
    return segments.flatMap((name) => this.#unsoundIn(entries.filter(({ segment }) => segment === name)));
  }

  #unsoundIn(own: readonly LogEntry[]): LogEntry[] {
    const [first, last] = [own[0], own.at(-1)] as [LogEntry, LogEntry];
    const end = last.textAt + last.record.nb + last.record.na;
    // Dropped by another process since it was read: nothing there is torn.
    const bytes = unlessMissing(() => this.#segments.read(first.segment, first.start, end - first.start));
    if (bytes === undefined) return [];
    return own.filter(({ record, start, textAt }) => {
      return !isAsWritten(record, bytes.subarray(start - first.start), textAt - start);
    });
  }

  /**
   * Blanks texts and names of these records, and every byte nobody can read; durable when it returns. A segment is
   * replaced whole, never written into: a header torn half-way would hide all the records behind it.
   */
  erase(seqs: ReadonlySet<number>): void {
    const doomed = this.entries.filter(({ seq }) => seqs.has(seq));
    for (const segment of this.#segments.all()) this.#eraseIn(segment, doomed);
    this.readAgain();
  }

  /** Segments oldest first, with their size and when each was last written to. */
  segments(): { name: string; bytes: number; last: string | undefined; entries: LogEntry[] }[] {
    return this.#segments.all().map(({ name }) => {
      const entries = this.entries.filter((entry) => entry.segment === name);
      const bytes = this.#segments.sizeOf(name) ?? 0;
      const last = entries.at(-1)?.record;
      return { name, bytes, last: last?.keptAt ?? last?.at, entries };
    });
  }

  /** Under the lock: history older than the caller wants goes, a whole segment at a time. */
  dropSegment(name: string): void {
    removeFile(this.#segments.pathOf(name));
    this.#segments.syncNames();
    this.readAgain();
  }

  /** Segments with bytes that are no record, and where those begin: damage, or a torn end. */
  unreadable(): { segment: string; at: number; bytes: number }[] {
    if (!this.isWhole) this.readAgain();
    return this.#segments.all().flatMap(({ name, readTo }) => {
      const bytes = (this.#segments.sizeOf(name) ?? readTo) - readTo;
      return bytes > 0 ? [{ segment: name, at: readTo, bytes }] : [];
    });
  }

  /** The name is synced after the first write, or before the second by whoever finds that the first one stopped there. */
  #put(segment: LogSegment, bytes: Buffer, durable: boolean): void {
    const isFirst = segment.readTo === 0;
    if (isFirst) this.#segments.syncBefore(segment);
    else if (!segment.named) this.#segments.syncNames();
    const file = openAt(this.#segments.pathOf(segment.name), "append");
    try {
      writeOrCut(file, bytes, segment.readTo);
      segment.size = file.stat().size;
      if (durable) file.syncData();
    } finally {
      file.close();
    }
    if (isFirst) this.#segments.syncNames();
    segment.named = true;
  }

  /**
   * Written and not synced: everybody can read it, and the disk may never have it. It does not count, and nobody writes
   * on in that segment; the next one begins with saying so.
   */
  #disown(doubtful: readonly LogEntry[]): void {
    if (doubtful.length === 0) return;
    const said = doubtful.filter(({ record }) => !isVerdict(record));
    const voids = said.map(({ record }) => ({ op: "void", at: record.at, of: record.seq }) as const);
    const segment = this.#segments.writable();
    this.#put(segment, this.#encode(voids, segment).bytes, true);
  }

  /** Their bytes, and what they are once these stand behind what was read of the segment. */
  #encode(records: readonly NewRecord[], { name, readTo }: LogSegment): { bytes: Buffer; entries: LogEntry[] } {
    const parts: Buffer[] = [];
    const entries: LogEntry[] = [];
    let start = readTo;
    for (const { texts = {}, ...said } of records) {
      const seq = this.lastSeq + parts.length + 1;
      const { bytes, record, textAt } = encoded({ seq, ...said }, texts);
      entries.push({ record, segment: name, start, textAt: start + textAt });
      parts.push(bytes);
      start += bytes.length;
    }
    return { bytes: Buffer.concat(parts), entries };
  }

  #take(segment: LogSegment, bytes: Buffer): number {
    const { name, readTo: base } = segment;
    let read = 0;
    for (const { record, start, textAt, end } of recordsIn(bytes)) {
      this.#add(segment, { record, segment: name, start: base + start, textAt: base + textAt });
      read = end;
    }
    return read;
  }

  #add(segment: LogSegment, entry: LogEntry): void {
    segment.named ||= this.#isVerdictIn(segment.name, entry.record);
    this.#entries.push(new KeptEntry(entry, this.#headers));
    this.#entries.at(-1 - this.#atHand)?.release();
  }

  /** A verdict is never written together with the record it is about. */
  #isVerdictIn(segment: string, record: LogRecord): boolean {
    const { of } = record;
    if (!isVerdict(record) || of === undefined) return false;
    return this.numbered(of)?.segment === segment;
  }

  #eraseIn({ name, readTo }: LogSegment, doomed: readonly KeptEntry[]): void {
    const path = this.#segments.pathOf(name);
    const mine = doomed.filter((entry) => entry.segment === name);
    const bytes = readFileAt(path, largestSegment);
    if (bytes === undefined || (mine.length === 0 && bytes.length <= readTo)) return;
    for (const { record, seq, op, nb, na, start, textAt } of mine) {
      // Whatever was damaged of it: what stands behind it stays readable.
      erasedHeader({ ...record, seq, op, nb, na }, textAt - 1 - start).copy(bytes, start);
      bytes[textAt - 1] = 10;
      bytes.fill(32, textAt, textAt + nb + na);
      bytes[textAt + nb + na] = 10;
    }
    replaceFile(path, bytes.fill(32, readTo));
  }

  /** Another process may have erased what this one has read: its words must not live on here. */
  #forgotSince(known: number): boolean {
    const forgets = (seq = 0) => this.numbered(seq)?.record.op === "forget";
    return this.#entries.slice(known).some(({ op, record }) => op === "done" && forgets(record.of));
  }

  #forgetAll(): void {
    this.#entries.length = 0;
    this.#from = undefined;
    this.#segments.startAnew();
  }
}

/** A short write leaves the log as it was. If even the cut fails, the torn end is met by the next reader, who stops there. */
function writeOrCut(file: OpenFile, bytes: Buffer, end: number): void {
  try {
    file.write(bytes);
  } catch (error) {
    file.truncate(end);
    throw error;
  }
}
