/**
 * One root of memory files: the only reader and the only writer of them. Reading needs no lock. Every change goes
 * through `change`: lock, settle, look again, decide, write.
 */

import { join } from "node:path";
import type { Clock } from "../disk/clock.ts";
import { codeOf } from "../disk/files.ts";
import { tidyAll } from "../disk/leftovers.ts";
import type { LockState, Wait } from "../disk/lock.ts";
import { parseMemory } from "../format/parse.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory, MemoryId, Problem } from "../model/memory.ts";
import type { Root } from "../model/scope.ts";
import { folderOf, nameIn } from "../text/relative-path.ts";
import { adoptIn, adoptOne, Suspects } from "./adopt.ts";
import { Catalog } from "./catalog.ts";
import type { ChangeContext } from "./change-context.ts";
import { readDeclined } from "./declined.ts";
import { type Changed, type Door, doorOf, type Plan } from "./door.ts";
import { History } from "./history.ts";
import { Inbox } from "./inbox.ts";
import { type Head, KnownMemories, memoryOf } from "./known-memories.ts";
import { Log } from "./log.ts";
import { faceOf, type HeadChoice, type MemoryFile } from "./memory-file.ts";
import { Names } from "./names.ts";
import { secretProblem, unsharedProblem, withoutSecrets } from "./outside.ts";
import type { By } from "./record.ts";
import { largestMemory, RootFolder } from "./root-folder.ts";
import { isLasting, tornTexts } from "./settle.ts";
import { readSnapshot, SnapshotNews, writeSnapshot } from "./snapshot.ts";
import { vouchesWhole } from "./version.ts";

/** In roots up to this size words typed into a file are seen by the next answer; in larger ones by the next sweep. */
const SMALL = 1_000;
/** For who stands in a host's way while it waits. */
const SHORT_WAIT = { waitMs: 250 };

export interface StoreOptions {
  readonly root: Root;
  /** `roots/<key>` below CAIRN_HOME. */
  readonly state: string;
  readonly clock: Clock;
  /** Keys this project had before: memories that carry one of them are its own. */
  readonly aliases?: readonly string[];
  /** How long to wait for the lock. */
  readonly wait?: Wait;
  /** The types of memory that count here; all of them unless it is said. A repository may hold any. */
  readonly types?: () => readonly string[];
  /** Folders elsewhere in which new texts are written before they have their names, best first; none: beside them. */
  readonly stagings?: readonly string[];
  /** Whether what nobody accepted here is marked as such: of a root that others write to. */
  readonly requiresReview?: () => boolean;
  /** The process ends in a moment. */
  readonly isBrief?: boolean;
}

/** Wherever below a root's state a file is made or replaced: what a killed process left there goes. */
const PARTS = ["", "view", "log", "index", "inbox", join("inbox", "settled"), "dream", "synthesis"];

export class Store {
  readonly root: Root;
  readonly state: string;
  readonly rootFolder: RootFolder;
  readonly catalog: Catalog;
  readonly history: History;
  readonly names: Names;
  /** What is proposed for this root and waits. */
  readonly inbox: Inbox;
  readonly #suspects: Suspects;
  readonly #aliases: readonly string[];
  readonly #options: Pick<StoreOptions, "types" | "isBrief">;
  readonly #known: KnownMemories;
  #declined: ReturnType<typeof readDeclined> | undefined;
  #glanced = false;
  #looked = false;
  /** Known from an earlier process, and not yet compared with the files. */
  #isHearsay = false;
  /** Every file of a small root was compared since the last look. */
  #closely = false;
  #isCompared = false;
  readonly #news = new SnapshotNews();
  /** Folders of which the last look compared every file. */
  #lately: ReadonlySet<string> = new Set();
  readonly #openDoor: () => Door;
  #opened: Door | undefined;
  readonly #clock: Clock;

  constructor({ root, state, clock, wait = {}, aliases = [], stagings, requiresReview, ...options }: StoreOptions) {
    this.root = root;
    this.state = state;
    this.rootFolder = new RootFolder(root, stagings);
    this.history = new History(new Log(join(state, "log")), { comesAndGoes: root.scope === "team" });
    this.catalog = new Catalog(this.rootFolder, (path, hash) => vouchesWhole(this.history.vouching(path, hash)));
    this.names = new Names(this.catalog, this.history);
    this.inbox = new Inbox(state);
    this.#clock = clock;
    this.#aliases = aliases;
    this.#options = options;
    this.#suspects = new Suspects(this.catalog, this.history);
    const { rootFolder, catalog, history, names } = this;
    const shared = { state, clock, wait, requiresReview };
    this.#known = new KnownMemories({ scope: root.scope, catalog, history, names, requiresReview });
    const concerns = (found: MemoryFile) => this.#isOwn(this.#known.headOf(found).face.project);
    const keepsOutside = root.scope !== "team";
    this.#openDoor = () => doorOf({ ...shared, rootFolder, catalog, history, names, keepsOutside, concerns });
  }

