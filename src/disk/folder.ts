/**
 * A folder held open by its descriptor: every name is looked up in that very folder, so nobody can swap it for another
 * while Cairn works in it. Names are single components, and a final symbolic link is never followed.
 */

import { basename, dirname, join, resolve, sep } from "node:path";
import { CairnError } from "../model/error.ts";
import * as calls from "./calls.ts";
import { bestEffort, codeOf, unlessMissing } from "./errors.ts";
import { willOpen } from "./looks.ts";
import { closing, OpenFile } from "./open-file.ts";

export interface Within {
  /** The absolute real path of a root. The folder must be it, or lie below it without any symbolic link between. */
  readonly within?: string;
}

export class Folder {
  readonly path: string;
  readonly #fd: number;
  /** What names are looked up in: the descriptor where the system has a path for it, otherwise the folder's path. */
  readonly #base: string;
  /** The folder's path with a separator behind it. */
  readonly #prefix: string;
  #closed = false;

  private constructor(fd: number, path: string, base: string) {
    this.#fd = fd;
    this.path = path;
    this.#base = base;
    this.#prefix = path.endsWith(sep) ? path : path + sep;
  }

  /** Throws the system's error if there is no such folder, `PLACE_ERROR` if it is not where it seems to be. */
  static open(path: string, { within }: Within = {}): Folder {
    const place = resolve(path);
    if (within !== undefined) checkLexically(place, within);
    const fd = calls.open(place, place, "folder");
    try {
      const location = locationOf(fd, place);
      if (within !== undefined && !isAt(place, fd, location)) throw misplaced(place);
      return new Folder(fd, place, location === undefined ? place : descriptorPath(fd));
    } catch (error) {
      bestEffort(() => calls.close(fd, place));
      throw error;
    }
  }

