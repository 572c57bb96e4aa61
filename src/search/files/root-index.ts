/**
 * One root's search index over its files: caught up before each answer as far as the caller's time goes, put on the
 * shelf after it. Where a server lives long, the system's own word on changed files comes first.
 */

import { join } from "node:path";
import { codeOf, statOf } from "../../disk/files.ts";
import { RootLock } from "../../disk/lock.ts";
import { isToldOf, watchFolder } from "../../disk/watch.ts";
import { CairnError } from "../../model/error.ts";
import { isMemoryPath } from "../../model/file-name.ts";
import type { Store } from "../../store/store.ts";
import { nameIn } from "../../text/relative-path.ts";
import { SearchIndex } from "../index/search-index.ts";
import { Shelf } from "../index/shelf.ts";
import { RootSource } from "./root-source.ts";
import { Voucher } from "./voucher.ts";

/** In roots up to this size words typed into a file in place are found by the next answer. */
const SMALL = 1_000;
/** Otherwise a process that lives for one answer goes on from where the last one stopped looking. */
const SWEPT_AT_ONCE = 500;
/** Not every system tells of every change: all files are looked at in turn, a few with each prompt. */
const SWEPT_UNASKED = 50;
/** Documents a merge may rewrite where nobody waits. */
const LARGEST_MERGE = 1_000_000;
const MOST_WATCHED = 200;
/** Where nothing is known yet an answer waits longer: most roots are read whole in that time. */
const FIRST_MS = 1_000;
/** A file read and taken apart costs about as much as so many files looked at, or records of the log read. */
const LIKE_ONE_READ = 20;
/** Files read with each answer and each slice while a root is being read for the first time. */
const READ_MIDWAY = 100;

/** How much time an answer has, and who asks. */
export interface Pace {
  /** Milliseconds for what changed behind Cairn's back; none: as long as it takes. */
  readonly ms?: number;
  /** The process goes on after the answer. */
  readonly isWarm: boolean;
  /** Nobody asked for the answer: then the system's word that nothing changed is enough. */
  readonly isUnasked?: boolean;
}

export class RootIndex {
  readonly store: Store;
  readonly source: RootSource;
  readonly index: SearchIndex;
  readonly #lock: RootLock;
  readonly #hinted = new Set<string>();
  readonly #watched = new Map<string, () => void>();
  /** The root's own folder that is watched, and not its path, at which another may come to stand. */
  #place: string | undefined;
  readonly #voucher: Voucher;
  /** How often the index had begun anew when every file was last looked at with the system telling of each folder. */
  #lookedSince = -1;
  /** What is left of a sweep that goes on between answers. */
  #unswept = Number.POSITIVE_INFINITY;

  constructor(store: Store, onRead: (count: number) => void) {
    const folder = join(store.state, "index");
    this.store = store;
    this.source = new RootSource(store, onRead);
    this.index = new SearchIndex(this.source, new Shelf(folder));
    this.#lock = new RootLock({ folder });
    this.#voucher = new Voucher(folder);
  }

