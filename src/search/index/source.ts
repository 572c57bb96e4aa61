/**
 * Where the index gets its units from. It is handed one and knows nothing else of files: whoever owns them says what
 * folders there are, when they changed, what lies in them and what a file says.
 */

import type { Stamp, Unit } from "./unit.ts";

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
}

export interface IndexSource {
  logSince(position: LogMark | undefined): LogNews;
  /** Nanoseconds; undefined if there is no such folder. The root is the empty string. */
  folderTime(folder: string): bigint | undefined;
  /** Names of memory files and of folders in a folder; undefined if it may not be listed. */
  list(folder: string): { readonly files: readonly string[]; readonly folders: readonly string[] } | undefined;
  stat(path: string): Stamp | undefined;
  /** Undefined if the file is gone or is no memory. */
  read(path: string): Unit | undefined;
}
