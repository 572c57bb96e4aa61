/**
 * One root's memory files as the index reads them: what the log says of Cairn's own changes, the folders' times, and
 * each file as one unit. What may not be found (another project's, a secret in it, unreadable) is known by its stamp only.
 */

import { join, sep } from "node:path";
import {
  codeOf,
  type Entry,
  type Folder,
  isDenied,
  NotAFileError,
  type OpenFile,
  stampPartsAt,
  statOf,
  TooLargeError,
  unlessMissing,
} from "../../disk/files.ts";
import { CairnError } from "../../model/error.ts";
import { isMemoryPath } from "../../model/file-name.ts";
import type { Memory } from "../../model/memory.ts";
import type { History } from "../../store/history.ts";
import { LogTail } from "../../store/log-tail.ts";
import { type MemoryFile, wholeFileIn } from "../../store/memory-file.ts";
import { secretsIn } from "../../store/outside.ts";
import { changesFile, isVerdict, type LogRecord, sha256 } from "../../store/record.ts";
import { isTooDeep, largestMemory } from "../../store/root-folder.ts";
import type { Store } from "../../store/store.ts";
import { isWholeText, vouchesWhole } from "../../store/version.ts";
import { folderOf, nameIn, under } from "../../text/relative-path.ts";
import type { LogNews as IndexLogTail, IndexSource, LogChange, Stamp, Unit } from "../index/unit.ts";
import { silentUnit, unitOf } from "./unit-of.ts";

/** What a person just had remembered is among so many. */
const MOST_LATEST = 50;

/** A memory with its text, and the stamp its bytes were read under. */
interface Sighted {
  readonly memory: Memory;
  readonly stamp: Stamp;
}

/** What the index knows of a file: enough to show it, unless the log knows more of it than the file says. */
export interface IndexedFile {
  /** The beginning of its SHA-256, hex. */
  readonly hash: string;
  readonly trust: Memory["trust"];
  readonly outside: boolean;
  readonly kept: boolean;
}

export class RootSource implements IndexSource {
  readonly #store: Store;
  readonly #tail: LogTail;
  /** Cairn's own changes seen in the log so far, by path: they vouch for a file without the rest of the log. */
  readonly #recent = new Map<string, LogRecord>();
  readonly #onRead: (count: number) => void;
  #read = 0;
  #recordsRead = 0;
  #bookIsOld = true;
  #folder: { readonly path: string; readonly opened: Folder | undefined } | undefined;

  /** A file was met that may be changed elsewhere, by another name. */
  hasLinks = false;

  constructor(store: Store, onRead: (count: number) => void = () => undefined) {
    this.#store = store;
    this.#onRead = onRead;
    this.#tail = new LogTail(join(store.state, "log"));
  }

