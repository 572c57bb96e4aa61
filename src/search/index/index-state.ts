/**
 * What an index knows of its source at one moment, and how it catches up with it: a glance at the log and the folders'
 * times, folders that changed looked through, and all files swept in turn. Knows of no shelf.
 */

import { elapsedMs } from "../../disk/clock.ts";
import { folderOf } from "../../text/relative-path.ts";
import { FolderLook } from "./folder-look.ts";
import { Layers } from "./layers.ts";
import { emptyManifest, type Manifest } from "./manifest.ts";
import { type IndexSource, type Stamp, sameStamp } from "./unit.ts";

export interface CatchUpBudget {
  /** Milliseconds for reading dirty folders; the rest waits. None: everything. */
  readonly ms?: number;
  /** Files that are read however long it takes; files that are only looked at do not count. */
  readonly atLeast?: number;
  /** How many files to stat beyond the dirty folders. */
  readonly sweep?: number | "all";
  /** Called when a piece of a long read is done. */
  readonly keep?: (() => void) | undefined;
}

export interface CaughtUp {
  /** False where a dirty folder had to wait. */
  readonly caughtUp: boolean;
  /** How many files were read. */
  readonly read: number;
  /** How many the sweep passed, of which none comes again before the others did. */
  readonly swept: number;
}

/** What is read however long it takes: most roots have fewer. */
const ALWAYS_READ = 2_000;

/** The time of a folder that is not there. */
const GONE = -1n;
/** Of one that may not be listed: what is known of it stays, and the next glance asks again, for its time will not tell. */
const CLOSED = -2n;
/** Of so few changes each is read at once, also where its folder is still to be looked through. */
const FEW = 100;

interface Reading extends Pick<CatchUpBudget, "keep"> {
  readonly until: number;
  readonly atLeast: number;
  /** Nothing was known. */
  readonly isNew: boolean;
}

export class IndexState {
  readonly #source: IndexSource;
  readonly #piece: number;
  layers = new Layers();
  log: string | undefined;
  #folders = new Map<string, bigint>();
  #dirty = new Set<string>();
  /** The folder that is being looked through. */
  #look: FolderLook | undefined;
  #cursor = 0;
  /** Something is not as it was when this state began. */
  changed = false;
  /** Files of folders that changed, looked at since this state began. */
  looked = 0;
  /** Only how far the sweep came is another. */
  moved = false;
  /** What there is was read in pieces, or is being so. */
  inPieces = false;

  /** A segment is made of so many documents while more are read. */
  constructor(source: IndexSource, manifest: Manifest, layers: Layers, piece: number) {
    this.#source = source;
    this.#piece = piece;
    this.#start(manifest, layers);
  }

