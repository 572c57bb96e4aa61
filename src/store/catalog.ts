/**
 * What lies in a root, as far as this process has looked: each memory file read once and again only when its stamp
 * changes. A glance asks the folders, a sweep asks every file. Nothing here is the truth; the files are.
 */

import { dirname, relative, sep } from "node:path";
import { isTempName } from "../disk/durable.ts";
import { type Entry, Folder, isMissing, isRefused, realPathOf, stampOf } from "../disk/files.ts";
import { isViewName } from "../model/file-name.ts";
import type { Problem } from "../model/memory.ts";
import { type Found, foundIn, LinkError, reasonOf, type Sighting } from "./found.ts";
import { folderOf, type Ground, largestMemory, nameIn, under } from "./ground.ts";
import type { Snapshot } from "./snapshot.ts";

export type { Found } from "./found.ts";

const DEEPEST = 8;

interface FolderState {
  mtimeNs: bigint;
  readonly files: Set<string>;
  /** The same names as a file system that folds case and accents would compare them. */
  readonly folded: Set<string>;
  readonly folders: Set<string>;
}

export class Catalog {
  readonly #ground: Ground;
  readonly #isOurs: Sighting["isOurs"];
  readonly #files = new Map<string, Found>();
  readonly #folders = new Map<string, FolderState>();
  readonly #claims = new Map<string, Set<string>>();
  readonly #problems = new Map<string, Problem>();
  readonly #watchers: CatalogWatcher[] = [];
  /** What the disk refused to show, to be asked for again: no folder's time tells when it can be had. */
  readonly #unread = new Map<string, "file" | "folder">();
  /** Temporary files met on the way, by relative path. */
  readonly temps = new Set<string>();
  /** Files that came, changed or went since the snapshot. */
  #changed = 0;

  constructor(ground: Ground, isOurs: Sighting["isOurs"]) {
    this.#ground = ground;
    this.#isOurs = isOurs;
  }

  get changed(): number {
    return this.#changed;
  }

  /** Nothing was refused: what is known here is what there is. */
  get isComplete(): boolean {
    return this.#unread.size === 0;
  }

  /** Starts from what an earlier process knew; the next glance compares it with the folders. */
  restore({ folders, files, problems }: Snapshot): void {
    for (const [path, time, names, below] of folders) {
      const state = {
        mtimeNs: BigInt(time),
        files: new Set(names),
        folded: new Set(names.map(folded)),
        folders: new Set(below),
      };
      this.#folders.set(path, state);
    }
    for (const found of files) this.#keep(found);
    for (const problem of problems) this.#problems.set(problem.path, problem);
    this.#changed = 0;
  }