  /** `create` fails if the name is taken, the others if it is not; `extend` writes at the end only. */
  open(name: string, mode: "read" | "create" | "extend" | "update"): OpenFile {
    const path = this.#path(name);
    return new OpenFile(calls.open(this.#at(name), path, mode), path);
  }

  /** Undefined if missing. Throws `TooLargeError`, `NotAFileError`, and ELOOP for a symbolic link. */
  readFile(name: string, maxBytes: number): Buffer | undefined {
    const file = unlessMissing(() => this.open(name, "read"));
    if (file === undefined) return undefined;
    try {
      return file.readAll(maxBytes);
    } finally {
      bestEffort(() => file.close());
    }
  }

  /** All of it, and its stat when it was opened. Throws as `readFile` does, and where it is missing. */
  readWhole(name: string, maxBytes: number): { readonly bytes: Buffer; readonly stat: calls.Stat } {
    const path = this.#path(name);
    const quick = calls.readQuick(`${this.#base}${sep}${name}`, path, maxBytes);
    if (quick !== undefined) return quick;
    return closing(this.open(name, "read"), (file) => {
      const stat = file.stat();
      return { bytes: file.readAll(maxBytes, stat), stat };
    });
  }

  /** Of the link itself, if it is one. */
  stat(name: string): calls.Stat | undefined {
    return calls.stat(this.#at(name), this.#path(name));
  }

  statSelf(): calls.Stat {
    return calls.fstat(this.#fd, this.path);
  }

  /** True if a file was ever put into the folder: then the folder's own name was synced at that time. */
  get isUsed(): boolean {
    return !neverUsed(this.statSelf());
  }

  /** A name that cannot be passed back to this folder counts as `other`. `opening`: each of its files is opened next. */
  list({ opening = false } = {}): calls.FolderEntry[] {
    const entries = calls.list(this.#base, this.path);
    if (opening) willOpen(entries.length);
    return entries.every(({ name }) => isName(name)) ? entries : entries.map(namedOrOther);
  }

  /** Fails if `to` is taken. */
  link(from: string, to: string): void {
    calls.link({ from: this.#at(from), to: this.#at(to) }, { from: this.#path(from), to: this.#path(to) });
  }

  /** Replaces `to`. */
  rename(from: string, to: string): void {
    calls.rename({ from: this.#at(from), to: this.#at(to) }, { from: this.#path(from), to: this.#path(to) });
  }

  /** Gives a file of this folder a name in another one of the same file system too. Fails if `to` is taken. */
  linkInto(from: string, folder: Folder, to: string): void {
    calls.link({ from: this.#at(from), to: folder.#at(to) }, { from: this.#path(from), to: folder.#path(to) });
  }

  /** Takes a file or folder to another folder of the same file system. Replaces a file or an empty folder at `to`. */
  renameInto(from: string, folder: Folder, to: string): void {
    calls.rename({ from: this.#at(from), to: folder.#at(to) }, { from: this.#path(from), to: folder.#path(to) });
  }

  unlink(name: string): void {
    calls.unlink(this.#at(name), this.#path(name));
  }

  makeFolder(name: string): void {
    calls.makeFolder(this.#at(name), this.#path(name));
  }

  /** Makes the names in this folder durable. Windows cannot, and needs not: its file systems journal names. */
  sync(): void {
    if (process.platform !== "win32") calls.sync(this.#fd, this.path);
  }

  /** The second time it does nothing. Nothing is at stake: what had to be durable was synced. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    bestEffort(() => calls.close(this.#fd, this.path));
  }

  #at(name: string): string {
    return `${this.#base}${sep}${checked(name)}`;
  }

  #path(name: string): string {
    return this.#prefix + checked(name);
  }
}

/** Opens a folder, makes use of it, and closes it whatever happens. */
export function inFolder<T>(path: string, use: (folder: Folder) => T, within: Within = {}): T {
  return closing(Folder.open(path, within), (folder) => use(folder));
}

/** Makes what is missing of `path`, each folder 0700, and returns only when all of it would survive a power cut. */
export function makeFolders(path: string, bounds: Within = {}): void {
  const place = resolve(path);
  const parent = dirname(place);
  if (bounds.within !== undefined) checkLexically(place, bounds.within);
  if (place === bounds.within || place === parent) return;
  const found = calls.stat(place, place);
  if (found?.kind === "folder" && !neverUsed(found)) return;
  if (found?.kind === "link" && bounds.within === undefined && leadsToFolder(place)) return;
  if (found?.kind !== "folder") makeFolders(parent, bounds);
  inFolder(parent, (opened) => makeIn(opened, basename(place)), bounds);
}

/** Outside a root a person may keep a folder elsewhere and link to it. */
function leadsToFolder(place: string): boolean {
  const target = unlessMissing(() => calls.realpath(place));
  return target !== undefined && calls.stat(target, target)?.kind === "folder";
}

/** Synced also if the folder is there: the process that made it may have died before its sync. */
function makeIn(parent: Folder, name: string): void {
  try {
    parent.makeFolder(name);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (parent.stat(name)?.kind !== "folder") throw misplaced(join(parent.path, name));
  }
  parent.sync();
}

/**
 * A folder nothing was ever put into may have been made by a process that died before it synced the parent.
 * Once something of ours is in it, somebody has been through here.
 */
function neverUsed(stat: calls.Stat): boolean {
  return stat.mtimeNs === stat.bornNs || stat.bornNs === 0n;
}

function namedOrOther(entry: calls.FolderEntry): calls.FolderEntry {
  return isName(entry.name) ? entry : { ...entry, kind: "other" };
}

const FORBIDDEN = /[/\\\0]/;

function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !FORBIDDEN.test(name);
}

function checked(name: string): string {
  if (isName(name)) return name;
  throw new CairnError("PATH_ERROR", "A file name may not hold a path.");
}

function checkLexically(place: string, within: string): void {
  if (place === within || place.startsWith(within.endsWith(sep) ? within : within + sep)) return;
  throw misplaced(place);
}

/** Where an open folder really is. Undefined where the system does not say. */
function locationOf(fd: number, place: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  return unlessMissing(() => calls.readLink(descriptorPath(fd), place)); // a container may lack /proc
}

function descriptorPath(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

function isAt(place: string, fd: number, location: string | undefined): boolean {
  if (location !== undefined) return location === place;
  const opened = calls.fstat(fd, place);
  const named = calls.stat(place, place);
  const same = named?.kind === "folder" && named.ino === opened.ino && named.dev === opened.dev;
  return same && calls.realpath(place) === place;
}

function misplaced(place: string): CairnError {
  return new CairnError("PLACE_ERROR", `The folder ${basename(place)} is not where it seems to be.`, {
    hint: "A symbolic link or a file stands in its place: put an ordinary folder there.",
  });
}
