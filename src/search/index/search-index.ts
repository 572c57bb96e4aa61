/**
 * The search index of one root. Nobody writes to it: it catches up with its source before it answers, and after a sweep
 * answers like one built afresh. What is on the shelf only saves work; without a shelf everything is done in memory.
 */

import type { RootLock } from "../../disk/lock.ts";
import { folderOf } from "../../text/relative-path.ts";
import { buildSegment } from "./build-segment.ts";
import { Damaged } from "./bytes.ts";
import type { Corpus, CorpusPart } from "./corpus.ts";
import { type Layer, Layers } from "./layers.ts";
import { emptyManifest, type Manifest } from "./manifest.ts";
import { mergeSegments } from "./merge-segments.ts";
import type { Shelf } from "./shelf.ts";
import { type IndexSource, type Stamp, sameStamp } from "./unit.ts";

interface Budget {
  /** Milliseconds for reading dirty folders; the rest waits. None: everything. */
  readonly ms?: number;
  /** How many files to stat beyond the dirty folders. */
  readonly sweep?: number | "all";
}

interface CaughtUp {
  /** False where a dirty folder had to wait. */
  readonly caughtUp: boolean;
  /** How many files were read. */
  readonly read: number;
}

/** The time of a folder that is not there. */
const GONE = -1n;
/** Of one that may not be listed: what is known of it stays, and the next glance asks again, for its time will not tell. */
const CLOSED = -2n;
const NOTHING = { files: [], folders: [] };
/** Eight segments of one size class are made into one. */
const MERGE_AT = 8;
/** More documents than this are merged only where nobody waits. */
const LARGEST_CASUAL_MERGE = 4_000;

export class SearchIndex {
  readonly #source: IndexSource;
  readonly #shelf: Shelf | undefined;
  #layers = new Layers();
  #log: string | undefined;
  #folders = new Map<string, bigint>();
  #dirty = new Set<string>();
  #cursor = 0;
  #changed = false;
  /** Only how far the sweep came is another. */
  #moved = false;
  /** The manifest this state grew from. */
  #seen: string | undefined;

  constructor(source: IndexSource, shelf?: Shelf) {
    this.#source = source;
    this.#shelf = shelf;
    this.#open();
  }

  /** Everything known, as one collection; the same one until something changes. Damage met on the way costs a rebuild. */
  ask<T>(use: (corpus: Corpus) => T): T {
    return this.#mending(() => use(this.#layers.corpus));
  }

  /** What the collection is made of, for asking several indexes as one; the same until something changes. */
  get parts(): readonly CorpusPart[] {
    return this.#mending(() => this.#layers.parts);
  }

