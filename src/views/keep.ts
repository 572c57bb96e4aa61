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
import { type Kept, keepView, type Printed } from "./swap.ts";
import { targetOf, targetsIn } from "./targets.ts";

export const pointerFile = "MEMORY.md";

export interface Keeping {
  readonly folder: Folder;
  /** The root's state folder: `view/` below it holds what Cairn wrote last. */
  readonly state: string;
  readonly memories: readonly Memory[];
  readonly limits: PointerLimits;
  readonly now: Date;
}

/** Under the root's lock, at a quiet moment. */
export function keepPointers({ folder, state, memories, limits, now }: Keeping): Kept {
  const note = readNote(state, pointerFile);
  const { kept, printed } = keepView({
    folder,
    name: pointerFile,
    now,
    isOurs: (text) => isNoted(note, text),
    print: (text) => printOver(text, note, memories, limits),
  });
  if (printed !== undefined) writeNote(state, pointerFile, note, printed.note);
  return kept;
}

interface Noted extends Printed {
  readonly note: Note;
}

/** What belongs where `text` stands. An empty file says as little as none: pointers are not taken out by it. */
export function printOver(
  text: string | undefined,
  note: Note,
  memories: readonly Memory[],
  limits: PointerLimits,
): Noted | undefined {
  const byTarget = new Map(memories.map((memory) => [targetOf(memory.path), memory]));
  const hand = aroundOwn(text ?? "", ownLines(note, byTarget));
  const hidden =
    text === undefined || text.trim() === "" ? stillHidden(note, memories) : hiddenNow(text, note, memories);
  const pointed = new Set(targetsIn(hand.before + hand.after));
  const listed = memories.filter((memory) => isListed(memory) && !pointed.has(targetOf(memory.path)));
  const pointers = printPointers(
    hand,
    listed.filter(({ id }) => !Object.hasOwn(hidden, id)),
    limits,
  );
  return pointers === undefined ? undefined : { text: pointers.text, note: noteOf(pointers, hidden) };
}

/** Cairn's are the lines it wrote last, and those it would write now. */
function ownLines({ own }: Note, byTarget: ReadonlyMap<string, Memory>): (line: string) => boolean {
  const written = new Set(own.map(({ line }) => line));
  return (line) => {
    if (line === "") return false;
    if (written.has(line) || isOverflowLine(line)) return true;
    return targetsIn(line).some((target) => {
      const memory = byTarget.get(target);
      return memory !== undefined && isListed(memory) && pointerLine(memory) === line;
    });
  };
}

/** A pointer that was there and is not any more was taken out by hand. */
function hiddenNow(text: string, note: Note, memories: readonly Memory[]): Record<string, string> {
  const lines = new Set(linesOf(text));
  const pointed = new Set(targetsIn(text));
  const gone = new Map(note.own.filter(({ line }) => !lines.has(line)).map(({ id, hash }) => [id, hash]));
  const isHidden = ({ id, hash, path }: Memory) =>
    (gone.get(id) === hash || note.hidden[id] === hash) && !pointed.has(targetOf(path));
  return Object.fromEntries(memories.filter(isHidden).map(({ id, hash }) => [id, hash]));
}

function stillHidden({ hidden }: Note, memories: readonly Memory[]): Record<string, string> {
  return Object.fromEntries(memories.filter(({ id, hash }) => hidden[id] === hash).map(({ id, hash }) => [id, hash]));
}

function noteOf({ text, shown }: Pointers, hidden: Record<string, string>): Note {
  const own = shown.map(({ line, memory: { id, hash } }) => ({ line, id, hash }));
  return { wrote: sha256(text), own, hidden };
}
