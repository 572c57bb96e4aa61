/** What the records of several clients have alike: where one was started, when a person last spoke, and a piece of a long file. Only looked at. */

import { sep } from "node:path";
import { closing, openAt, unlessMissing } from "../disk/files.ts";
import type { Format } from "../transcripts/records.ts";
import type { Turn } from "../transcripts/turn.ts";

/** In one of these places or below it. */
export function isAt(folder: string, places: readonly string[]): boolean {
  return places.some((place) => folder === place || folder.startsWith(place.endsWith(sep) ? place : place + sep));
}

const TAIL_BYTES = 1_000_000;

/**
 * ISO time at which a person last spoke in a session, by the end of its record: the rest of a long one is not read, and the
 * first line of that end is half of one and says nothing. Undefined where it does not tell.
 */
export function lastPromptAtEnd(path: string, format: Format): string | undefined {
  const tail = pieceOf(path, (size) => [Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES)]);
  const reader = format.reader({});
  return lastPromptAmong(tail.split("\n").flatMap((text) => reader.take({ text, from: 0, to: 0 })));
}

export function lastPromptAmong(turns: readonly Turn[]): string | undefined {
  return turns.findLast(({ by, agent, at }) => by === "person" && agent === undefined && at !== undefined)?.at;
}

/** Empty where there is no such file. */
export function pieceOf(path: string, where: (size: number) => readonly [from: number, length: number]): string {
  const file = unlessMissing(() => openAt(path, "read"));
  if (file === undefined) return "";
  return closing(file, () => file.read(...where(file.stat().size)).toString("utf8"));
}
