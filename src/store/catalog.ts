/**
 * What lies in a root, as far as this process has looked: each memory file read once and again only when its stamp
 * changes. A glance asks the folders, a sweep asks every file. Nothing here is the truth; the files are.
 */

import { sep } from "node:path";
import { isTempName } from "../disk/durable.ts";
import { type Entry, type Folder, isRefused, statOf } from "../disk/files.ts";
import { isMemoryPath } from "../model/file-name.ts";
import type { Problem } from "../model/memory.ts";
import { folderOf, nameIn, under } from "../text/relative-path.ts";
import { CatalogFiles } from "./catalog-files.ts";
import { Claims } from "./claims.ts";
import { FolderState } from "./folder-state.ts";
import { type FileSighting, type HeadChoice, type MemoryFile, readFailureOf } from "./memory-file.ts";
import { Reader, type Text } from "./reader.ts";
import { isTooDeep, type RootFolder } from "./root-folder.ts";
import type { Snapshot, TakenFolder } from "./snapshot.ts";

const NONE: ReadonlySet<string> = new Set();

export class Catalog {
  readonly #rootFolder: RootFolder;
  readonly #reader: Reader;
  readonly #files = new CatalogFiles();
  readonly #folders = new Map<string, FolderState>();
  readonly #claims = new Claims();
  readonly #problems = new Map<string, Problem>();
  readonly #watchers: CatalogWatcher[] = [];
  /** What the disk refused to show, to be asked for again: no folder's time tells when it can be had. */
  readonly #unread = new Map<string, "file" | "folder">();
  /** Temporary files met on the way, by relative path. */
  readonly temps = new Set<string>();
  /** Files that came, changed or went since the snapshot. */
  #changed = 0;

  constructor(rootFolder: RootFolder, isOurs: FileSighting["isOurs"]) {
    this.#rootFolder = rootFolder;
    this.#reader = new Reader(rootFolder, isOurs);
  }

  get changed(): number {
    return this.#changed;
  }

  /** Nothing was refused and nothing is half done: what is known here is what there is. */
  get isSettled(): boolean {
    return this.#unread.size === 0 && this.temps.size === 0;
  }

  /** Starts from what an earlier process knew; the next look compares it with what is there. */
  restore({ folders, files, problems }: Pick<Snapshot, "folders" | "files" | "problems">): void {
    for (const folder of folders) this.#folders.set(folder.path, FolderState.known(folder));
    this.#files.restore(files);
    this.#claims.restore(files);
    for (const watcher of this.#watchers) {
      if (watcher.restored !== undefined) watcher.restored(() => this.files(), files.peculiar());
      else for (const found of this.files()) watcher.came(found);
    }
    for (const problem of problems) this.#problems.set(problem.path, problem);
  }

