/**
 * The search index of one root. Nobody writes to it: it catches up with its source before it answers, and after a sweep
 * answers like one built afresh. What is on the shelf only saves work; without a shelf everything is done in memory.
 */

import type { RootLock } from "../../disk/lock.ts";
import { Damaged } from "./bytes.ts";
import type { Corpus, CorpusPart } from "./corpus.ts";
import { type CatchUpBudget, type CaughtUp, IndexState } from "./index-state.ts";
import { inMemory, type Layer, Layers } from "./layers.ts";
import { emptyManifest, parseManifest } from "./manifest.ts";
import { mergeable, mergeSegments, piecesIn } from "./merge-segments.ts";
import type { Shelf } from "./shelf.ts";
import type { IndexSource } from "./unit.ts";

/** A segment of so many documents is made while more are read: what is done need not be done again. */
const PIECE = 4_000;
/** More documents than this are merged only where nobody waits. */
const LARGEST_CASUAL_MERGE = 4_000;

export class SearchIndex {
  readonly #source: IndexSource;
  readonly #shelf: Shelf | undefined;
  readonly #piece: number;
  #state: IndexState;
  /** The manifest this state grew from. */
  #seen: string | undefined;
  #beginnings = 0;

  constructor(source: IndexSource, shelf?: Shelf, { piece = PIECE } = {}) {
    this.#source = source;
    this.#piece = piece;
    this.#shelf = shelf;
    this.#state = this.#open();
  }

  /** Everything known, as one collection; the same one until something changes. Damage met on the way costs a rebuild. */
  ask<T>(use: (corpus: Corpus) => T): T {
    return this.#mending(() => use(this.#state.layers.corpus));
  }

  /** What the collection is made of, for asking several indexes as one; the same until something changes. */
  get parts(): readonly CorpusPart[] {
    return this.#mending(() => this.#state.layers.parts);
  }

  /** The folders that were looked through. */
  get folders(): string[] {
    return this.#state.folders;
  }

  get documents(): number {
    return this.#state.layers.documents;
  }

  /** Is there anything that is not on the shelf? How far a sweep came is not worth a write of its own while it goes on. */
  get changed(): boolean {
    return this.#state.changed;
  }

  /** How many documents are in memory only. */
  get unstored(): number {
    return this.#state.layers.delta.size;
  }

  /** How many files were looked at to find out what is not on the shelf. */
  get looked(): number {
    return this.#state.looked;
  }

  /** Is a folder looked through half-way? */
  get isMidway(): boolean {
    return this.#state.isMidway;
  }

  /** How many files wait that were never read. */
  countUnread(): number {
    return this.#mending(() => this.#state.countUnread());
  }

  /** Glance, then as much of a sweep as asked for. */
  catchUp(budget: CatchUpBudget = {}): CaughtUp {
    return this.#mending(() => this.#state.catchUp(budget));
  }

  /** A file someone says has changed. */
  hint(path: string): void {
    this.#mending(() => this.#state.look(path));
  }

  /** Whether a document is still what the index says; what is shown is asked in the same answer. Otherwise it is read. */
  isCurrent(path: string): boolean {
    return this.#mending(() => !this.#state.look(path));
  }

  /** The manifest that says all that is known here; undefined where nothing is on the shelf, or not everything. */
  get shelved(): string | undefined {
    return this.changed ? undefined : this.#seen;
  }

