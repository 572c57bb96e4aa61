/** A line of a source: what it is from, what it may be trusted and what it is about come with it. Pure. */

import type { MasterLine, MasterPart } from "./lines.ts";
import { type MasterSource, plainLine } from "./statement.ts";

const LONGEST_TITLE = 80;

/** A weight, and what is added to it for how late its source was. */
export type Aged = (weight: number, id: string) => number;

interface Worded {
  readonly part: MasterPart;
  readonly text: string;
  readonly weight: number;
  readonly reason?: string | undefined;
  readonly isKept?: boolean;
  readonly at?: string | undefined;
  readonly sources?: readonly string[];
}

/** What it says below the name somebody gave it, unless it says that itself. */
export function titled(source: MasterSource, text: string): string {
  if (source.isRenamed !== true || text.toLowerCase().includes(source.title.toLowerCase())) return text;
  return `${plainLine(source.title, LONGEST_TITLE)}: ${text}`;
}

export function lineFrom(source: MasterSource, worded: Worded): MasterLine {
  return new SourceLine(source, worded);
}

/** What comes with its source is looked up when somebody asks: most lines find no room, and nobody does. */
export class SourceLine implements MasterLine {
  readonly part: MasterPart;
  readonly text: string;
  readonly reason: string | undefined;
  readonly at: string;
  readonly weight: number;
  readonly isKept: boolean;
  readonly source: MasterSource;
  /** Undefined where it is the one it is from. */
  readonly #sources: readonly string[] | undefined;

  constructor(source: MasterSource, { part, text, weight, reason, isKept = false, at, sources }: Worded) {
    this.part = part;
    this.text = text;
    this.reason = reason;
    this.at = at ?? source.at;
    this.weight = weight;
    this.isKept = isKept;
    this.source = source;
    this.#sources = sources;
  }

  get sources(): readonly string[] {
    return this.#sources ?? [this.source.id];
  }

  get isMemory(): boolean {
    return this.source.kind !== "document";
  }

  get isQuoted(): boolean {
    return this.source.kind === "document";
  }

  get trust(): MasterLine["trust"] {
    return this.source.trust;
  }

  get drift(): readonly string[] {
    return NONE;
  }

  /** A session's tags and paths are of all it did, not of one line of it. */
  get tags(): readonly string[] {
    return this.source.kind === "session_summary" ? NONE : this.source.tags;
  }

  get paths(): readonly string[] {
    return this.source.kind === "session_summary" ? NONE : this.source.paths;
  }

  get files(): MasterLine["files"] {
    return this.source.files;
  }
}

const NONE: readonly string[] = [];
