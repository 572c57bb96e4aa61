/**
 * Which changes of one act are one: a memory and the one whose place it took, two of the same file, the pages of the
 * work. The others only came at the same time, as those of an import did, and each is taken back by itself.
 */

import { parseMemory } from "../format/parse.ts";
import { kindRow } from "../model/kind.ts";
import type { History } from "./history.ts";
import type { LogEntry } from "./log.ts";

/** Of `group`, in its order: this one and all that hang on it. */
export function boundTo(history: History, entry: LogEntry, group: readonly LogEntry[]): LogEntry[] {
  if (group.length < 2) return [...group];
  const faces = group.map((one) => faceOf(history, one));
  const bound = new Set(faces.filter(({ seq }) => seq === entry.record.seq));
  for (const one of bound) for (const other of faces) if (areOne(one, other)) bound.add(other);
  return group.filter((_, n) => bound.has(faces[n] as Face));
}

interface Face {
  readonly seq: number;
  readonly id: string;
  readonly path: string;
  /** What it was put in the place of, and what was put in its place, before or since. */
  readonly linked: ReadonlySet<string>;
  /** What leaves one of these pages stands on another from then on. */
  readonly isPage: boolean;
}

function faceOf(history: History, entry: LogEntry): Face {
  const { seq, id = "", path = "", kind = "project" } = entry.record;
  const { before, after } = history.log.textsOf(entry);
  const linked = [before, after].flatMap((text) => (text === undefined ? [] : linksIn(text.toString("utf8"), path)));
  const { naming, nature } = kindRow(kind);
  return { seq, id, path, linked: new Set(linked), isPage: naming.by === "name" && nature !== "knowledge" };
}

function linksIn(text: string, path: string): string[] {
  const { supersedes, supersededBy } = parseMemory(text, path).written;
  return [...supersedes, ...(supersededBy === undefined ? [] : [supersededBy])].map((name) =>
    name.slice(name.indexOf(":") + 1),
  );
}

function areOne(one: Face, other: Face): boolean {
  if (one.id === other.id || one.path === other.path || (one.isPage && other.isPage)) return true;
  return one.linked.has(other.id) || other.linked.has(one.id);
}
