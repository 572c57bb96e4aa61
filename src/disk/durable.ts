/**
 * Writing a file so that a reader, a crash or a power cut meets the old text or the new one, never a part.
 * A temporary file that could not be made whole is removed, and what was not saved is never reported as saved.
 */

import { basename, dirname } from "node:path";
import {
  codeOf,
  type Folder,
  inFolder,
  isMissing,
  makeFolders,
  maybeSaved,
  notSaved,
  OpenFile,
  realPathOf,
  type Stat,
} from "./files.ts";
import { makerToken } from "./maker.ts";

const TEMP_NAME = /^\.cairn-[a-z0-9-]+\.tmp$/;
const ORDINARY_MODE = 0o600;

/** Of a new file that others work with too: as the person's other programs make theirs. */
export function sharedMode(): number {
  return 0o666 & ~process.umask();
}

export function tempName(token: string): string {
  return `.cairn-${token}.tmp`;
}

export function isTempName(name: string): boolean {
  return TEMP_NAME.test(name);
}

interface Temp {
  readonly name: string;
  /** When all of it was written. */
  readonly stat: Stat;
}

/** A new file beside its target: written, synced, closed, read back and compared. */
export function writeTemp(folder: Folder, token: string, bytes: Uint8Array, mode = ORDINARY_MODE): Temp {
  const temp = newTemp(folder, token, [bytes], mode, { durable: true });
  try {
    compare(folder, temp.name, bytes);
    return temp;
  } catch (error) {
    removeTemp(folder, temp.name);
    throw error;
  }
}

/** One of several: written, and synced with the others by `finishTemps`. */
export interface BegunTemp {
  readonly name: string;
  readonly folder: Folder;
  readonly bytes: Uint8Array;
  /** Open until all are finished. */
  readonly file: OpenFile;
}

export function beginTemp(folder: Folder, token: string, bytes: Uint8Array, mode = ORDINARY_MODE): BegunTemp {
  const name = tempName(token);
  const file = folder.open(name, "create");
  try {
    file.write(bytes);
    if (mode !== ORDINARY_MODE) file.chmod(mode);
    return { name, folder, bytes, file };
  } catch (error) {
    file.close();
    removeTemp(folder, name);
    throw error;
  }
}

/** Synced, closed, read back and compared; each with how it stood then. */
export function finishTemps(begun: readonly BegunTemp[]): Stat[] {
  OpenFile.syncAll(begun.map(({ file }) => file));
  return begun.map(({ file, folder, name, bytes }) => {
    const stat = file.stat();
    file.close();
    compare(folder, name, bytes);
    return stat;
  });
}

/** For settings, registry and the like. Keeps the file's mode, and follows a link a person has put there. */
export function replaceFile(path: string, bytes: Uint8Array, fresh = ORDINARY_MODE): void {
  saving(path, { followLink: true }, (folder, name) => {
    replaceIn(folder, name, bytes, { fresh });
    confirm(folder, name);
  });
}

/**
 * Keeps the file's mode. A link is replaced itself, never what it leads to. The name is not synced yet. `temps`: where the
 * text is written before it has its name.
 */
export function replaceIn(
  folder: Folder,
  name: string,
  bytes: Uint8Array,
  { fresh = ORDINARY_MODE, temps = folder }: { fresh?: number; temps?: Folder } = {},
): void {
  const old = folder.stat(name);
  const temp = writeTemp(temps, makerToken(), bytes, old?.kind === "file" ? old.mode : fresh);
  renameTemp(temps, temp.name, folder, name);
}

/** For derived files: whole at every moment, but a power cut may take it. What is very long is given in pieces. */
export function replaceFileQuick(path: string, bytes: Uint8Array | Iterable<Uint8Array>): void {
  const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
  saving(path, { followLink: false }, (folder, name) => {
    renameTemp(folder, newTemp(folder, makerToken(), pieces, ORDINARY_MODE, { durable: false }).name, folder, name);
  });
}

/**
 * False if the name is taken. The folder is synced then too: the process that made the file may have died before its
 * sync.
 */
export function createFile(path: string, bytes: Uint8Array): boolean {
  return saving(path, { followLink: false }, (folder, name) => {
    const { name: temp } = writeTemp(folder, makerToken(), bytes);
    const made = linkTemp(folder, temp, name);
    confirm(folder, name);
    return made;
  });
}

/** False where the disk refuses: what stays is ignored by every reader, and removed later by who is told of it. */
export function removeTemp(folder: Folder, name: string): boolean {
  try {
    folder.unlink(name);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return isMissing(error);
  }
}

interface Durability {
  readonly durable: boolean;
}

function newTemp(
  folder: Folder,
  token: string,
  pieces: Iterable<Uint8Array>,
  mode: number,
  { durable }: Durability,
): Temp {
  const name = tempName(token);
  const file = folder.open(name, "create");
  try {
    try {
      for (const bytes of pieces) file.write(bytes);
      if (mode !== ORDINARY_MODE) file.chmod(mode);
      if (durable) file.sync();
      return { name, stat: file.stat() };
    } finally {
      file.close();
    }
  } catch (error) {
    removeTemp(folder, name);
    throw error;
  }
}

function compare(folder: Folder, name: string, bytes: Uint8Array): void {
  const file = folder.open(name, "read");
  try {
    if (file.read(0, bytes.length + 1).equals(bytes)) return;
  } finally {
    file.close();
  }
  throw Object.assign(new Error("the disk gave back other bytes than were written"), { code: "EIO" });
}

function renameTemp(temps: Folder, temp: string, folder: Folder, name: string): void {
  try {
    temps.renameInto(temp, folder, name);
  } catch (error) {
    removeTemp(temps, temp);
    throw error;
  }
}

function linkTemp(folder: Folder, temp: string, name: string): boolean {
  try {
    folder.link(temp, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    removeTemp(folder, temp);
  }
}

function confirm(folder: Folder, name: string): void {
  try {
    folder.sync();
  } catch (error) {
    throw maybeSaved(error, name);
  }
}

type Saving<T> = (folder: Folder, name: string) => T;

function saving<T>(path: string, { followLink }: { followLink: boolean }, save: Saving<T>): T {
  try {
    const target = (followLink && realPathOf(path)) || path;
    makeFolders(dirname(target));
    return inFolder(dirname(target), (folder) => save(folder, basename(target)));
  } catch (error) {
    throw notSaved(error, basename(path));
  }
}
