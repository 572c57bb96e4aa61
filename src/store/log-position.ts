/**
 * How far a log was read, and whether it still is that log: then a reader needs only what was added. Segments behind the
 * last one never change, the last one only grows. Whatever else is found means that it is another log, or a damaged one.
 */

import { join } from "node:path";
import { stampOf, statOf } from "../disk/files.ts";
import type { LogEntry } from "./log.ts";
import type { Segments } from "./segments.ts";

export interface LogPosition {
  /** Name and stamp of each segment, oldest first; the stamp of the last one only says that nothing was added. */
  readonly segments: readonly (readonly [name: string, stamp: string])[];
  /** Of the last segment: which file it is, and how far it was read. */
  readonly ino: string;
  readonly readTo: number;
  /** The last record there is: where it stands in the last segment, and its number. */
  readonly lastAt: number;
  readonly lastSeq: number;
}

interface ReadSegment {
  readonly name: string;
  readonly readTo: number;
}

const START: LogPosition = { segments: [], ino: "", readTo: 0, lastAt: 0, lastSeq: 0 };

/** Undefined where the place has no name: the last segment holds no record. */
export function positionIn(
  folder: string,
  read: readonly ReadSegment[],
  last: LogEntry | undefined,
): LogPosition | undefined {
  const end = read.at(-1);
  if (end === undefined) return START;
  if (last?.segment !== end.name) return undefined;
  const stats = read.map(({ name }) => [name, statOf(join(folder, name))] as const);
  const segments = stats.flatMap(([name, stat]) => (stat === undefined ? [] : [[name, stampOf(stat)] as const]));
  const ino = stats.at(-1)?.[1]?.ino;
  if (segments.length < read.length || ino === undefined) return undefined;
  return { segments, ino: String(ino), readTo: end.readTo, lastAt: last.start, lastSeq: last.record.seq };
}

/** `files`: those of the log as it is now. */
export function goesOnFrom(position: LogPosition, files: Segments): boolean {
  const { segments, lastAt: start, readTo: end, lastSeq: seq } = position;
  const names = files.names();
  return segments.every(([name, stamp], n) => {
    const stat = names[n] === name ? statOf(files.pathOf(name)) : undefined;
    if (stat === undefined) return false;
    if (stampOf(stat) === stamp) return true;
    const hasGrown = n === segments.length - 1 && String(stat.ino) === position.ino && stat.size > position.readTo;
    return hasGrown && files.holds({ name, start, end, seq });
  });
}

/** How far each segment was read: those behind the last one to their ends, wherever these are. */
export function readIn({ segments, readTo }: LogPosition): [name: string, readTo: number][] {
  return segments.map(([name], n) => [name, n === segments.length - 1 ? readTo : Number.POSITIVE_INFINITY]);
}