  logSince(position: string | undefined): IndexLogTail {
    const { position: next, records, latest } = this.#tail.since(position);
    this.#bookIsOld ||= next !== position;
    // Nothing that was taken out for good may live on in what an index has in memory.
    const isAnother = records?.some(({ op, erased }) => op === "forget" || erased) ?? true;
    if (isAnother) this.#recent.clear();
    if (!isAnother && position !== undefined) return { position: next, changes: this.#changesIn(records ?? []) };
    const changed = latestIn(latest ?? this.#tail.since(undefined).latest ?? []);
    return { position: next, changes: isAnother ? undefined : [], latest: changed };
  }

  folderTime(folder: string): bigint | undefined {
    const stat = statOf(this.#placeOf(folder));
    return stat?.kind === "folder" ? stat.mtimeNs : undefined;
  }

  list(folder: string): { files: string[]; folders: string[] } | undefined {
    const entries = this.#entriesOf(folder);
    if (entries === undefined) return undefined;
    const [files, folders]: [string[], string[]] = [[], []];
    for (const { name, kind } of entries) {
      if (name.startsWith(".")) continue;
      const path = under(folder, name);
      if (kind === "folder" ? isTooDeep(path) : !isMemoryPath(path)) continue;
      (kind === "folder" ? folders : files).push(path);
    }
    return { files, folders };
  }

  stat(path: string): Stamp | undefined {
    const found = stampPartsAt(this.#placeOf(path));
    this.hasLinks ||= found !== undefined && (found.isLink || found.isShared);
    if (found?.isLink !== true) return found;
    const target = this.#targetOf(path);
    return (target === undefined ? undefined : stampPartsAt(this.#placeOf(target))) ?? found;
  }

  read(path: string): Unit | undefined {
    const seen = this.#look(path);
    if (seen === undefined) return undefined;
    this.#onRead(++this.#read);
    const { memory, stamp } = seen;
    if (memory === undefined) return silentUnit(path, stamp);
    const kept = memory.outside && this.#history().ownText(path) !== undefined;
    return { ...unitOf(memory, stamp), kept };
  }

  /**
   * The memory as its file has it now; undefined where it is none, or none that may be shown. Where the file is still the
   * one the index knows, so is what the log said of it, and the log is not read.
   */
  sight(path: string, known: IndexedFile): Sighted | undefined {
    const { memory, stamp } = this.#look(path, known) ?? {};
    return memory === undefined || stamp === undefined ? undefined : { memory, stamp };
  }

  /** How much of the log had to be read to tell what files are worth. */
  get recordsRead(): number {
    return this.#recordsRead;
  }

  /** Lets go of the folder that was read last. */
  rest(): void {
    this.#folder?.opened?.close();
    this.#folder = undefined;
  }

  /** Only what Cairn itself did to a file, and how that ended. */
  #changesIn(records: readonly LogRecord[]): LogChange[] {
    const verdicts = new Map(records.filter(isVerdict).map((record) => [record.of, record]));
    return records.flatMap((record) => {
      const { path, seq, op } = record;
      if (path === undefined) return [];
      if (op === "accept") return [{ path, inPlace: true }];
      if (!changesFile(record)) return [];
      const verdict = verdicts.get(seq);
      if (verdict?.op === "void") return [];
      this.#recent.set(path, record);
      if (verdict?.d0 === undefined || verdict.d1 === undefined) return [{ path }];
      return [{ path, before: BigInt(verdict.d0), after: BigInt(verdict.d1) }];
    });
  }

  #entriesOf(folder: string): readonly Entry[] | undefined {
    try {
      return this.#opened(folder)?.list() ?? [];
    } catch (error) {
      if (isDenied(error)) return undefined; // a folder that may not be read costs that folder
      if (!isNoMemory(error)) throw error;
      return [];
    }
  }

  #look(path: string, known?: IndexedFile): { stamp: Stamp; memory: Memory | undefined } | undefined {
    if (!isMemoryPath(path)) return undefined;
    const file = this.#open(path);
    if (file === undefined) return undefined;
    if (file === "unreadable") return silent(this.stat(path));
    if (file === "closed") return silent(neverAgain(this.stat(path)));
    try {
      const stamp = stampIn(file.stat());
      const bytes = file.readAll(largestMemory);
      const memory = this.#knownIn(bytes, path, known) ?? this.#memoryIn(bytes, path);
      return { stamp, memory: memory !== undefined && this.#store.concerns(memory) ? memory : undefined };
    } catch (error) {
      if (!isNoMemory(error)) throw error;
      return silent(isDenied(error) ? neverAgain(this.stat(path)) : this.stat(path));
    } finally {
      file.close();
    }
  }

  #knownIn(bytes: Buffer, path: string, known: IndexedFile | undefined): Memory | undefined {
    const hash = known === undefined || known.kept ? undefined : sha256(bytes);
    if (known === undefined || !hash?.startsWith(known.hash)) return undefined;
    const { scope } = this.#store.root;
    const found = wholeFileIn(bytes, { path, scope, stamp: "", linked: false, isOurs: () => true, hash });
    return this.#store.marked({ ...this.#vouched(found, known.trust), outside: known.outside });
  }

  /** Read in the light of the log: the last of Cairn's own changes if it vouches for these bytes, otherwise all of it. */
  #memoryIn(bytes: Buffer, path: string): Memory | undefined {
    const recent = this.#recent.get(path);
    const isOurs = (_: string, hash: string) =>
      recent?.after === hash ? isWholeText(recent) : this.#isOurs(path, hash);
    const { scope } = this.#store.root;
    const found = wholeFileIn(bytes, { path, scope, stamp: "", linked: false, isOurs });
    if (recent?.after === found.hash && recent.trust !== undefined)
      return found.secrets.length > 0 ? undefined : this.#vouched(found, recent.trust);
    return secretsIn(found, this.#history()).length > 0 ? undefined : this.#store.memoryByItself(found);
  }

  #isOurs(path: string, hash: string): boolean {
    return vouchesWhole(this.#history().vouching(path, hash));
  }

  #history(): History {
    const { history } = this.#store;
    if (!this.#bookIsOld) return history;
    const before = history.log.recent.length;
    history.refresh();
    this.#recordsRead += history.log.recent.length - before;
    this.#bookIsOld = false;
    return history;
  }

  #vouched({ written, claim, path, hash }: MemoryFile, trust: Memory["trust"]): Memory {
    return { ...written, id: claim, scope: this.#store.root.scope, trust, path, hash, outside: false };
  }

  #placeOf(path: string): string {
    const root = this.#store.root.path;
    return path === "" ? root : `${root}${sep}${path}`;
  }

  #open(path: string): OpenFile | "unreadable" | "closed" | undefined {
    try {
      return unlessMissing(() => this.#opened(folderOf(path))?.open(nameIn(path), "read"));
    } catch (error) {
      if (isDenied(error)) return "closed";
      if (!isNoMemory(error)) throw error;
      const target = codeOf(error) === "ELOOP" ? this.#targetOf(path) : undefined;
      return target === undefined ? "unreadable" : this.#open(target);
    }
  }

  /** A link is read if it stays inside the root. */
  #targetOf(path: string): string | undefined {
    try {
      return this.#store.rootFolder.targetOf(path);
    } catch (error) {
      if (!isNoMemory(error)) throw error;
      return undefined; // behind a closed door it leads nowhere
    }
  }

  #opened(folder: string): Folder | undefined {
    if (this.#folder?.path !== folder) {
      this.rest();
      this.#folder = { path: folder, opened: this.#store.rootFolder.folder(folder) };
    }
    return this.#folder?.opened;
  }
}

/** By folder: each is opened once. */
function latestIn(records: readonly LogRecord[]): string[] {
  const paths = records.filter(changesFile).flatMap(({ path }) => path ?? []);
  return [...new Set(paths.reverse())].slice(0, MOST_LATEST).sort();
}

/** A problem that the catalog reports, and that shows in the stamp when it is mended. */
function isNoMemory(error: unknown): boolean {
  if (error instanceof TooLargeError || error instanceof NotAFileError || error instanceof CairnError) return true;
  return codeOf(error) === "ELOOP" || isDenied(error);
}

/** A stamp that no file has: whoever compares it reads again. A right that comes back need not show in any stamp. */
function neverAgain(stamp: Stamp | undefined): Stamp | undefined {
  return stamp && { ...stamp, ctimeNs: 0n };
}

function silent(stamp: Stamp | undefined): { stamp: Stamp; memory: undefined } | undefined {
  return stamp && { stamp, memory: undefined };
}

function stampIn({ size, mtimeNs, ctimeNs, ino }: Stamp): Stamp {
  return { size, mtimeNs, ctimeNs, ino };
}