  get folders(): string[] {
    return [...this.#folders.keys()];
  }

  /** Was every folder looked through? */
  get isWhole(): boolean {
    return this.#dirty.size === 0;
  }

  /** Is a folder looked through half-way? */
  get isMidway(): boolean {
    return this.#look !== undefined;
  }

  manifest(): Manifest {
    return {
      log: this.log,
      folders: Object.fromEntries([...this.#folders].map(([folder, time]) => [folder, String(time)])),
      dirty: [...this.#dirty],
      segments: this.layers.notes(),
      cursor: this.#cursor,
    };
  }

  /** How many files wait that were never read. Lists what was not listed yet. */
  countUnread(): number {
    let unread = this.#look?.unread ?? 0;
    const seen = new Set([this.#look?.folder]);
    const folders = [...this.#dirty, ...(this.#look?.folders ?? [])];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      const look = this.#lookAt(folder);
      unread += look.unread;
      folders.push(...look.folders.filter((path) => !this.#folders.has(path)));
    }
    return unread;
  }

  catchUp({ ms = Number.POSITIVE_INFINITY, atLeast = ALWAYS_READ, sweep = 0, keep }: CatchUpBudget): CaughtUp {
    const until = elapsedMs() + ms;
    const { latest, ...glanced } = this.#glanceAtLog();
    const isNew = this.layers.documents === 0;
    // However long the rest takes: what was remembered a moment ago is found.
    let read = glanced.read + latest.filter((path) => this.#refresh(path)).length;
    this.#glanceAtFolders();
    read += this.#lookThroughDirty({ until, atLeast, isNew, keep });
    const known = this.#nextToSweep(sweep);
    const isAll = known.length === this.layers.documents;
    const changed = known.filter(({ path, stamp }) => this.#compare(path, stamp)).length;
    // What was read again stands behind the others now, and is met there.
    return { caughtUp: this.isWhole, read: read + changed, swept: isAll ? known.length : known.length - changed };
  }

  /** Reads a file again if its stamp is another than the one that is known. True if something changed. */
  look(path: string): boolean {
    return this.#compare(path, this.layers.stampOf(path));
  }

  #start(manifest: Manifest, layers: Layers): void {
    this.layers = layers;
    this.log = manifest.log;
    this.#folders = new Map(Object.entries(manifest.folders).map(([folder, time]) => [folder, BigInt(time)]));
    this.#dirty = new Set(manifest.dirty);
    this.#look = undefined;
    this.#cursor = manifest.cursor;
    this.inPieces = manifest.segments.length > 0 && manifest.dirty.length > 0;
  }

  /** A finished change whose folder was known before it explains that folder's new time. */
  #glanceAtLog(): { read: number; latest: readonly string[] } {
    const { position, changes, latest = [] } = this.#source.logSince(this.log);
    if (position === this.log && changes !== undefined) return { read: 0, latest };
    if (changes === undefined) this.#start(emptyManifest, new Layers()); // what a unit is worth came from it
    const areFew = changes !== undefined && changes.length <= FEW;
    let read = 0;
    for (const { path, before, after, inPlace = false } of changes ?? []) {
      const folder = folderOf(path);
      const explained = after !== undefined && before !== undefined && this.#folders.get(folder) === before;
      if (explained) this.#folders.set(folder, after);
      if (!explained && !inPlace) this.#dirty.add(folder);
      if ((explained || inPlace || areFew) && this.#refresh(path)) read++;
    }
    this.changed = true;
    this.log = position;
    return { read, latest };
  }

  #glanceAtFolders(): void {
    for (const [folder, time] of this.#folders) if (this.#timeOf(folder) !== time) this.#dirty.add(folder);
  }

  #timeOf(folder: string): bigint {
    return this.#source.folderTime(folder) ?? GONE;
  }

  /** What was begun first, then the smallest, as far as the time goes; at least one folder or the files that are always read. */
  #lookThroughDirty(reading: Reading): number {
    const counts = new Map<string, number>();
    const countIn = (folder: string) => {
      const count = counts.get(folder) ?? this.layers.countIn(folder);
      counts.set(folder, count);
      return count;
    };
    let read = 0;
    const mayGoOn = () => elapsedMs() < reading.until || (reading.isNew && read <= reading.atLeast);
    for (let isFirst = true; this.#dirty.size > 0 && (isFirst || mayGoOn()); isFirst = false) {
      const begun = this.#look;
      const look = begun ?? this.#lookAt([...this.#dirty].reduce((a, b) => (countIn(b) < countIn(a) ? b : a)));
      read += this.#lookThrough(look, reading, read);
      if (this.#look !== undefined) break;
      // What came to it since it was listed, an answer ago or more, is not left to the next glance.
      if (begun !== undefined && this.#timeOf(begun.folder) !== (begun.time ?? GONE)) this.#dirty.add(begun.folder);
    }
    return read;
  }

  #lookAt(folder: string): FolderLook {
    return new FolderLook(this.#source, folder, this.#source.folderTime(folder), this.layers.stampsIn(folder));
  }

  /** It stays dirty until it was looked through: a disk that refuses half-way is asked again. */
  #lookThrough(look: FolderLook, { until, atLeast, keep }: Reading, before: number): number {
    let read = 0;
    this.#look = look;
    for (let file = look.next(); file !== undefined; file = look.next()) {
      this.looked++;
      if (!this.#compare(file.path, file.known)) continue;
      read++;
      if (this.layers.delta.size >= this.#piece) this.#seal(keep);
      if (before + read > atLeast && elapsedMs() >= until) return read;
    }
    this.#look = undefined;
    this.#finish(look);
    return read;
  }

  #seal(keep: Reading["keep"]): void {
    this.layers.seal();
    this.inPieces = true;
    keep?.();
  }

  #finish({ folder, time, isClosed, folders, gone }: FolderLook): void {
    this.#dirty.delete(folder);
    this.changed = true;
    if (isClosed) return void this.#folders.set(folder, CLOSED);
    for (const path of gone) this.layers.remove(path);
    // The root itself is looked for even while it is gone: nothing else would tell that it came back.
    if (time === undefined && folder !== "") this.#folders.delete(folder);
    else this.#folders.set(folder, time ?? GONE);
    for (const path of folders) if (!this.#folders.has(path)) this.#dirty.add(path);
  }

  /** In-place edits change no folder: only a stat of the file itself sees them. Up to the last, and then from the first on. */
  #nextToSweep(count: number | "all"): ReturnType<Layers["slice"]>["known"] {
    if (count === 0) return [];
    if (count === "all" || count >= this.layers.documents) return this.layers.slice(0, Number.POSITIVE_INFINITY).known;
    const { known, next } = this.layers.slice(this.#cursor, count);
    this.#cursor = next;
    this.moved = true;
    return known;
  }

  #compare(path: string, known: Stamp | undefined): boolean {
    if (known === undefined) return this.#refresh(path, { isNew: true });
    const stamp = this.#source.stat(path);
    if (stamp !== undefined && sameStamp(stamp, known)) return false;
    return this.#refresh(path);
  }

  #refresh(path: string, { isNew } = { isNew: false }): boolean {
    const unit = this.#source.read(path);
    if (this.#look?.folder === folderOf(path)) this.#look.note(path, unit?.stamp);
    if (unit === undefined && !this.layers.remove(path)) return false;
    if (unit !== undefined) this.layers.put(unit, { isNew });
    this.changed = true;
    return true;
  }
}
