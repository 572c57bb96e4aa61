/**
 * What the log adds up to: which record vouches for a file, which change can be undone, which one is still in doubt.
 * A record counts unless a later `void` names it. It may begin from what an earlier process added up: then whoever asks
 * for history has the whole log read first.
 */

import type { Trust } from "../model/trust.ts";
import type { Log, LogEntry } from "./log.ts";
import type { LogPosition } from "./log-position.ts";
import type { RecordOp } from "./record.ts";
import {
  brief,
  firstNumber,
  inOrderOfTime,
  isCopy,
  isDeparture,
  isLate,
  isOwnText,
  isVersion,
  type PathStanding,
  toldOnce,
  type Version,
} from "./version.ts";

const CHANGES: ReadonlySet<RecordOp> = new Set(["create", "update", "append", "remove", "forget"]);

/** By path. */
export interface Standings extends Iterable<[string, PathStanding]> {
  get(path: string): PathStanding | undefined;
  /** Among these are all whose newest version is not a text of Cairn's own. */
  strange(): Iterable<string>;
}

/** What a log added up to when it had been read to a place. Nothing was in doubt then. */
export interface Sum {
  readonly position: LogPosition;
  readonly standings: Standings;
}

/** The same as it is now, path by path. */
export interface TakenSum {
  readonly position: LogPosition;
  readonly paths: Iterable<string>;
  standingOf(path: string): PathStanding | undefined;
}

const none: readonly never[] = [];
const NOTHING: Standings = {
  get: () => undefined,
  strange: () => none,
  [Symbol.iterator]: () => none[Symbol.iterator](),
};

export class History {
  readonly log: Log;
  /** Its versions, or its only one. */
  readonly #byPath = new Map<string, LogEntry | LogEntry[]>();
  /** Numbers of records that a later one says are void. */
  readonly #struck = new Set<number>();
  /** Some were copied from the log of another root, or from a part of this one that was dropped. */
  #areCopies = false;
  /** Changes with neither `done` nor `void`: only those of the last group can be in doubt. */
  readonly #open = new Map<number, LogEntry>();
  readonly #undone = new Map<number, number>();
  /** What was added up before the first record that was read. */
  #before: Standings = NOTHING;
  #first: LogEntry | undefined;
  #taken = 0;

  /** Files come and go with the branches of a repository: any version of a path may be the one that lies there. */
  readonly #comesAndGoes: boolean;

  constructor(log: Log, { comesAndGoes = false }: { readonly comesAndGoes?: boolean } = {}) {
    this.log = log;
    this.#comesAndGoes = comesAndGoes;
  }