  get #door(): Door {
    this.#opened ??= this.#openDoor();
    return this.#opened;
  }

  /** Reads on in the log and looks into the folders that changed; removes what the dead left, where nobody is in the way. */
  look(): void {
    this.glance();
    // What an earlier process knew is compared with every file of a small root.
    if (this.#isHearsay) this.lookClosely();
    this.#isHearsay = false;
    tidyAll([...PARTS.map((part) => join(this.state, part)), ...this.rootFolder.stagings], this.#clock);
    const inDoubt = this.history.open.length > 0 || this.catalog.temps.size > 0;
    if (inDoubt || (!this.#looked && tornTexts(this.history).length > 0)) this.#door.recoverIfFree();
    this.#looked = true;
  }

  /** For who has no time: files are looked at only where a folder changed, and nothing is put in order. */
  glance(): void {
    const isFirst = !this.#glanced;
    this.#glanced = true;
    this.#declined = undefined;
    if (isFirst && this.#resume()) this.#isHearsay = true;
    else this.history.refresh();
    this.#closely = isFirst && !this.#isHearsay;
    this.#isCompared ||= this.#closely;
    this.#lately = this.catalog.glance();
  }

  /** Starts from what an earlier process knew. False where that is of another log, or nothing. */
  #resume(): boolean {
    const known = readSnapshot(this.state, this.#options);
    if (known === undefined || !this.history.resume(known.sum)) return false;
    this.catalog.restore(known);
    if (known.explained) this.#suspects.begin(this.history.recentPaths());
    return true;
  }

  /** For who is about to list what files say: words typed into a file in place change no folder. False: too many files. */
  lookClosely(most = SMALL): boolean {
    if (!this.#closely && this.catalog.size > most) return false;
    if (!this.#closely) this.catalog.sweep(this.#lately);
    this.#closely = true;
    this.#isCompared = true;
    return true;
  }

  /** Was every file compared with what is known of it, at least once in this process? */
  get isCompared(): boolean {
    return this.#isCompared;
  }

  /** True once the root's folders have been looked at. */
  get hasLooked(): boolean {
    return this.#glanced;
  }

  /** After the answer: spares the next process the reading, where there is enough to spare. */
  keepSnapshot(): void {
    if (this.#news.areWorthKeeping(this.catalog, this.history.log)) this.#door.ifUnlocked(() => this.#writeSnapshot());
  }

  /** Under the lock, looking once more: what was taken out for good meanwhile must not come back by this. */
  #writeSnapshot(): void {
    this.history.refresh();
    this.catalog.glance();
    const sum = this.history.sum();
    if (sum === undefined || !this.catalog.isSettled || !isLasting(this.history)) return;
    writeSnapshot(this.state, { ...this.catalog.known(), sum, explained: !this.#suspects.areAny });
    this.#news.wereKept(this.catalog, this.history.log);
  }

  /** Every memory of this project in this root; bodies are left out. */
  memories(): Memory[] {
    return this.heads().map(memoryOf);
  }

  /** All of them, or those of a choice and perhaps some more: among them are all that say they take another's place. */
  heads(choice?: HeadChoice): Head[] {
    return [...this.eachHead(choice)];
  }

  *eachHead(choice?: HeadChoice): Generator<Head> {
    const chosen = choice && this.catalog.chosen(choice, this.history.covered());
    for (const found of chosen ?? this.catalog.files()) {
      if (choice !== undefined && !this.#known.mayBeChosen(found, choice)) continue;
      const head = this.#known.headOf(found);
      const { project, kind } = head.face;
      if (this.#isOwn(project) && this.#hasType(kind) && !this.isDeclined(found)) yield head;
    }
  }

  /** In the order of the paths. */
  problems(): Problem[] {
    const secrets = this.catalog.files().flatMap((found) => {
      const classes = this.#known.secretsIn(found);
      return classes.length > 0 ? [secretProblem(found.path, classes)] : [];
    });
    const problems = [...this.catalog.problems(), ...this.names.problems(), ...secrets];
    for (const found of this.#options.types === undefined ? [] : this.catalog.files())
      if (!this.#hasType(faceOf(found).kind)) problems.push(unsharedProblem(found.path, faceOf(found).kind));
    return problems.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  }

  /** Holds a secret a person or another program wrote: kept out of views, recall, team and export. */
  hasSecret(path: string): boolean {
    const found = this.catalog.file(path);
    return found !== undefined && this.#known.secretsIn(found).length > 0;
  }

  /** With the word that nobody has accepted it here, where that is so and asked for. */
  marked(memory: Memory): Memory {
    return this.#known.isUnreviewed(memory) ? { ...memory, reviewed: false } : memory;
  }

  /** You declined this very version on this machine. */
  isDeclined({ path, hash }: Pick<MemoryFile, "path" | "hash">): boolean {
    if (this.root.scope !== "team") return false;
    this.#declined ??= readDeclined(this.state);
    return this.#declined.get(path)?.hash === hash;
  }

  find(id: MemoryId): Memory | undefined {
    const found = this.names.find(id);
    const memory = found === undefined || this.isDeclined(found) ? undefined : this.memoryOf(found);
    return memory === undefined || !this.concerns(memory) ? undefined : memory;
  }

  memoryOf(found: MemoryFile): Memory {
    return this.#known.of(found);
  }

  /** For an index, which works out for itself who took whose place. */
  memoryByItself(found: MemoryFile): Memory {
    return this.#known.byItself(found);
  }

  /** The memory with its text, read now; undefined if the file is gone meanwhile. */
  read(id: MemoryId): Memory | undefined {
    const found = this.names.find(id);
    const bytes = found === undefined ? undefined : this.bytesAt(found.path);
    if (found === undefined || bytes === undefined) return undefined;
    const fresh = this.catalog.recheck(found.path) ?? found;
    const { body, changes } = parseMemory(bytes.toString("utf8"), found.path).written;
    const isClean = this.#known.secretsIn(fresh).length === 0;
    return { ...this.memoryOf(fresh), ...(isClean ? { body, changes } : withoutSecrets({ body, changes })) };
  }

  /** A link is followed only where the catalog has followed it; one that came meanwhile is not what was meant. */
  bytesAt(path: string): Buffer | undefined {
    const place = this.catalog.file(path)?.readOnly ? (this.rootFolder.targetOf(path) ?? path) : path;
    const folder = this.rootFolder.folder(folderOf(place));
    try {
      return folder?.readFile(nameIn(place), largestMemory);
    } catch (error) {
      if (codeOf(error) === "ELOOP") return undefined;
      throw error;
    } finally {
      folder?.close();
    }
  }

  /** The one door for every change. `decide` may run again if a file changed meanwhile, so it must be a pure plan. */
  change<T>(by: By, decide: (context: ChangeContext) => Plan<T>): Promise<Changed<T>> {
    return this.#door.change(by, decide);
  }

  /** What a plan would do, without the lock and without doing it. */
  sketch<T>(by: By, work: (context: ChangeContext) => T): T {
    return this.#door.sketch(by, work);
  }

  /** Work under the lock that is not a change of one memory: erasing, adopting, trimming history. */
  locked<T>(by: By, work: (context: ChangeContext) => T): Promise<T> {
    return this.#door.locked(by, work);
  }

  /** The same without waiting: undefined where another process holds the lock. */
  ifFree<T>(by: By, work: (context: ChangeContext) => T): T | undefined {
    return this.#door.ifFree(by, work);
  }

  /** Work that needs another root's lock too; this one's is taken first. */
  lockedWith<T>(other: Store, by: By, work: () => T): Promise<T> {
    return this.#door.lockedWith(other.#door, by, work);
  }

  /** Records what other programs did, so many files at once, if nobody is in the way. Returns how many; 0 when all are. */
  adopt(): number {
    if (!this.#suspects.areAny) return 0;
    return this.ifFree({ surface: "outside" }, (context) => adoptIn(context, this.#suspects)) ?? 0;
  }

  /** The same of one file, which a session's own model is known to have written just now. */
  async adoptWritten(path: string, session: string, most: "imported" | "untrusted" = "imported"): Promise<void> {
    if (!this.#looked) this.look();
    await this.#door.locked({ surface: "outside", session }, (context) => adoptOne(context, path, most), SHORT_WAIT);
  }

  /** Memories of this project that another program made or changed after a record, as far as that is recorded. */
  changedBesides(seq: number | undefined): MemoryId[] {
    const found = this.history.strangersSince(seq).flatMap((path) => this.catalog.file(path) ?? []);
    return found.flatMap((file) => (this.#isOwn(this.#known.headOf(file).face.project) ? [this.names.idOf(file)] : []));
  }

  /** Paths of some files whose bytes no record vouches for. */
  unexplained(limit: number): string[] {
    const paths: string[] = [];
    for (const { path, found } of this.#suspects.unexplained()) {
      if (paths.length >= limit) break;
      if (found !== undefined) paths.push(path);
    }
    return paths;
  }

  lockState(): LockState | undefined {
    return this.#door.lockState();
  }

  breakLock(): boolean {
    return this.#door.breakLock();
  }

  /** Is it a memory of this project, and of a type that counts here? The host may share one folder between two. */
  concerns({ source, kind }: Memory): boolean {
    return this.#isOwn(source?.project) && this.#hasType(kind);
  }

  #hasType(kind: Memory["kind"]): boolean {
    return this.#options.types === undefined || this.#options.types().includes(kindRow(kind).type);
  }

  #isOwn(project: string | undefined): boolean {
    // A repository is one project, whatever its clones call it.
    if (project === undefined || this.root.project === undefined || this.root.scope === "team") return true;
    return project === this.root.project || this.#aliases.includes(project);
  }
}