  /** While nobody else changes what is on the shelf, and if it says all that is known here. */
  whileShelved(lock: RootLock, act: (manifest: string) => void): void {
    const held = lock.tryAcquire();
    try {
      const { shelved } = this;
      if (held !== undefined && shelved !== undefined && this.#shelf?.manifestText() === shelved) act(shelved);
    } finally {
      held?.release();
    }
  }

  /** How often what is known here was begun anew, from a shelf or from the files. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** Puts the pieces that are done on the shelf. What another process put there meanwhile is left alone. */
  keepPieces(lock: RootLock | undefined): void {
    const shelf = this.#shelf;
    if (shelf === undefined || shelf.manifestText() !== this.#seen) return;
    const held = lock?.tryAcquire();
    if (lock !== undefined && held === undefined) return;
    try {
      if (shelf.manifestText() !== this.#seen) return;
      this.#storeLayers(shelf);
      this.#seen = shelf.putManifest(this.#state.manifest());
      if (this.#isForgotten()) shelf.clear();
    } finally {
      held?.release();
    }
  }

  /** Puts what is new on the shelf, if nobody else is doing so. False where there was nothing, or it waits. */
  persist(lock: RootLock | undefined, nowNs: bigint, largestMerge = LARGEST_CASUAL_MERGE): boolean {
    if (this.#shelf === undefined || !(this.#state.changed || this.#state.moved)) return false;
    const held = lock?.tryAcquire();
    if (lock !== undefined && held === undefined) return false;
    try {
      const shelf = this.#shelf;
      const text = shelf.manifestText();
      if (text !== this.#seen && !this.#isAheadOf(text)) this.#state = this.#open();
      if (!this.#state.isMidway) this.catchUp({ ms: 0, atLeast: 0 });
      this.#mending(() => this.#store(shelf, nowNs, largestMerge));
      if (this.#isForgotten()) this.#storeAnew(shelf, nowNs);
      return true;
    } finally {
      held?.release();
    }
  }

  /** Lets go of what is on the shelf; asked after this, it is built in memory. */
  close(): void {
    this.#shelf?.close();
  }

  /** What was taken out for good in this very moment must not lie on the shelf: its log is another one by now. */
  #isForgotten(): boolean {
    return this.#source.logSince(this.#state.log).changes === undefined;
  }

  #storeAnew(shelf: Shelf, nowNs: bigint): void {
    shelf.clear();
    this.rebuild();
    this.#store(shelf, nowNs, LARGEST_CASUAL_MERGE);
  }

  /** Forgets everything and reads every file again. */
  rebuild(): void {
    this.#beginnings++;
    this.#state = this.#empty();
    this.#state.catchUp({});
    this.#state.changed = true;
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

  #open(): IndexState {
    this.#beginnings++;
    const opened = this.#shelf?.open();
    if (opened === undefined) return this.#empty();
    try {
      const layers = new Layers(opened.segments, opened.manifest.segments);
      this.#seen = opened.text;
      return new IndexState(this.#source, opened.manifest, layers, this.#piece);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return this.#empty();
    }
  }

  #empty(): IndexState {
    this.#seen = undefined;
    return new IndexState(this.#source, emptyManifest, new Layers(), this.#piece);
  }

  /** Whoever wrote that is still reading what is all read here. */
  #isAheadOf(text: string | undefined): boolean {
    const theirs = text === undefined ? undefined : parseManifest(text);
    return this.#state.isWhole && theirs !== undefined && theirs.dirty.length > 0;
  }

  #store(shelf: Shelf, nowNs: bigint, largestMerge: number): void {
    const { layers } = this.#state;
    layers.seal();
    layers.replace(
      layers.layers.filter(({ segment, deleted }) => deleted.size >= segment.header.docs),
      undefined,
    );
    for (const some of mergeable(layers.layers, largestMerge)) this.#merge(some);
    if (this.#state.inPieces && this.#state.isWhole) {
      this.#merge(piecesIn(layers.layers, this.#piece, largestMerge));
      this.#state.inPieces = false;
    }
    this.#storeLayers(shelf);
    const manifest = this.#state.manifest();
    this.#seen = shelf.putManifest(manifest);
    shelf.removeStrays(manifest, nowNs);
    this.#state.changed = false;
    this.#state.moved = false;
    this.#state.looked = 0;
  }

  /** With the stamps its documents had: what changed meanwhile is seen by them as ever. */
  #merge(layers: readonly Layer[]): void {
    if (layers.length > 0) this.#state.layers.replace(layers, inMemory(mergeSegments(layers)));
  }

  /** Those that are only in memory so far. */
  #storeLayers(shelf: Shelf): void {
    const { layers } = this.#state;
    for (const layer of layers.layers) {
      const { file, deleted } = layer;
      if (typeof file !== "string") layers.replace([layer], { ...shelf.addSegment(file), deleted });
    }
  }
}