  snapshot(): Snapshot {
    return {
      folders: [...this.#folders].map(([path, { mtimeNs, files, folders }]) => [
        path,
        String(mtimeNs),
        [...files],
        [...folders],
      ]),
      files: [...this.#files.values()],
      problems: [...this.#problems.values()],
    };
  }

  /** Told of every file that comes, changes or goes. */
  watch(watcher: CatalogWatcher): void {
    this.#watchers.push(watcher);
  }

  get size(): number {
    return this.#files.size;
  }

  files(): IterableIterator<Found> {
    return this.#files.values();
  }

  file(path: string): Found | undefined {
    return this.#files.get(path);
  }

  /** The files that claim this name. */
  claiming(id: string): Found[] {
    return [...(this.#claims.get(id) ?? [])].map((path) => this.#files.get(path) as Found);
  }

  isClaimed(id: string): boolean {
    return this.#claims.has(id);
  }

  problems(): Problem[] {
    return [...this.#problems.values(), ...[...this.#files.values()].flatMap((found) => found.problems)];
  }

  /** Does a file of this path exist, whatever the case of its letters or the form of its accents? */
  isTaken(path: string): boolean {
    return this.#folders.get(folderOf(path))?.folded.has(folded(nameIn(path))) ?? false;
  }

  /** Looks again into every folder whose time has changed. */
  glance(): void {
    if (!this.#ground.exists()) return this.#clear();
    if (this.#folders.size === 0) this.#look("");
    else for (const folder of [...this.#folders.keys()]) if (this.#folders.has(folder)) this.#lookIfChanged(folder);
    for (const [path, kind] of [...this.#unread]) kind === "folder" ? this.#look(path) : this.#readAgain(path);
  }

  /** Looks at every file. */
  sweep(): void {
    for (const state of this.#folders.values()) state.mtimeNs = -1n;
    this.glance();
  }

  /** One file, now: for who is about to show it or write it. */
  recheck(path: string): Found | undefined {
    const folder = this.#ground.folder(folderOf(path));
    if (folder === undefined) return this.#drop(path);
    try {
      this.#check(folder, path, { name: nameIn(path), kind: folder.stat(nameIn(path))?.kind ?? "other" });
    } finally {
      folder.close();
    }
    return this.#files.get(path);
  }

  /** Our own write: `d0` and `d1` are the folder's times around it, so a change by anyone else is still noticed. */
  noteOwn(path: string, d0: bigint, d1: bigint): void {
    const state = this.#folders.get(folderOf(path));
    this.recheck(path);
    if (state === undefined) return;
    const name = nameIn(path);
    if (this.#files.has(path)) addName(state, name);
    else removeName(state, name);
    if (state.mtimeNs === d0) state.mtimeNs = d1;
  }

  #lookIfChanged(path: string): void {
    this.#inFolder(path, (folder) => {
      if (folder.statSelf().mtimeNs !== this.#folders.get(path)?.mtimeNs) this.#lookInto(folder, path);
    });
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
    const entries = folder.list();
    const state: FolderState = { mtimeNs, files: new Set(), folded: new Set(), folders: new Set() };
    this.#folders.set(path, state);
    this.#forgetTemps(path);
    for (const entry of entries) this.#meet(folder, path, entry, state);
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
    this.#problem(path, reasonOf(error));
  }

  #meet(folder: Folder, parent: string, entry: Entry, state: FolderState): void {
    const path = under(parent, entry.name);
    if (isTempName(entry.name)) this.temps.add(path);
    if (entry.name.startsWith(".")) return;
    if (entry.kind === "folder") return this.#meetFolder(path, entry.name, state);
    if (!/\.md$/i.test(entry.name) || isViewName(path)) return;
    addName(state, entry.name);
    this.#check(folder, path, entry);
  }

  #meetFolder(path: string, name: string, state: FolderState): void {
    if (path.split("/").length > DEEPEST) return this.#problem(path, "lies too deep to be read");
    state.folders.add(name);
    if (!this.#folders.has(path)) this.#look(path);
  }

  #check(folder: Folder, path: string, entry: Entry): void {
    this.#problems.delete(path);
    this.#unread.delete(path);
    try {
      const found = entry.kind === "link" ? this.#readLinked(path) : this.#readIn(folder, path, nameIn(path));
      if (found === "same") return;
      if (found === undefined) this.#drop(path);
      else this.#keep(found);
    } catch (error) {
      this.#drop(path);
      if (isRefused(error)) this.#unread.set(path, "file");
      this.#problem(path, reasonOf(error));
    }
  }

  /** "same" where the stamp is the one known; undefined where nothing is there. */
  #readIn(folder: Folder, path: string, name: string, linked = false): Found | "same" | undefined {
    const known = this.#files.get(path);
    const seen = known === undefined ? undefined : folder.stat(name);
    if (known !== undefined && seen !== undefined && stampOf(seen) === known.stamp) return "same";
    try {
      const file = folder.open(name, "read");
      try {
        const stamp = stampOf(file.stat());
        return foundIn(file.readAll(largestMemory), { path, stamp, linked, isOurs: this.#isOurs });
      } finally {
        file.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** A link is read if it stays inside the root, and never written. */
  #readLinked(path: string): Found | "same" | undefined {
    const root = this.#ground.real as string;
    const target = realPathOf(`${root}/${path}`);
    if (target === undefined) throw new LinkError("is a symbolic link to nothing");
    if (!target.startsWith(root + sep)) throw new LinkError("is a symbolic link that leaves the root; it is not read");
    const folder = Folder.open(dirname(target), { within: root });
    try {
      return this.#readIn(folder, path, nameIn(relative(root, target).split(sep).join("/")), true);
    } finally {
      folder.close();
    }
  }

  #open(path: string): Folder | undefined {
    try {
      return this.#ground.folder(path);
    } catch (error) {
      if (isRefused(error)) throw error;
      this.#problem(path, reasonOf(error));
      return undefined;
    }
  }

  #keep(found: Found): void {
    this.#drop(found.path);
    this.#changed += 1;
    this.#files.set(found.path, found);
    const claims = this.#claims.get(found.claim);
    if (claims === undefined) this.#claims.set(found.claim, new Set([found.path]));
    else claims.add(found.path);
    for (const watcher of this.#watchers) watcher.came(found);
  }

  #drop(path: string): undefined {
    const found = this.#files.get(path);
    if (found === undefined) return undefined;
    this.#changed += 1;
    this.#files.delete(path);
    const claims = this.#claims.get(found.claim);
    claims?.delete(path);
    if (claims?.size === 0) this.#claims.delete(found.claim);
    for (const watcher of this.#watchers) watcher.went(found);
    return undefined;
  }

  #dropFolder(path: string): void {
    const state = this.#folders.get(path);
    this.#folders.delete(path);
    for (const name of state?.files ?? []) this.#drop(under(path, name));
    for (const name of state?.folders ?? []) this.#dropFolder(under(path, name));
  }

  #clear(): void {
    this.#dropFolder("");
    this.#problems.clear();
    this.#unread.clear();
    this.temps.clear();
  }

  #forgetTemps(folder: string): void {
    for (const temp of this.temps) if (temp === under(folder, nameIn(temp))) this.temps.delete(temp);
  }

  #problem(path: string, message: string): void {
    this.#problems.set(path, { path, line: 1, message });
  }
}

export interface CatalogWatcher {
  came(found: Found): void;
  went(found: Found): void;
}

function addName(state: FolderState, name: string): void {
  state.files.add(name);
  state.folded.add(folded(name));
}

function removeName(state: FolderState, name: string): void {
  state.files.delete(name);
  state.folded.delete(folded(name));
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