  /** The folders that were looked through. */
  get folders(): string[] {
    return [...this.#folders.keys()];
  }

  get documents(): number {
    return this.#layers.documents;
  }

  /** Is there anything that is not on the shelf? How far a sweep came is not worth a write of its own while it goes on. */
  get changed(): boolean {
    return this.#changed;
  }

  /** Glance, then as much of a sweep as asked for. */
  catchUp(budget: Budget = {}): CaughtUp {
    return this.#mending(() => this.#catchUp(budget));
  }

  #catchUp({ ms = Number.POSITIVE_INFINITY, sweep = 0 }: Budget): CaughtUp {
    const until = performance.now() + ms;
    let read = this.#glanceAtLog();
    this.#glanceAtFolders();
    read += this.#lookThroughDirty(until);
    read += sweep === "all" ? this.#sweepAll() : this.#sweep(sweep);
    return { caughtUp: this.#dirty.size === 0, read };
  }

  /** A file someone says has changed. */
  hint(path: string): void {
    this.#mending(() => this.#compare(path, this.#layers.stampOf(path)));
  }

  /** Whether a document is still what the index says; what is shown is asked in the same answer. Otherwise it is read. */
  isCurrent(path: string): boolean {
    return this.#mending(() => !this.#compare(path, this.#layers.stampOf(path)));
  }

  /** Puts what is new on the shelf, if nobody else is doing so. False where there was nothing, or it waits. */
  persist(lock: RootLock | undefined, nowNs: bigint, largestMerge = LARGEST_CASUAL_MERGE): boolean {
    if (this.#shelf === undefined || !(this.#changed || this.#moved)) return false;
    const held = lock?.tryAcquire();
    if (lock !== undefined && held === undefined) return false;
    try {
      const shelf = this.#shelf;
      if (shelf.manifestText() !== this.#seen) this.#open();
      this.catchUp({ ms: 0 });
      this.#mending(() => this.#store(shelf, nowNs, largestMerge));
      // What was taken out for good in this very moment must not lie here: its log is another one by now.
      if (this.#source.logSince(this.#log).changes === undefined) this.#storeAnew(shelf, nowNs);
      return true;
    } finally {
      held?.release();
    }
  }

  /** Lets go of what is on the shelf; asked after this, it is built in memory. */
  close(): void {
    this.#shelf?.close();
  }

  #storeAnew(shelf: Shelf, nowNs: bigint): void {
    shelf.clear();
    this.rebuild();
    this.#store(shelf, nowNs, LARGEST_CASUAL_MERGE);
  }

  /** Forgets everything and reads every file again. */
  rebuild(): void {
    this.#start(emptyManifest, new Layers(), undefined);
    this.#catchUp({});
    this.#changed = true;
  }

  /** A file cut short under an open reader shows only when it is read. */
  #mending<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.rebuild();
      return act();
    }
  }

  #open(): void {
    const opened = this.#shelf?.open();
    if (opened === undefined) return this.#start(emptyManifest, new Layers(), undefined);
    try {
      this.#start(opened.manifest, new Layers(opened.segments, opened.manifest.segments), opened.text);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.#start(emptyManifest, new Layers(), undefined);
    }
  }

