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
export function titled({ isRenamed, title }: MasterSource, text: string): string {
  if (isRenamed !== true || text.toLowerCase().includes(title.toLowerCase())) return text;
  return `${plainLine(title, LONGEST_TITLE)}: ${text}`;
}

export function lineFrom(
  source: MasterSource,
  { part, text, weight, reason, isKept = false, at, sources }: Worded,
): MasterLine {
  const { id, kind, trust, files } = source;
  // A session's tags and files are of all it did, not of one line of it.
  const { tags, paths } = kind === "session_summary" ? { tags: [], paths: [] } : source;
  return {
    part,
    text,
    reason,
    at: at ?? source.at,
    sources: sources ?? [id],
    isMemory: kind !== "document",
    isQuoted: kind === "document",
    trust,
    weight,
    isKept,
    drift: [],
    tags,
    paths,
    files,
  };
}
