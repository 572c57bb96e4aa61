/**
 * Keeping `MEMORY.md` on disk. No hand-written line is lost: what Cairn did not write stays as it is, and a pointer a
 * person took out stays out until its memory changes. The file is written only when its bytes change.
 */

import type { Folder } from "../disk/files.ts";
import type { Memory } from "../model/memory.ts";
import { sha256 } from "../store/record.ts";
import { aroundOwn, linesOf } from "./hand-lines.ts";
import { isNoted, type Note, readNote, writeNote } from "./note.ts";
import { isListed, isOverflowLine, type PointerLimits, type Pointers, pointerLine, printPointers } from "./pointers.ts";
import { keepArchived, rotation, timesIn } from "./rotate.ts";
import { type Kept, keepView, type Printed } from "./swap.ts";
import { targetOf, targetsIn } from "./targets.ts";

export const pointerFile = "MEMORY.md";

interface Keeping {
  readonly folder: Folder;
  /** The root's state folder: `view/` below it holds what Cairn wrote last. */
  readonly state: string;
  readonly memories: readonly Memory[];
  readonly limits: PointerLimits;
  readonly now: Date;
  /** False where a log is kept instead: Cairn's own lines go, a person's stay. */
  readonly isLive: boolean;
  /** An index agents write by themselves: over its caps its oldest entries go to the archive. */
  readonly isRotated?: boolean;
}

/** Under the root's lock, at a quiet moment. */
export function keepPointers(keeping: Keeping): Kept {
  const { folder, state, memories, limits, now, isLive, isRotated = false } = keeping;
  const note = readNote(state, pointerFile);
  if (!isLive && folder.stat(pointerFile) === undefined) return "unchanged";
  const { kept, printed } = keepView({
    folder,
    name: pointerFile,
    now,
    isOurs: (text) => isNoted(note, text),
    print: (text) => printOver(isRotated ? rotated(text, note, keeping) : text, note, memories, { limits, isLive }),
  });
  if (printed !== undefined) writeNote(state, pointerFile, note, printed.note);
  return kept;
}

/** Where the archive cannot be written, nothing leaves the index. */
function rotated(text: string | undefined, note: Note, { folder, memories, limits: caps, now }: Keeping) {
  if (text === undefined) return undefined;
  const isOwn = ownLines(note, pointedIn(text, memories));
  const next = rotation(text, { caps, timeOf: timesIn(folder), isOwn, spare: SPARE });
  if (next.archived.length === 0) return text;
  const kept = keepArchived(folder, next.archived, now);
  return kept === "written" || kept === "unchanged" ? next.text : text;
}

/** Room for the newest pointers of Cairn's own, and the line about the rest. */
const SPARE = 11;

interface Noted extends Printed {
  readonly note: Note;
}

/** What belongs where `text` stands. */
export function printOver(
  text: string | undefined,
  note: Note,
  memories: readonly Memory[],
  { limits, isLive }: Pick<Keeping, "limits" | "isLive">,
): Noted | undefined {
  const pointed = pointedIn(text ?? "", memories);
  const hand = aroundOwn(text ?? "", ownLines(note, pointed));
  const out = takenOut(text ?? "", note, pointed);
  const byHand = new Set(targetsIn(hand.before + hand.after).map((target) => pointed.get(target)?.id));
  const isHidden = ({ id, hash }: Memory) => out.get(id) === hash;
  const listed = memories.filter((one) => isLive && isListed(one) && !byHand.has(one.id) && !isHidden(one));
  const pointers = printPointers(hand, listed, limits);
  if (pointers === undefined) return undefined;
  const hidden = Object.fromEntries(memories.filter(isHidden).map(({ id, hash }) => [id, hash]));
  return { text: pointers.text, note: noteOf(pointers, hidden) };
}

/** The memories a text points at, by their targets. */
function pointedIn(text: string, memories: readonly Memory[]): Map<string, Memory> {
  const targets = new Set(targetsIn(text));
  const byTarget = new Map<string, Memory>();
  if (targets.size === 0) return byTarget;
  for (const memory of memories) {
    const target = targetOf(memory.path);
    if (targets.has(target)) byTarget.set(target, memory);
  }
  return byTarget;
}

/** Cairn's are the lines it wrote last, and those it would write now. */
function ownLines({ own }: Note, pointed: ReadonlyMap<string, Memory>): (line: string) => boolean {
  const written = new Set(own.map(({ line }) => line));
  const fresh = new Set([...pointed.values()].filter(isListed).map(pointerLine));
  return (line) => line !== "" && (written.has(line) || fresh.has(line) || isOverflowLine(line));
}

/** Id to hash of the memories whose pointer was there and is not any more, as they were then: a person took it out. */
function takenOut(text: string, { own, hidden }: Note, pointed: ReadonlyMap<string, Memory>): Map<string, string> {
  const out = new Map(Object.entries(hidden));
  const lines = new Set(linesOf(text));
  const isEmpty = text.trim() === ""; // a deleted or emptied file says nothing of any one pointer
  for (const { line, id, hash } of own) if (!isEmpty && !lines.has(line)) out.set(id, hash);
  for (const { id } of pointed.values()) out.delete(id);
  return out;
}

function noteOf({ text, shown }: Pointers, hidden: Record<string, string>): Note {
  const own = shown.map(({ line, memory: { id, hash } }) => ({ line, id, hash }));
  return { wrote: sha256(text), own, hidden };
}