  /** False where something had to wait. */
  catchUp({ ms, isWarm, isUnasked = false }: Pace): boolean {
    for (const path of this.#hinted) this.index.hint(path);
    this.#hinted.clear();
    const sweep = this.#sweepFor({ isWarm, isUnasked });
    const isFirst = this.index.documents === 0;
    const within = ms === undefined ? {} : { ms: isFirst ? Math.max(ms, FIRST_MS) : ms };
    const atLeast = this.index.isMidway ? { atLeast: READ_MIDWAY } : {};
    const { caughtUp } = this.index.catchUp({ ...within, ...atLeast, sweep, keep: () => this.#keepPieces() });
    if (!caughtUp) this.#unswept = Number.POSITIVE_INFINITY;
    this.source.rest();
    return caughtUp;
  }

  /** How many files are looked at beside those somebody names. */
  #sweepFor({ isWarm, isUnasked }: Pick<Required<Pace>, "isWarm" | "isUnasked">): number | "all" {
    if (isUnasked && isWarm && this.#isWatched) return SWEPT_UNASKED;
    return isUnasked && !isWarm && this.#isVouched() ? 0 : sweepFor(this.index.documents, isWarm);
  }

  /** Every file is looked at. */
  sweep(): void {
    this.index.catchUp({ sweep: "all", keep: () => this.#keepPieces() });
    this.source.rest();
  }

  /** Is there anything left to look at? */
  get isBehind(): boolean {
    return this.#unswept > 0;
  }

  /** Every file was looked at, and since then the system tells of each folder. */
  get #isWatched(): boolean {
    return !this.isBehind && this.index.folders.length > 0 && this.index.folders.every((one) => this.#watched.has(one));
  }

  /** A living server tells which files were touched: those are looked at, and the others are what they were. */
  #isVouched(): boolean {
    const { documents, shelved } = this.index;
    const place = placeAt(this.store.rootFolder.real);
    if (documents > SMALL || shelved === undefined || place === undefined) return false;
    const touched = this.#voucher.touchedSince(shelved, place);
    for (const path of touched ?? []) this.index.hint(path);
    return touched !== undefined;
  }

  /** What the next process would have to find out again, as so many files read. */
  get unkept(): number {
    const { changed, unstored, looked } = this.index;
    return changed ? unstored + (looked + this.source.recordsRead) / LIKE_ONE_READ : 0;
  }

  /** One slice of what a server does between answers. */
  goOn(files: number): void {
    const keep = () => this.#keepPieces();
    const { caughtUp, swept } = this.index.catchUp({ ms: 0, atLeast: READ_MIDWAY, sweep: files, keep });
    const left = Math.min(this.#unswept, this.index.documents);
    this.#unswept = caughtUp ? Math.max(0, left - swept) : Math.max(1, left);
    this.source.rest();
  }

  /** Takes note of what the system says of the folders there are. True where every file is to be looked at once more. */
  watch(): boolean {
    const { real } = this.store.rootFolder;
    const place = placeAt(real);
    if (place !== this.#place) this.#watchNone();
    if (real === undefined || place === undefined) return false;
    this.#place = place;
    const before = this.#watched.size;
    for (const folder of this.index.folders.slice(0, MOST_WATCHED)) {
      if (this.#watched.has(folder)) continue;
      const prefix = folder === "" ? "" : `${folder}/`;
      const stop = watchFolder(join(real, folder), {
        onName: (name) => this.#touch(prefix + name),
        onLost: () => this.#lose(folder),
      });
      if (stop !== undefined) this.#watched.set(folder, stop);
    }
    const isLooked =
      this.#watched.size === before && this.#lookedSince === this.index.beginnings && !this.#voucher.isGone;
    if (!isLooked) this.#lookAgain();
    return !isLooked && this.isBehind;
  }

  #lookAgain(): void {
    this.#unswept = this.index.documents;
    this.#lookedSince = this.index.beginnings;
    this.#voucher.withdraw();
  }

  #touch(path: string): void {
    this.#hinted.add(path);
    const { real } = this.store.rootFolder;
    if (real === undefined || !isMemoryPath(path) || nameIn(path).startsWith(".")) return;
    unlessDiskRefuses(() => {
      if (statOf(join(real, path)) === undefined) this.#voucher.drop(path);
      else this.#voucher.note(path);
    });
  }

  #lose(folder: string): void {
    this.#watched.delete(folder);
    this.#voucher.withdraw();
  }

  #watchNone(): void {
    for (const stop of this.#watched.values()) stop();
    this.#watched.clear();
    this.#voucher.withdraw();
  }

  /** For processes that live for one answer: this one is told of every file that is touched. */
  vouch(): void {
    const { real } = this.store.rootFolder;
    const { shelved, documents } = this.index;
    const place = this.#place;
    const isCertain = this.#isWatched && this.#lookedSince === this.index.beginnings && !this.source.hasLinks;
    if (real === undefined || place === undefined || shelved === undefined || documents > SMALL || !isCertain) return;
    if (this.#voucher.isFor(shelved) || !isToldOf(real)) return;
    unlessDiskRefuses(() => this.index.whileShelved(this.#lock, (manifest) => this.#voucher.put(manifest, place)));
  }

  /** Puts what is new on the shelf, unless another process is doing so. It only saves work: a disk may refuse it. */
  persist(nowNs: bigint, { merging }: { merging: boolean }): void {
    unlessDiskRefuses(() => {
      if (merging) this.index.persist(this.#lock, nowNs, LARGEST_MERGE);
      else this.index.persist(this.#lock, nowNs);
    });
  }

  #keepPieces(): void {
    unlessDiskRefuses(() => this.index.keepPieces(this.#lock));
  }

  close(): void {
    this.#watchNone();
    this.source.rest();
    this.index.close();
  }
}

/** Full, read-only, or the folder was taken away in between: the next process tries again. */
function unlessDiskRefuses(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof CairnError)) throw error;
  }
}

/** Which folder stands there: one that was copied or restored is another. */
function placeAt(path: string | undefined): string | undefined {
  const { dev, ino } = (path === undefined ? undefined : statOf(path)) ?? {};
  return ino === undefined ? undefined : `${dev}:${ino}`;
}

/** What was just read for the first time need not be looked at again. */
function sweepFor(documents: number, isWarm: boolean): number | "all" {
  if (documents === 0) return 0;
  if (documents <= SMALL) return "all";
  return isWarm ? 0 : SWEPT_AT_ONCE;
}