  #start(manifest: Manifest, layers: Layers, text: string | undefined): void {
    this.#layers = layers;
    this.#log = manifest.log;
    this.#folders = new Map(Object.entries(manifest.folders).map(([folder, time]) => [folder, BigInt(time)]));
    this.#dirty = new Set(manifest.dirty);
    this.#cursor = manifest.cursor;
    this.#changed = false;
    this.#moved = false;
    this.#seen = text;
  }

  /** A finished change whose folder was known before it explains that folder's new time. */
  #glanceAtLog(): number {
    const { position, changes } = this.#source.logSince(this.#log);
    if (position === this.#log && changes !== undefined) return 0;
    if (changes === undefined) this.#start(emptyManifest, new Layers(), this.#seen); // what a unit is worth came from it
    let read = 0;
    for (const { path, before, after, inPlace = false } of changes ?? []) {
      const folder = folderOf(path);
      const explained = after !== undefined && before !== undefined && this.#folders.get(folder) === before;
      if (explained) this.#folders.set(folder, after);
      if (!explained && !inPlace) this.#dirty.add(folder);
      else if (this.#refresh(path)) read++;
    }
    this.#changed = true;
    this.#log = position;
    return read;
  }

  #glanceAtFolders(): void {
    for (const [folder, time] of this.#folders) if (this.#timeOf(folder) !== time) this.#dirty.add(folder);
  }

  #timeOf(folder: string): bigint {
    return this.#source.folderTime(folder) ?? GONE;
  }

  /** Smallest first, as far as the time goes; at least one, so that it ends some day. */
  #lookThroughDirty(until: number): number {
    let read = 0;
    for (let first = true; this.#dirty.size > 0 && (first || performance.now() < until); first = false) {
      const [folder] = [...this.#dirty].sort((a, b) => this.#layers.countIn(a) - this.#layers.countIn(b));
      // It stays dirty until it was looked through: a disk that refuses half-way is asked again.
      read += this.#lookThrough(folder!);
      this.#dirty.delete(folder!);
    }
    return read;
  }

  /** The time is noted before the folder is listed: what comes later makes it dirty again. */
  #lookThrough(folder: string): number {
    const time = this.#source.folderTime(folder);
    const found = time === undefined ? NOTHING : this.#source.list(folder);
    if (found === undefined) {
      this.#folders.set(folder, CLOSED);
      return 0;
    }
    const prefix = folder === "" ? "" : `${folder}/`;
    const gone = this.#layers.stampsIn(folder);
    let read = 0;
    for (const name of found.files) {
      const path = prefix + name;
      if (this.#compare(path, gone.get(path))) read++;
      gone.delete(path);
    }
    for (const path of gone.keys()) this.#layers.remove(path);
    // The root itself is looked for even while it is gone: nothing else would tell that it came back.
    if (time === undefined && folder !== "") this.#folders.delete(folder);
    else this.#folders.set(folder, time ?? GONE);
    for (const name of found.folders) if (!this.#folders.has(prefix + name)) this.#dirty.add(prefix + name);
    this.#changed = true;
    return read;
  }

  /** In-place edits change no folder: only a stat of the file itself sees them. */
  #sweep(count: number): number {
    if (count === 0) return 0;
    if (count >= this.documents) return this.#sweepAll();
    const { known, next } = this.#layers.slice(this.#cursor, count);
    this.#cursor = next;
    this.#moved = true;
    return known.filter(({ path, stamp }) => this.#compare(path, stamp)).length;
  }

  #sweepAll(): number {
    const { known } = this.#layers.slice(0, Number.POSITIVE_INFINITY);
    return known.filter(({ path, stamp }) => this.#compare(path, stamp)).length;
  }

  /** Reads a file again if its stamp is another. True if something changed. */
  #compare(path: string, known: Stamp | undefined): boolean {
    const stamp = this.#source.stat(path);
    if (stamp === undefined ? known === undefined : known !== undefined && sameStamp(stamp, known)) return false;
    return this.#refresh(path);
  }

  #refresh(path: string): boolean {
    const unit = this.#source.read(path);
    if (unit === undefined && !this.#layers.remove(path)) return false;
    if (unit !== undefined) this.#layers.put(unit);
    this.#changed = true;
    return true;
  }

  #store(shelf: Shelf, nowNs: bigint, largestMerge: number): void {
    if (this.#layers.delta.size > 0) {
      this.#layers.replace([], {
        ...shelf.addSegment(buildSegment([...this.#layers.delta.values()])),
        deleted: new Set(),
      });
      this.#layers.clearDelta();
    }
    this.#layers.replace(
      this.#layers.layers.filter(({ segment, deleted }) => deleted.size >= segment.header.docs),
      undefined,
    );
    for (const layers of mergeable(this.#layers.layers, largestMerge)) this.#merge(shelf, layers);
    const manifest = this.#manifest();
    this.#seen = shelf.putManifest(manifest);
    shelf.removeStrays(manifest, nowNs);
    this.#changed = false;
    this.#moved = false;
  }

  /** With the stamps its documents had: what changed meanwhile is seen by them as ever. */
  #merge(shelf: Shelf, layers: readonly Layer[]): void {
    this.#layers.replace(layers, { ...shelf.addSegment(mergeSegments(layers)), deleted: new Set() });
  }

  #manifest(): Manifest {
    return {
      log: this.#log,
      folders: Object.fromEntries([...this.#folders].map(([folder, time]) => [folder, String(time)])),
      dirty: [...this.#dirty],
      segments: this.#layers.notes(),
      cursor: this.#cursor,
    };
  }
}

/** Eight or more segments of one size class; a class is a factor of eight wide. */
function mergeable(layers: readonly Layer[], largest: number): Layer[][] {
  const classes = new Map<number, Layer[]>();
  for (const layer of layers) {
    const size = Math.floor(Math.log2(layer.segment.header.docs) / 3);
    classes.set(size, [...(classes.get(size) ?? []), layer]);
  }
  const documents = (some: readonly Layer[]) => some.reduce((sum, { segment }) => sum + segment.header.docs, 0);
  return [...classes.values()].filter((some) => some.length >= MERGE_AT && documents(some) <= largest);
}
