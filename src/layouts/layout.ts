/**
 * What a layout is: one contract for every store of memories that is not Cairn's own. It is recognised by what lies in
 * it, read record by record, and (where it can be) written. Nothing of a source is ever changed.
 */

import type { NewMemory } from "../format/print.ts";
import type { Memory } from "../model/memory.ts";
import type { Scope } from "../model/scope.ts";
import { shellWord } from "../text/shell-word.ts";
import type { SourceFolder } from "./source-folder.ts";

/** An object of a JSON file that another program wrote. */
export type ForeignObject = Record<string, unknown>;

/** A memory as another layout tells it. */
export interface ToldMemory extends Omit<NewMemory, "name"> {
  /** What it is called there; becomes the id as far as it can be one. */
  readonly id: string;
}

/** One memory found in a source. */
export interface FoundRecord {
  /** Where it lies in the source, with `/`; several of one file are told apart behind a `#`. No two of a source are alike. */
  readonly from: string;
  readonly memory: ToldMemory;
  /** The path it would have below a root of Cairn's, where the source says it. */
  readonly path?: string | undefined;
  /** Whom it concerns; the project unless said. */
  readonly scope?: Scope | undefined;
  /** With scope agent: `squad/name`. */
  readonly agent?: string | undefined;
  /** The front matter it had, so that keys nobody knows are kept. */
  readonly front?: string | undefined;
  /** No time stood there: the file's own was taken, and counts for nothing when two are compared. */
  readonly isUndated?: boolean | undefined;
  /** The very bytes, where the source is Cairn's own: nothing is printed anew. */
  readonly exact?: string | undefined;
  /** What it said before, oldest first. */
  readonly versions?: readonly string[] | undefined;
  /** What of it has no place here, in words. */
  readonly lossy?: readonly string[] | undefined;
}

/** Something of a source that becomes no memory, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
  readonly line?: number | undefined;
}

/** What stays behind of something that is read. */
export interface Lost {
  readonly path: string;
  readonly what: string;
}

/** What a reader comes upon, one after the other: never all at once. */
export type StoreReading =
  | { readonly record: FoundRecord }
  | { readonly skipped: LeftOut }
  | { readonly lossy: Lost }
  /** A setting of the other tool that one of Cairn's stands for. */
  | { readonly setting: { readonly key: string; readonly value: unknown } };

export interface ReadQuestion {
  /** The folder of the project one stands in, and its short name: of several projects in a source, this one is meant. */
  readonly project: { readonly path: string; readonly key: string };
  /** Where a copy of a database may lie for a while. */
  readonly scratch: string;
  /** For who only looks: the other projects of a source too. */
  readonly isOfAll?: true;
}

export interface Layout {
  readonly name: string;
  /** What it is, for who has to choose. */
  readonly about: string;
  /** `seed`: asked for with --from; `tool`: another program's, by its name. */
  readonly sort: "seed" | "tool";
  /** What tells that this is it, in words; undefined where it is something else. By content, never by a folder's name. */
  detect(source: SourceFolder): string | undefined;
  /** Where it is asked for by its name less has to tell: a copy of such a folder lies anywhere. */
  takes?(source: SourceFolder): boolean;
  read(source: SourceFolder, question: ReadQuestion): Iterable<StoreReading>;
  /** The files of a store that holds these memories; what it cannot express at all is named with why. */
  write?(memories: readonly GivenMemory[], about: WriteQuestion): Iterable<StoreWriting>;
  /** Taken only where it is named: every project has files of its sort. */
  readonly isAsked?: true;
  /** It is written into one file. */
  readonly isFile?: true;
  /** Files a session is loaded with; the first group tells of which store in it, where a session is of one of several. */
  readonly loaded?: RegExp;
  /** Files that need no line in an index. */
  readonly unindexed?: RegExp;
}

/** A memory that is handed out. */
export interface GivenMemory {
  /** With its body and its changes. */
  readonly memory: Memory;
  /** The whole file, without secrets. */
  readonly text: string;
  /** With scope agent: `squad/name`. */
  readonly agent?: string | undefined;
  /** Texts it had before, oldest first, where they were asked for. */
  readonly versions?: readonly string[] | undefined;
}

export interface WriteQuestion extends ReadQuestion {
  /** With memdir: files side by side instead of a folder a type. */
  readonly flat: boolean;
  readonly now: Date;
  /** Of sessions: how many there are in all. */
  readonly summaries: number;
  readonly setting: (key: string) => unknown;
}

/**
 * One file to be written to a store, with the memory it holds if it holds one; or a memory the store cannot hold, and
 * why.
 */
export type StoreWriting =
  | { readonly path: string; readonly text: string; readonly of?: GivenMemory }
  | { readonly unsaid: GivenMemory; readonly why: string };

/** What brings such a store in. */
export function importCommand({ name, sort }: Pick<Layout, "name" | "sort">, path: string): string {
  return `cairn import ${sort === "seed" ? "--from " : ""}${name} ${shellWord(path)}`;
}

export function skip(path: string, reason: string, line?: number): StoreReading {
  return { skipped: line === undefined ? { path, reason } : { path, reason, line } };
}
