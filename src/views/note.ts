/**
 * A view of a root and what Cairn remembers of it, `view/<name>.json` in the root's state: kept together. The note is
 * derived, written whole, and may be lost: then every line Cairn would not print counts as a person's.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { type Folder, readFileAt } from "../disk/files.ts";
import { hasShape, isText, listShape, recordShape, type Shape, shaped } from "../places/shape.ts";
import { sha256 } from "../store/record.ts";
import { jsonFrom } from "../text/json.ts";
import { keepView, type PrintedText, type SwapResult } from "./swap.ts";

const LARGEST = 10_000_000;

export interface ViewNote {
  /** Of the whole text, as Cairn left it. */
  readonly wrote: string;
  /** The lines Cairn built, with the memory each points at and what that memory's file was then. */
  readonly own: readonly OwnLine[];
  /** Memories whose pointer a person took out, as they were then: id to hash. */
  readonly hidden: Readonly<Record<string, string>>;
}

interface OwnLine {
  readonly line: string;
  readonly id: string;
  readonly hash: string;
}

const lineShape: Shape<OwnLine> = { line: isText, id: isText, hash: isText };
const noteShape: Shape<ViewNote> = { wrote: isText, own: listShape(shaped(lineShape)), hidden: recordShape(isText) };

/** Of a view that has no lines of its own. */
export const noLines: Pick<ViewNote, "own" | "hidden"> = { own: [], hidden: {} };
const none: ViewNote = { wrote: "", ...noLines };

export function readViewNote(state: string, view: string): ViewNote {
  const note = jsonFrom(readFileAt(placeOf(state, view), LARGEST)?.toString("utf8") ?? "");
  return hasShape(noteShape, note) ? note : none;
}

/** Where the views of a root are kept: under its lock, at a quiet moment. */
export interface ViewShelf {
  readonly folder: Folder;
  /** Where a new text is written before it has its name, if not beside it. */
  readonly temps?: Folder | undefined;
  /** The root's state folder. */
  readonly state: string;
  readonly now: Date;
}

/** A text for the view, and what is to be remembered of it; without that the old note stays. */
export interface NotedText extends PrintedText {
  readonly note?: Pick<ViewNote, "own" | "hidden">;
}

/** Whose line stands no more is not taken for taken out, unless it may be: it is printed again. */
export function keepOwnLines(state: string, view: string, mayGo: (own: OwnLine) => boolean): void {
  const note = readViewNote(state, view);
  const own = note.own.filter(mayGo);
  if (own.length < note.own.length) writeNote(state, view, note, { ...note, own });
}

export function keepNoted(
  { folder, temps, state, now }: ViewShelf,
  name: string,
  print: (text: string | undefined, note: ViewNote) => NotedText | undefined,
): SwapResult {
  const note = readViewNote(state, name);
  const isOurs = (text: string) => isNoted(note, text);
  const { kept, printed } = keepView({ folder, temps, name, now, isOurs, print: (text) => print(text, note) });
  if (printed?.note !== undefined) writeNote(state, name, note, { wrote: sha256(printed.text), ...printed.note });
  return kept;
}

/** Not synced: a power cut that takes it costs no line. */
function writeNote(state: string, view: string, old: ViewNote, note: ViewNote): void {
  const text = JSON.stringify(note);
  if (text !== JSON.stringify(old)) replaceFileQuick(placeOf(state, view), Buffer.from(text));
}

export function isNoted({ wrote }: ViewNote, text: string): boolean {
  return wrote === sha256(text);
}

function placeOf(state: string, view: string): string {
  return join(state, "view", `${view}.json`);
}
