/** How a place is reached, whichever sort it is: looked at, read, and added to. Nothing there is ever trusted or run. */

/** A memory's texts as they stand there. */
export interface ThereFile {
  /** What these very texts are called there. */
  readonly version: string;
  /** Several machines wrote at the same moment: all of it stands there, and becomes one with the next that is written. */
  readonly isSplit: boolean;
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

export interface There {
  readonly files: ReadonlyMap<string, ThereFile>;
  readonly notes: ReadonlySet<string>;
  readonly skipped: readonly SkippedFile[];
  /** By which a rewritten history is told. */
  readonly tip?: string | undefined;
  /** Only what changed since all was in step: paths that are not there any more. Undefined: everything is in `files`. */
  readonly gone?: ReadonlySet<string> | undefined;
}

/** What is known of a place from before. */
export interface KnownThere {
  readonly tip: string | undefined;
  readonly isEmpty: boolean;
  readonly whole?: { readonly tip: string; readonly notes: readonly string[] } | undefined;
}

/** The texts of one memory: one, unless they are split. `from`: the beginning of the hash of what they were made from. */
export interface ThereTexts {
  readonly heads: readonly Buffer[];
  readonly from?: string | undefined;
}

export interface Added {
  readonly bytes: Buffer;
  /** Of the text itself, without the line that says what it is worth. */
  readonly hash: string;
}

export interface Transport {
  /** Throws `Unreachable`. */
  look(known: KnownThere): Promise<There>;
  /** Everything, where only what changed was looked at. */
  whole(there: There): Promise<There>;
  read(there: There, paths: readonly string[]): Promise<ReadonlyMap<string, ThereTexts>>;
  /** What the new texts are called there; undefined where another machine was first, and all is to be compared anew. */
  add(there: There, texts: ReadonlyMap<string, Added>, notes: readonly string[]): Promise<AddedThere | undefined>;
}

export interface AddedThere {
  /** Without those that were skipped. */
  readonly versions: ReadonlyMap<string, string>;
  readonly skipped?: readonly SkippedFile[];
  readonly tip?: string | undefined;
}

/** A normal state of the world: nothing was changed, and a line says why. */
export class Unreachable extends Error {
  readonly what: "offline" | "refused" | "rewritten";
  /** It may be meant: then setup takes the place as it is now. */
  readonly mayBeMeant: boolean;

  constructor(what: Unreachable["what"], line: string, mayBeMeant = false) {
    super(line);
    this.what = what;
    this.mayBeMeant = mayBeMeant;
  }
}

/** What is to be read is larger than memories are: everything is to be looked at, with its size. */
export class TooMuch extends Unreachable {}

export const MOST_FILES = 200_000;
