/** What a change works in while it holds the lock: the root as it is now, and the files opened on the way. */

import { standStill } from "../disk/clock.ts";
import { bestEffort, closing, codeOf, isMissing, type OpenFile, type Stat, TooLargeError } from "../disk/files.ts";
import type { Held } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import { kindNames, kindRow } from "../model/kind.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { folderOf, nameIn } from "../text/relative-path.ts";
import type { Catalog, CatalogWatcher } from "./catalog.ts";
import type { History } from "./history.ts";
import type { LikeMemories } from "./likeness.ts";
import type { MemoryFile } from "./memory-file.ts";
import type { Names } from "./names.ts";
import { type By, sha256 } from "./record.ts";
import { largestMemory, type RootFolder } from "./root-folder.ts";

/** A file as it was under the lock; its descriptor stays open, so that a late edit of the old file is still seen. */
export interface Opened {
  readonly path: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly stat: Stat;
  readonly file: OpenFile;
}

interface ContextParts {
  readonly rootFolder: RootFolder;
  readonly catalog: Catalog;
  readonly history: History;
  readonly names: Names;
  /** Each looks at every file once: for who asks. */
  readonly likeness: () => LikeMemories;
  readonly numbers: () => Numbers;
  readonly held: Pick<Held, "token" | "stillMine">;
  readonly by: By;
  readonly now: () => Date;
  /** Texts found in place are copied into the log (not in team roots: git has them). */
  readonly keepsOutside: boolean;
  /** Is it a memory of this project? The host may share one folder between two. */
  readonly concerns: (found: MemoryFile) => boolean;
}

const SETTLED_MS = 2_000;
const LOOK_MS = 5;
const MOST_LOOKS = 10;

export interface ChangeContext extends ContextParts {
  /** The file as it is now, its descriptor kept until the change is over. Undefined if nothing is there. */
  open(path: string): Opened | undefined;
  /** Is anything there, whether or not it can be read as a memory? */
  isThere(path: string): boolean;
  /** A memory that can be written, or the reason why not. */
  openForWriting(path: string): Opened;
  /** What these bytes are worth, by who wrote them. */
  trustNow(opened: Opened): Trust;
  closeAll(): void;
}

export function changeContextOf(parts: ContextParts): ChangeContext {
  const { rootFolder, catalog, history } = parts;
  const files: OpenFile[] = [];
  const open = (path: string) => openIn(rootFolder, path, files);
  return {
    ...parts,
    open,
    isThere: (path) => isIn(rootFolder, path),
    openForWriting(path) {
      if (catalog.file(path)?.readOnly) throw neverWritten();
      const opened = open(path) ?? gone();
      if (isHalfSaved(opened, parts.now())) throw halfSaved();
      return opened;
    },
    trustNow: ({ path, hash }) =>
      history.vouching(path, hash)?.record.trust ?? lowestTrust("imported", history.trustOf(path)),
    closeAll() {
      for (const file of files.splice(0)) bestEffort(() => file.close());
    },
  };
}

function openIn(rootFolder: RootFolder, path: string, files: OpenFile[]): Opened | undefined {
  const folder = rootFolder.folder(folderOf(path));
  if (folder === undefined) return undefined;
  try {
    const file = folder.open(nameIn(path), "read");
    files.push(file);
    const stat = file.stat();
    const bytes = file.readAll(largestMemory, stat);
    return { path, file, stat, bytes, hash: sha256(bytes) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof TooLargeError) throw tooLarge(error);
    throw codeOf(error) === "ELOOP" ? neverWritten() : error;
  } finally {
    folder.close();
  }
}

function isIn(rootFolder: RootFolder, path: string): boolean {
  const folder = rootFolder.folder(folderOf(path));
  if (folder === undefined) return false;
  return closing(folder, () => folder.stat(nameIn(path)) !== undefined);
}

/**
 * Bytes that appeared in the old file after it was read: an editor that held it open. One that writes in place empties
 * the file before it fills it, so it is looked at until it is the same twice.
 */
export function lateText(opened: Opened | undefined): Buffer | undefined {
  if (opened === undefined) return undefined;
  const read = () => opened.file.readAll(largestMemory * 4);
  let bytes = read();
  if (bytes.equals(opened.bytes)) return undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    standStill(LOOK_MS);
    const again = read();
    if (again.length > 0 && again.equals(bytes)) break;
    bytes = again;
  }
  return bytes;
}

/** Editors that write in place empty the file first: what is empty since a moment is about to be filled. */
function isHalfSaved({ bytes, stat }: Opened, now: Date): boolean {
  const age = now.getTime() - Number(stat.mtimeNs / 1_000_000n);
  return bytes.length === 0 && age >= 0 && age < SETTLED_MS;
}

function halfSaved(): CairnError {
  const message = "Not saved: another program is writing that file.";
  return new CairnError("OCC_CONFLICT", message, { hint: "Read it again, then retry." });
}

function gone(): never {
  throw new CairnError("NOT_FOUND", "The file of that memory is gone.", {
    hint: "See history, or bring it back with restore.",
  });
}

function tooLarge({ size }: TooLargeError): CairnError {
  const message = `That file has ${size} bytes; a memory has at most ${largestMemory}.`;
  return new CairnError("UPDATE_ERROR", message, {
    hint: "Make it smaller, or move what is in it elsewhere.",
  });
}

function neverWritten(): CairnError {
  const message = "That file is a link or not UTF-8 text; Cairn never writes it.";
  return new CairnError("UPDATE_ERROR", message, { hint: "Put an ordinary UTF-8 file in its place." });
}

const NUMBERED = /^(\d{4}-\d{2}-\d{2})_(\d{3,6})_/;
/** Folders of kinds whose files begin with a day and a time of day, which is no number. */
const stamped = kindNames.filter((kind) => kindRow(kind).naming.by === "stamp").map((kind) => kindRow(kind).folder);

/** The running numbers of a root: NNN counts per day, and a number once seen is not given again. */
export class Numbers implements CatalogWatcher {
  readonly #last = new Map<string, number>();

  came({ path }: MemoryFile): void {
    if (stamped.some((folder) => path.startsWith(`${folder}/`))) return;
    const [, day, number] = NUMBERED.exec(nameIn(path)) ?? [];
    if (day === undefined || number === undefined) return;
    this.#last.set(day, Math.max(this.#last.get(day) ?? 0, Number.parseInt(number, 10)));
  }

  went(): void {
    // Gaps are fine; giving a number twice is not.
  }

  next(day: string): number {
    return (this.#last.get(day) ?? 0) + 1;
  }
}
