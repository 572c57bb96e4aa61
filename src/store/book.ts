/**
 * What the log adds up to: which record vouches for a file, which change can be undone, which one is still in doubt.
 * A record counts unless a later `void` names it.
 */

import type { Trust } from "../model/trust.ts";
import type { Log, LogEntry } from "./log.ts";
import type { RecordOp } from "./record.ts";

const CHANGES: ReadonlySet<RecordOp> = new Set(["create", "update", "append", "remove", "forget"]);
const VERSIONS: ReadonlySet<RecordOp> = new Set(["create", "update", "append", "remove", "outside", "accept"]);

export class Book {
  readonly log: Log;
  readonly #byPath = new Map<string, LogEntry[]>();
  readonly #bySeq = new Map<number, LogEntry>();
  /** Changes with neither `done` nor `void`: only those of the last group can be in doubt. */
  readonly #open = new Map<number, LogEntry>();
  readonly #undone = new Map<number, number>();
  #first: LogEntry | undefined;
  #taken = 0;

  constructor(log: Log) {
    this.log = log;
  }

  /** Reads on, or all anew where history was erased or dropped. */
  refresh(): void {
    this.log.refresh();
    const { entries } = this.log;
    if (entries[0] !== this.#first || entries.length < this.#taken) this.#clear();
    for (; this.#taken < entries.length; this.#taken++) this.#take(entries[this.#taken] as LogEntry);
  }

  get open(): LogEntry[] {
    return [...this.#open.values()];
  }

  entry(seq: number): LogEntry | undefined {
    return this.#bySeq.get(seq);
  }

  /** The seq of the change that took this one back. */
  undoneBy(seq: number): number | undefined {
    return this.#undone.get(seq);
  }

  /** Every counting version of a path, oldest first. */
  versionsOf(path: string): readonly LogEntry[] {
    return this.#byPath.get(path) ?? [];
  }

  last(path: string): LogEntry | undefined {
    return this.#byPath.get(path)?.at(-1);
  }

  /** Every counting version, oldest first. */
  versions(): LogEntry[] {
    return this.log.entries.filter(
      ({ record }) => VERSIONS.has(record.op) && this.#bySeq.get(record.seq) !== undefined,
    );
  }

  /**
   * The record that vouches for these bytes at this path: its newest version, or the one before while that is in doubt.
   * A file that was gone and is back byte for byte (a disk unmounted, a move taken up again) is what it was.
   */
  vouching(path: string, hash: string): LogEntry | undefined {
    const versions = this.#byPath.get(path) ?? [];
    for (let i = versions.length - 1; i >= 0; i--) {
      const entry = versions[i];
      if (entry?.record.after === hash) return entry;
      if (entry === undefined || !(this.#open.has(entry.record.seq) || isDeparture(entry))) return undefined;
    }
    return undefined;
  }

  /** What the newest record says of a path's trust. */
  trustOf(path: string): Trust | undefined {
    return this.last(path)?.record.trust;
  }

  /** The newest path Cairn itself wrote under this id. */
  pathOf(id: string): string | undefined {
    for (let i = this.log.entries.length - 1; i >= 0; i--) {
      const record = this.log.entries[i]?.record;
      if (record?.id === id && record.path && (record.op === "create" || record.op === "update")) return record.path;
    }
    return undefined;
  }

  #clear(): void {
    this.#byPath.clear();
    this.#bySeq.clear();
    this.#open.clear();
    this.#undone.clear();
    this.#first = undefined;
    this.#taken = 0;
  }

  #take(entry: LogEntry): void {
    const { record } = entry;
    this.#first ??= entry;
    this.#bySeq.set(record.seq, entry);
    if (CHANGES.has(record.op) && !(record.op === "forget" && record.erased)) this.#open.set(record.seq, entry);
    if (record.op === "done" && record.of !== undefined) this.#close(record.of);
    else if (record.op === "void" && record.of !== undefined) this.#strike(record.of);
    else if (record.of !== undefined && CHANGES.has(record.op)) this.#noteUndo(record.of, record.seq);
    if (record.path !== undefined && VERSIONS.has(record.op) && !isLate(entry)) {
      const versions = this.#byPath.get(record.path);
      if (versions === undefined) this.#byPath.set(record.path, [entry]);
      else versions.push(entry);
    }
  }

  /** Taking back an undo makes the first change stand again. */
  #noteUndo(of: number, by: number): void {
    const first = this.#bySeq.get(of)?.record.of;
    if (first !== undefined) this.#undone.delete(first);
    this.#undone.set(of, by);
  }

  /** A forget stays open after its `done` until its own words are gone too. */
  #close(seq: number): void {
    const entry = this.#open.get(seq);
    if (entry?.record.op !== "forget") this.#open.delete(seq);
  }

  #strike(seq: number): void {
    const entry = this.#bySeq.get(seq);
    this.#open.delete(seq);
    this.#bySeq.delete(seq);
    if (entry === undefined) return;
    if (entry.record.of !== undefined) this.#undone.delete(entry.record.of);
    const path = entry.record.path;
    const versions = path === undefined ? undefined : this.#byPath.get(path);
    const place = versions?.indexOf(entry) ?? -1;
    if (place >= 0) versions?.splice(place, 1);
  }
}

/** Its file was found to be gone. */
function isDeparture({ record }: LogEntry): boolean {
  return record.op === "outside" && record.after === undefined;
}

/** A text another program wrote into a file that was being replaced: a version of its own, but it never stood there. */
export function isLate({ record }: LogEntry): boolean {
  return record.op === "outside" && record.of !== undefined;
}
