/**
 * Keeping `MEMORY.md` on disk. No hand-written line is lost: what Cairn did not write stays as it is, and a pointer a
 * person took out stays out until its memory changes. The file is written only when its bytes change.
 */

import { join } from "node:path";
import { type Folder, fileExists } from "../disk/files.ts";
import type { Memory } from "../model/memory.ts";
import { bareLines, linesWithEnds } from "../text/lines.ts";
import { aroundOwn } from "./hand-lines.ts";
import { keepNoted, type NotedText, type ViewNote, type ViewShelf } from "./note.ts";
import {
  isListed,
  isOverflowLine,
  type Pointable,
  type PointerLimits,
  pointerLine,
  printRanked,
  rankedOf,
} from "./pointers.ts";
import { keepArchived, rotation, timesIn } from "./rotate.ts";
import type { SwapResult } from "./swap.ts";
import { targetsIn } from "./targets.ts";

export const pointerFile = "MEMORY.md";

interface Keeping extends ViewShelf {
  readonly memories: Pointable;
  readonly limits: PointerLimits;
  /** False where a log is kept instead: Cairn's own lines go, a person's stay. */
  readonly isLive: boolean;
  /** An index agents write by themselves: over its caps its oldest entries go to the archive. */
  readonly isRotated?: boolean;
  /** Somebody asked for it to be put in order: entries that point at files that are gone leave it. */
  readonly dropDead?: boolean;
}

export function keepPointers(keeping: Keeping): SwapResult {
  const { folder, memories, limits, isLive, isRotated = false, dropDead = false } = keeping;
  if (!isLive && folder.stat(pointerFile) === undefined) return "unchanged";
  return keepNoted(keeping, pointerFile, (text, note) => {
    const living = dropDead && text !== undefined ? withoutDead(text, folder) : text;
    return printAmong(isRotated ? rotated(living, note, keeping) : living, note, memories, { limits, isLive });
  });
}

/** An entry that is about a file and nothing else. */
const ENTRY = /^\s*[-*] \[[^\]]*\]\([^)]+\)/;

function withoutDead(text: string, folder: Folder): string {
  const isDead = (line: string) => {
    const targets = ENTRY.test(line) ? targetsIn(line) : [];
    return targets.length > 0 && targets.every((target) => isGone(target, folder));
  };
  return linesWithEnds(text)
    .filter((line) => !isDead(line))
    .join("");
}

/** Of what lies outside the folder nothing is known. */
function isGone(target: string, folder: Folder): boolean {
  if (target.startsWith("/") || target.startsWith("~") || target.split("/").includes("..")) return false;
  return !fileExists(join(folder.path, target));
}

/** Where the archive cannot be written, nothing leaves the index. */
function rotated(text: string | undefined, note: ViewNote, { folder, memories, limits: caps, now }: Keeping) {
  if (text === undefined) return undefined;
  const isOwn = ownLines(note, pointedIn(text, memories));
  const next = rotation(text, { caps, timeOf: timesIn(folder), isOwn, spare: SPARE });
  if (next.archived.length === 0) return text;
  const kept = keepArchived(folder, next.archived, now);
  return kept === "written" || kept === "unchanged" ? next.text : text;
}

/** Room for the newest pointers of Cairn's own, and the line about the rest. */
const SPARE = 11;

/** What belongs where `text` stands. */
export function printAmong(
  text: string | undefined,
  note: ViewNote,
  memories: Pointable,
  { limits, isLive }: Pick<Keeping, "limits" | "isLive">,
): NotedText | undefined {
  const pointed = pointedIn(text ?? "", memories);
  const hand = aroundOwn(text ?? "", ownLines(note, pointed));
  const out = takenOut(text ?? "", note, pointed);
  const byHand = new Set(targetsIn(hand.before + hand.after).map((target) => pointed.get(target)?.id));
  const hidden = [...out].flatMap(([id, hash]) => {
    const memory = memories.withId(id);
    return memory?.hash === hash ? [memory] : [];
  });
  const left = [...pointed.values()].filter(({ id }) => byHand.has(id)).concat(hidden);
  const pointers = printRanked(hand, isLive ? memories.listedBut(left) : noneRanked, limits);
  if (pointers === undefined) return undefined;
  const own = pointers.shown.map(({ line, memory: { id, hash } }) => ({ line, id, hash }));
  const taken = Object.fromEntries(hidden.map(({ id, hash }) => [id, hash]));
  return { text: pointers.text, note: { own, hidden: taken } };
}

const noneRanked = rankedOf([]);

/** The memories a text points at, by their targets. */
function pointedIn(text: string, memories: Pointable): Map<string, Memory> {
  const byTarget = new Map<string, Memory>();
  for (const target of targetsIn(text)) {
    const memory = memories.at(target);
    if (memory !== undefined) byTarget.set(target, memory);
  }
  return byTarget;
}

/** Cairn's are the lines it wrote last, and those it would write now. */
function ownLines({ own }: ViewNote, pointed: ReadonlyMap<string, Memory>): (line: string) => boolean {
  const written = new Set(own.map(({ line }) => line));
  const fresh = new Set([...pointed.values()].filter(isListed).map(pointerLine));
  return (line) => line !== "" && (written.has(line) || fresh.has(line) || isOverflowLine(line));
}

/** Id to hash of the memories whose pointer was there and is not any more, as they were then: a person took it out. */
function takenOut(text: string, { own, hidden }: ViewNote, pointed: ReadonlyMap<string, Memory>): Map<string, string> {
  const out = new Map(Object.entries(hidden));
  const lines = new Set(bareLines(text));
  const isEmpty = text.trim() === ""; // a deleted or emptied file says nothing of any one pointer
  for (const { line, id, hash } of own) if (!isEmpty && !lines.has(line)) out.set(id, hash);
  for (const { id } of pointed.values()) out.delete(id);
  return out;
}