  /** All that is known, to be restored by a later process. */
  known(): { readonly folders: TakenFolder[]; readonly problems: Problem[] } {
    const folders = [...this.#folders].map(([path, { mtimeNs, files: names, folders: below }]): TakenFolder => {
      const files = [...names].flatMap((name) => this.file(under(path, name)) ?? []);
      const unread = [...names].filter((name) => this.file(under(path, name)) === undefined);
      return { path, mtimeNs, files, unread, folders: [...below] };
    });
    return { folders, problems: [...this.#problems.values()] };
  }

  /** Told of every file that is there, comes, changes or goes. */
  watch(watcher: CatalogWatcher): void {
    this.#watchers.push(watcher);
    for (const found of this.files()) watcher.came(found);
  }

  get size(): number {
    return this.#files.size;
  }

  files(): readonly MemoryFile[] {
    return this.#files.all();
  }

  /** Among these are all of a choice, those of these paths, and all that say they take another's place. */
  chosen(choice: HeadChoice, paths: Iterable<string>): MemoryFile[] {
    return this.#files.chosen(choice, paths);
  }

  file(path: string): MemoryFile | undefined {
    return this.#files.get(path);
  }

  get claims(): Claims {
    return this.#claims;
  }

  problems(): Problem[] {
    const problems = [...this.#problems.values()];
    for (const found of this.#files.peculiar()) if (found.problems.length > 0) problems.push(...found.problems);
    return problems;
  }

  /** Does a file of this path exist, whatever the case of its letters or the form of its accents? */
  isTaken(path: string): boolean {
    return this.#folders.get(folderOf(path))?.hasAlike(nameIn(path)) ?? false;
  }

  /** Looks again into every folder whose time has changed. Those are returned: each file in them was compared. */
  glance(): ReadonlySet<string> {
    const into: string[] = [];
    if (!this.#isAsItWas("")) {
      if (!this.#rootFolder.exists()) return this.#clear();
      into.push("");
      this.#look("");
    }
    for (const path of [...this.#folders.keys()]) {
      // One may have gone with the folder it was in.
      if (path === "" || !this.#folders.has(path) || this.#isAsItWas(path)) continue;
      into.push(path);
      this.#look(path);
    }
    for (const [path, kind] of [...this.#unread]) kind === "folder" ? this.#look(path) : this.#readAgain(path);
    return into.length === 0 ? NONE : new Set(into.filter((path) => !this.#unread.has(path)));
  }

  /** Looks at every file: in folders that did not change, at its stamp alone. `lately`: where each was compared just now. */
  sweep(lately: ReadonlySet<string> = NONE): void {
    const compared = new Set([...lately, ...this.glance()]);
    for (const found of this.files()) {
      if (compared.size > 0 && compared.has(folderOf(found.path))) continue;
      if (!this.#rootFolder.isAsKnown(found)) this.#readAgain(found.path);
    }
    for (const path of [...this.#problems.keys()]) if (this.#isListed(path)) this.#readAgain(path);
  }

  /** These alone, where a glance was enough for the rest. True where one was not as it is known. */
  compare(paths: Iterable<string>): boolean {
    const before = this.#changed;
    for (const path of paths) {
      const found = this.#files.get(path);
      if (found !== undefined && !this.#rootFolder.isAsKnown(found)) this.#readAgain(path);
    }
    return this.#changed !== before;
  }

  /** One file, now: for who is about to show it or write it. */
  recheck(path: string): MemoryFile | undefined {
    const folder = this.#rootFolder.folder(folderOf(path));
    if (folder === undefined) return this.#drop(path);
    try {
      this.#check(folder, path, { name: nameIn(path), kind: folder.stat(nameIn(path))?.kind ?? "other" });
    } finally {
      folder.close();
    }
    return this.#files.get(path);
  }

  noteOwn(path: string, { d0, d1, own }: OwnWrite): void {
    const state = this.#folders.get(folderOf(path));
    if (own === undefined) this.recheck(path);
    else this.#keep(this.#reader.take(path, own, { linked: false }));
    if (state === undefined) return;
    const name = nameIn(path);
    if (this.#files.get(path) !== undefined) state.add(name);
    else state.remove(name);
    if (state.mtimeNs === d0) state.mtimeNs = d1;
  }

  /** By its path, which takes one call: in a folder that is not as it was every name is looked up in the open one. */
  #isAsItWas(path: string): boolean {
    try {
      const { path: root } = this.#rootFolder.root;
      const seen = this.#folders.has(path) ? statOf(path === "" ? root : `${root}${sep}${path}`) : undefined;
      return seen?.kind === "folder" && seen.mtimeNs === this.#folders.get(path)?.mtimeNs;
    } catch (error) {
      if (!isRefused(error)) throw error;
      return false;
    }
  }

  #look(path: string): void {
    this.#inFolder(path, (folder) => this.#lookInto(folder, path));
  }

  /** What is known of a folder that the disk refuses to show stays as it is. */
  #inFolder(path: string, look: (folder: Folder) => void): void {
    let folder: Folder | undefined;
    if (this.#unread.delete(path)) this.#problems.delete(path);
    try {
      folder = this.#open(path);
      if (folder === undefined) return this.#dropFolder(path);
      look(folder);
    } catch (error) {
      this.#refused(path, "folder", error);
    } finally {
      folder?.close();
    }
  }

  /** The folder's time is noted before it is listed: what comes in between is seen by the next glance. */
  #lookInto(folder: Folder, path: string): void {
    const before = this.#folders.get(path);
    const { mtimeNs } = folder.statSelf();
    const entries = folder.list({ opening: before === undefined });
    const state = FolderState.empty(mtimeNs);
    this.#folders.set(path, state);
    this.#forgetTemps(path);
    for (const entry of entries)
      if (entry.kind === "file" && before?.files.has(entry.name)) this.#meetAgain(folder, path, entry, state);
      else this.#meet(folder, path, entry, state);
    for (const name of before?.files ?? []) if (!state.files.has(name)) this.#drop(under(path, name));
    for (const name of before?.folders ?? []) if (!state.folders.has(name)) this.#dropFolder(under(path, name));
  }

  #readAgain(path: string): void {
    this.#unread.delete(path);
    try {
      this.recheck(path);
    } catch (error) {
      this.#refused(path, "file", error);
    }
  }

  #refused(path: string, kind: "file" | "folder", error: unknown): void {
    if (!isRefused(error)) throw error;
    this.#unread.set(path, kind);
    this.#problem(path, readFailureOf(error));
  }

  /** A file that was a memory's the last time: most are. */
  #meetAgain(folder: Folder, parent: string, entry: Entry, state: FolderState): void {
    state.add(entry.name);
    this.#check(folder, under(parent, entry.name), entry);
  }

  #meet(folder: Folder, parent: string, entry: Entry, state: FolderState): void {
    const path = under(parent, entry.name);
    if (isTempName(entry.name)) this.temps.add(path);
    if (entry.name.startsWith(".")) return;
    if (entry.kind === "folder") return this.#meetFolder(path, entry.name, state);
    if (!isMemoryPath(path)) return;
    state.add(entry.name);
    this.#check(folder, path, entry);
  }

  #meetFolder(path: string, name: string, state: FolderState): void {
    if (isTooDeep(path)) return this.#problem(path, "lies too deep to be read");
    state.folders.add(name);
    if (!this.#folders.has(path)) this.#look(path);
  }

  #check(folder: Folder, path: string, entry: Entry): void {
    this.#problems.delete(path);
    this.#unread.delete(path);
    const known = this.#files.get(path);
    if (known !== undefined && entry.kind === "file" && this.#rootFolder.isAsKnown(known)) return;
    try {
      const found = this.#reader.read(folder, path, entry.kind, known);
      if (found === "same") return;
      if (found === undefined) this.#drop(path);
      else this.#keep(found);
    } catch (error) {
      this.#drop(path);
      if (isRefused(error)) this.#unread.set(path, "file");
      this.#problem(path, readFailureOf(error));
    }
  }

  #open(path: string): Folder | undefined {
    try {
      return this.#rootFolder.folder(path);
    } catch (error) {
      if (isRefused(error)) throw error;
      this.#problem(path, readFailureOf(error));
      return undefined;
    }
  }

  #keep(found: MemoryFile): void {
    this.#problems.delete(found.path);
    this.#unread.delete(found.path);
    this.#drop(found.path);
    this.#changed += 1;
    this.#put(found);
  }

  #put(found: MemoryFile): void {
    this.#files.set(found);
    this.#claims.add(found);
    for (const watcher of this.#watchers) watcher.came(found);
  }

  #drop(path: string): undefined {
    const found = this.#files.get(path);
    if (found === undefined) return undefined;
    this.#changed += 1;
    this.#files.delete(path);
    this.#claims.remove(found);
    for (const watcher of this.#watchers) watcher.went(found);
    return undefined;
  }

  #dropFolder(path: string): void {
    const state = this.#folders.get(path);
    this.#folders.delete(path);
    for (const name of state?.files ?? []) this.#drop(under(path, name));
    for (const name of state?.folders ?? []) this.#dropFolder(under(path, name));
  }

  #clear(): ReadonlySet<string> {
    this.#dropFolder("");
    this.#problems.clear();
    this.#unread.clear();
    this.temps.clear();
    return NONE;
  }

  /** Is it a file that stands in a folder as far as is known? */
  #isListed(path: string): boolean {
    return this.#folders.get(folderOf(path))?.files.has(nameIn(path)) ?? false;
  }

  #forgetTemps(folder: string): void {
    for (const temp of this.temps) if (temp === under(folder, nameIn(temp))) this.temps.delete(temp);
  }

  #problem(path: string, message: string): void {
    this.#problems.set(path, { path, line: 1, message });
  }
}

export interface CatalogWatcher {
  came(found: MemoryFile): void;
  went(found: MemoryFile): void;
  /** All that an earlier process knew; those of it that take another's place are among `superseding`. Else each of it came. */
  restored?(all: () => Iterable<MemoryFile>, superseding: readonly MemoryFile[]): void;
}

/** A write of Cairn's own. */
interface OwnWrite {
  /** The folder's times before and after it: a change by anyone else is still noticed. */
  readonly d0: bigint;
  readonly d1: bigint;
  /** What stands there now, where nobody else has changed it since. */
  readonly own?: Text;
}