  /** Reads on, or all anew where history was erased or dropped. */
  refresh(): void {
    this.log.refresh();
    const { isWhole, recent } = this.log;
    if (!isWhole && recent.slice(this.#taken).some((entry) => this.#isAboutBefore(entry))) this.log.readAgain();
    this.#takeAll();
  }

  /** Begins from what an earlier process added up; false where the log is not the one it read. */
  resume({ position, standings }: Sum): boolean {
    if (this.#taken > 0) return this.log.goesOnFrom(position);
    if (!this.log.resume(position)) return false;
    this.#before = standings;
    this.refresh();
    return !this.log.isWhole;
  }

  /** Everything the log says is known from here on: before anything is changed. */
  readFromStart(): void {
    if (!this.log.isWhole) this.log.readAgain();
    this.#takeAll();
  }

  /** Takes in what this process itself has appended, under the lock. */
  noteOwn(): void {
    this.#takeAll();
  }

  /** Undefined while something is in doubt, or the log's end has no name. */
  sum(): TakenSum | undefined {
    const { position } = this.log;
    if (position === undefined || this.#open.size > 0) return undefined;
    return { position, paths: this.paths(), standingOf: (path) => this.#standingOf(path) };
  }

  get open(): LogEntry[] {
    return [...this.#open.values()];
  }

  entry(seq: number): LogEntry | undefined {
    this.readFromStart();
    return this.#counting(seq);
  }

  #counting(seq: number): LogEntry | undefined {
    return this.#struck.has(seq) ? undefined : this.log.numbered(seq);
  }

  /** The seq of the change that took this one back. */
  undoneBy(seq: number): number | undefined {
    this.readFromStart();
    return this.#undone.get(seq);
  }

  /** Every counting version of a path, oldest first. */
  versionsOf(path: string): readonly LogEntry[] {
    this.readFromStart();
    return this.#recentOf(path);
  }

  /** The newest text of a path that Cairn itself wrote. */
  ownText(path: string): LogEntry | undefined {
    const recent = this.#recentOf(path).findLast(isOwnText);
    if (recent !== undefined || !this.#before.get(path)?.hasOwnText) return recent;
    return this.versionsOf(path).findLast(isOwnText);
  }

  last(path: string): Version | undefined {
    return this.#recentOf(path).at(-1) ?? this.#before.get(path);
  }

  /** Every path that has a version. */
  paths(): Set<string> {
    return new Set([...Array.from(this.#before, ([path]) => path), ...this.#byPath.keys()]);
  }

  /** Has it a record among those read since it began? */
  isRecent(path: string): boolean {
    return this.#byPath.has(path);
  }

  /** Among these are all at which a text of Cairn's own may lie below another's. */
  covered(): string[] {
    const before = [...this.#before.strange()].filter((path) => this.#before.get(path)?.hasOwnText);
    return [...before, ...this.#byPath.keys()];
  }

  /** Those that have one among the records read since it began. */
  recentPaths(): Iterable<string> {
    return this.#byPath.keys();
  }

  /** Every counting version, oldest first. */
  versions(): readonly LogEntry[] {
    this.readFromStart();
    const standing = this.log.entries.filter(({ op, seq }) => isVersion(op) && !this.#struck.has(seq));
    return this.#areCopies ? inOrderOfTime(toldOnce(standing)) : standing;
  }

  /**
   * The record that vouches for these bytes at this path: its newest version, or the one before while that is in doubt.
   * A file that was gone and is back byte for byte (a disk unmounted, a move taken up again) is what it was.
   */
  vouching(path: string, hash: string): Version | undefined {
    const newest = this.#newestVouching(path, hash);
    if (newest !== undefined || !this.#comesAndGoes || this.last(path) === undefined) return newest;
    return this.versionsOf(path).findLast(({ record }) => record.after === hash);
  }

  #newestVouching(path: string, hash: string): Version | undefined {
    const recent = this.#recentOf(path);
    for (let i = recent.length - 1; i >= 0; i--) {
      const entry = recent[i] as LogEntry;
      if (entry.record.after === hash) return entry;
      if (!this.#open.has(entry.record.seq) && !isDeparture(entry)) return undefined;
    }
    const before = this.#before.get(path);
    if (before === undefined || before.record.after === hash) return before;
    return before.earlier?.findLast(({ record }) => record.after === hash);
  }

  /**
   * Paths whose newest text another program wrote after a record, a session's own model excepted. Without a record: only
   * over a text of Cairn's own, for what lay there before Cairn came is nobody's change.
   */
  strangersSince(seq: number | undefined): string[] {
    return [...new Set([...this.#before.strange(), ...this.#byPath.keys()])].filter((path) => {
      const record = this.last(path)?.record;
      if (record?.op !== "outside" || record.after === undefined || record.by?.session !== undefined) return false;
      if (record.from !== undefined) return false;
      return seq === undefined ? this.#hasOwnText(path) : firstNumber(record) > seq;
    });
  }

  #hasOwnText(path: string): boolean {
    return this.#before.get(path)?.hasOwnText === true || this.#recentOf(path).some(isOwnText);
  }

  /** What the newest record says of a path's trust. */
  trustOf(path: string): Trust | undefined {
    return this.last(path)?.record.trust;
  }

  /** As far back as anything can still count. */
  #standingOf(path: string): PathStanding | undefined {
    const before = this.#before.get(path);
    const recent = this.#recentOf(path);
    const versions: Version[] = [...(before === undefined ? [] : [...(before.earlier ?? none), before]), ...recent];
    const standing = versions.slice(
      Math.max(
        0,
        versions.findLastIndex((version) => !isDeparture(version)),
      ),
    );
    const newest = standing.pop();
    if (newest === undefined) return undefined;
    const hasOwnText = before?.hasOwnText || recent.some(isOwnText);
    const earlier = standing.length === 0 ? {} : { earlier: standing.map(({ record }) => ({ record: brief(record) })) };
    return { record: brief(newest.record), ...earlier, hasOwnText };
  }

  /** Says something of records that were only added up. */
  #isAboutBefore({ record: { op, of = 0 } }: LogEntry): boolean {
    const first = this.log.recent[0]?.seq ?? 0;
    return op === "forget" || ((op === "void" || op === "done") && of < first);
  }

  #takeAll(): void {
    const { recent, isWhole } = this.log;
    if (recent[0] !== this.#first || recent.length < this.#taken || (isWhole && this.#before !== NOTHING))
      this.#clear();
    for (; this.#taken < recent.length; this.#taken++) this.#take(recent[this.#taken] as LogEntry);
  }

  #recentOf(path: string): readonly LogEntry[] {
    const versions = this.#byPath.get(path) ?? none;
    return Array.isArray(versions) ? versions : [versions as LogEntry];
  }

  #clear(): void {
    this.#byPath.clear();
    this.#struck.clear();
    this.#areCopies = false;
    this.#open.clear();
    this.#undone.clear();
    if (this.log.isWhole) this.#before = NOTHING;
    this.#first = undefined;
    this.#taken = 0;
  }

  #take(entry: LogEntry): void {
    const { record } = entry;
    this.#first ??= entry;
    this.#areCopies ||= isCopy(record);
    // Only what was settled is ever erased: a verdict that a power cut took is not needed any more. Copies changed nothing.
    const isSettled = record.erased || isCopy(record);
    if (CHANGES.has(record.op) && !isSettled) this.#open.set(record.seq, entry);
    if (record.op === "done" && record.of !== undefined) this.#close(record.of);
    else if (record.op === "void" && record.of !== undefined) this.#strike(record.of);
    else if (record.of !== undefined && CHANGES.has(record.op)) this.#noteUndo(record.of, record.seq);
    if (record.path !== undefined && isVersion(record.op) && !isLate(entry)) {
      const versions = this.#byPath.get(record.path);
      if (versions === undefined) this.#byPath.set(record.path, entry);
      else if (Array.isArray(versions)) versions.push(entry);
      else this.#byPath.set(record.path, [versions, entry]);
    }
  }

  /** Taking back an undo makes the first change stand again. */
  #noteUndo(of: number, by: number): void {
    const first = this.#counting(of)?.record.of;
    if (first !== undefined) this.#undone.delete(first);
    this.#undone.set(of, by);
  }

  /** A forget stays open after its `done` until its own words are gone too. */
  #close(seq: number): void {
    const entry = this.#open.get(seq);
    if (entry?.record.op !== "forget") this.#open.delete(seq);
  }

  #strike(seq: number): void {
    const entry = this.#counting(seq);
    this.#open.delete(seq);
    this.#struck.add(seq);
    if (entry === undefined) return;
    const { of, path } = entry.record;
    if (of !== undefined) this.#undone.delete(of);
    if (path !== undefined && this.#byPath.has(path))
      this.#byPath.set(
        path,
        this.#recentOf(path).filter((other) => other !== entry),
      );
  }
}
