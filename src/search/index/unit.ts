/**
 * What the index knows a text as. A unit is one file: a memory, or a dialogue with its turns. Its leaves are what is
 * scored; a group is what leaves are scored in: a session's dialogue with the memories it left, or one long document.
 */

/** Turns of one dialogue, or a memory, whole or in passages. */
export type DocumentSort = "turns" | "memory";

/** Changes whenever the file's contents may have changed. */
export interface Stamp {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
}

interface Leaf {
  readonly text: string;
  /** A name, or a role such as `user`. */
  readonly speaker?: string;
}

export interface Unit {
  /** Relative to its root, with `/`. */
  readonly path: string;
  readonly stamp: Stamp;
  /** SHA-256 of the file's bytes, hex. */
  readonly hash: string;
  readonly id: string;
  readonly sort: DocumentSort;
  readonly kind: string;
  readonly scope: string;
  readonly trust: string;
  readonly status: "active" | "retired" | "archived";
  readonly title: string;
  /** Names given at writing: the id, aliases, the title. */
  readonly keys: readonly string[];
  readonly tags: readonly string[];
  /** Paths of the files it is about. */
  readonly files: readonly string[];
  /** Milliseconds since 1970; 0 if unknown. */
  readonly created: number;
  readonly updated: number;
  /** The session it came from; a unit without one is a group of its own. */
  readonly session?: string;
  readonly supersedes: readonly string[];
  readonly supersededBy?: string;
  /** Not written by whoever keeps the files: it cannot take the place of what was. */
  readonly outside?: boolean;
  /** More is known of it than its file says. */
  readonly kept?: boolean;
  /** Where its own words begin, without title or label: by this two wordings of one fact are told. */
  readonly opening: string;
  /** None: known, but never found. */
  readonly leaves: readonly Leaf[];
}

/** What is known of a leaf in one bit each. */
export const leafFlag = {
  turn: 1,
  question: 2,
  time: 4,
  number: 8,
  fromUser: 16,
  /** First leaf of its unit. */
  first: 32,
  retired: 64,
  archived: 128,
  superseded: 256,
  deleted: 512,
  /** One passage of several. */
  passage: 1024,
  outside: 2048,
  kept: 4096,
} as const;

/** The group a unit's leaves belong to. A memory in passages is a document, so a group of its own. */
export function groupKeyOf(unit: Unit): string {
  const [alone, together = alone] = groupKeysOf(unit);
  return unit.sort === "memory" && unit.leaves.length > 1 ? alone : together;
}

/** The groups it may belong to, where nobody knows how many leaves it has. */
export function groupKeysOf({
  scope,
  path,
  session,
}: Pick<Unit, "scope" | "path"> & { readonly session?: string | undefined }): [alone: string, together?: string] {
  const alone = `unit:${scope}:${path}`;
  return session === undefined ? [alone] : [alone, `session:${session}`];
}

export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.mtimeNs === b.mtimeNs && a.size === b.size && a.ctimeNs === b.ctimeNs && a.ino === b.ino;
}

/** A place in the log; opaque here, kept in the manifest. */
export type LogMark = string;

/** What the log tells of one change that Cairn made itself. */
export interface LogChange {
  readonly path: string;
  /** The folder's time before and after. Both missing where the change was not finished. */
  readonly before?: bigint;
  readonly after?: bigint;
  /** The folder is as it was: only what is known of the file has changed. */
  readonly inPlace?: boolean;
}

export interface LogNews {
  readonly position: LogMark;
  /** Undefined where the log does not go on from the given position. */
  readonly changes: readonly LogChange[] | undefined;
  /** Where all is to be read: files that Cairn changed last, which are read first. */
  readonly latest?: readonly string[];
}

export interface IndexSource {
  logSince(position: LogMark | undefined): LogNews;
  /** Nanoseconds; undefined if there is no such folder. The root is the empty string. */
  folderTime(folder: string): bigint | undefined;
  /** Paths of memory files and of folders in a folder; undefined if it may not be listed. */
  list(folder: string): { readonly files: readonly string[]; readonly folders: readonly string[] } | undefined;
  stat(path: string): Stamp | undefined;
  /** Undefined if the file is gone or is no memory. */
  read(path: string): Unit | undefined;
}
