/** The files of a log, oldest first: how far each was read, and which one takes the next records. */

import { sep } from "node:path";
import {
  closing,
  folderEntries,
  inFolder,
  makeFolders,
  openAt,
  type Stat,
  statOf,
  unlessMissing,
} from "../disk/files.ts";
import { decodeRecord } from "./record.ts";

const SEGMENT_BYTES = 1_000_000;
export const largestSegment = 1 << 30;
const NAME = /^\d{6}\.log$/;

export interface LogSegment {
  readonly name: string;
  readTo: number;
  /** How long it was when it was last looked at. */
  size: number;
  /** Takes no more records. */
  closed: boolean;
  /** Its name is known to survive a power cut: somebody has written here twice. */
  named: boolean;
}

export interface RecordPlace {
  /** Of its segment. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly seq: number;
}

export class Segments {
  readonly folder: string;
  readonly #known = new Map<string, LogSegment>();
  /** Which folder it was whose names are known, and its time then. */
  #listed: string | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Those that were met, oldest first. */
  all(): LogSegment[] {
    return [...this.#known.values()];
  }

  last(): LogSegment | undefined {
    return this.all().at(-1);
  }

  pathOf(name: string): string {
    return `${this.folder}${sep}${name}`;
  }

  sizeOf(name: string): number | undefined {
    return statOf(this.pathOf(name))?.size;
  }

  read(name: string, from: number, length: number): Buffer {
    return closing(openAt(this.pathOf(name), "read"), (file) => file.read(from, length));
  }

  /** How many bytes it is that came into this room. */
  readInto(name: string, from: number, room: Buffer): number {
    return closing(openAt(this.pathOf(name), "read"), (file) => file.readInto(room, from));
  }

  /** Is that record there still, whole, and does it end where it did? */
  holds({ name, start, end, seq }: RecordPlace): boolean {
    const found = decodeRecord(this.read(name, start, end - start), 0);
    return found?.record.seq === seq && start + found.end === end;
  }

  /** Those there are now, oldest first. */
  names(): string[] {
    return (folderEntries(this.folder) ?? [])
      .map(({ name }) => name)
      .filter((name) => NAME.test(name))
      .sort();
  }

  /**
   * Looks how long they are. Only the last one grows; that another one was begun, replaced or dropped shows in the
   * folder's time, and then all are looked at. False if one is gone that was met.
   */
  look(): boolean {
    const folder = statOf(this.folder);
    const seen = folder && stateOf(folder);
    if (seen !== undefined && seen === this.#listed && this.#areStillEnds()) return true;
    this.#listed = seen;
    const names = this.names();
    for (const name of names) (this.#known.get(name) ?? this.begin(name, 0)).size = this.sizeOf(name) ?? 0;
    return this.all().every(({ name }) => names.includes(name));
  }

  /** Takes this much of it as read. */
  begin(name: string, readTo: number): LogSegment {
    const segment = { name, readTo, size: 0, closed: false, named: false };
    this.#known.set(name, segment);
    return segment;
  }

  /** Nothing counts as read any more; what is known of the files themselves stays. */
  startAnew(): void {
    const names = this.names();
    this.#listed = undefined;
    for (const segment of this.all()) {
      if (names.includes(segment.name)) this.#known.set(segment.name, { ...segment, readTo: 0 });
      else this.#known.delete(segment.name);
    }
  }

  /** Reads on in those that have grown. `take` says how many of the bytes it could use. */
  readOn(take: (segment: LogSegment, bytes: Buffer) => number): void {
    for (const segment of this.all()) {
      if (segment.size <= segment.readTo) continue;
      const length = Math.min(segment.size - segment.readTo, largestSegment);
      const bytes = unlessMissing(() => this.read(segment.name, segment.readTo, length));
      // Gone between the look and the reading: the next look sees that.
      if (bytes === undefined) this.#listed = undefined;
      else segment.readTo += take(segment, bytes);
    }
  }

  /** The one that takes the next records. */
  writable(): LogSegment {
    const last = this.last();
    if (last !== undefined && !last.closed && last.readTo < SEGMENT_BYTES) return last;
    makeFolders(this.folder);
    return this.begin(nameAfter(last?.name ?? "0"), 0);
  }

  /**
   * Under the lock, before the first record of this one: nobody writes on in the one before it, so nobody else would sync
   * what it ends with. One that is torn is the recovery's; one whose sync failed is never synced again.
   */
  syncBefore({ name }: LogSegment): void {
    const before = this.all().findLast((other) => other.name < name);
    if (before === undefined || before.closed) return;
    closing(openAt(this.pathOf(before.name), "update"), (file) => file.syncData());
  }

  /** Under the lock: the names are those this process knows of. */
  syncNames(): void {
    inFolder(this.folder, (folder) => {
      folder.sync();
      this.#listed = stateOf(folder.statSelf());
    });
  }

  /** Two changes in one moment have one time: but the oldest goes first, and the next one has the next name. */
  #areStillEnds(): boolean {
    const [first] = this.#known.values();
    const last = this.last();
    if (first === undefined || last === undefined) return false;
    const size = this.sizeOf(last.name);
    if (size === undefined || this.sizeOf(nameAfter(last.name)) !== undefined) return false;
    if (first !== last && this.sizeOf(first.name) === undefined) return false;
    last.size = size;
    return true;
  }
}

function stateOf({ ino, mtimeNs }: Stat): string {
  return `${ino}:${mtimeNs}`;
}

export function nameAfter(name: string): string {
  return `${String(Number.parseInt(name, 10) + 1).padStart(6, "0")}.log`;
}
