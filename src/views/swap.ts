/**
 * The one way a view is changed on disk: only if it is still what was read, never through a link, and with every word
 * that was typed into it meanwhile. Editors take no lock, so a file touched a moment ago is left to them.
 */

import { isUtf8 } from "node:buffer";
import { removeTemp, writeTemp } from "../disk/durable.ts";
import { codeOf, type Folder, isMissing, type OpenFile, type Stat } from "../disk/files.ts";
import { makerToken } from "../disk/maker.ts";

/** A file touched so lately may be in the middle of being edited. */
const SETTLED_MS = 2_000;
export const largestView = 1_000_000;
const OWNER_MAY_WRITE = 0o200;
const MOST_TURNS = 100;

export type SwapResult = "written" | "unchanged" | "too-fresh" | "left-alone";

/** A text for the view, with whatever its maker wants back when it stands. */
export interface PrintedText {
  readonly text: string;
}

interface View<P extends PrintedText> {
  readonly folder: Folder;
  /** Where a new text is written before it has its name. */
  readonly temps?: Folder | undefined;
  readonly name: string;
  readonly now: Date;
  /** Is this what Cairn itself left there? Then nobody can be in the middle of an edit. */
  readonly isOurs: (text: string) => boolean;
  /** From the text that stands there (undefined: no file) to the one that should; undefined: it is left alone. */
  readonly print: (text: string | undefined) => P | undefined;
}

interface Outcome<P extends PrintedText> {
  readonly kept: SwapResult;
  /** What stands there now, if it is what was asked for. */
  readonly printed?: P;
}

export function keepView<P extends PrintedText>({
  folder,
  temps = folder,
  name,
  now,
  isOurs,
  print,
}: View<P>): Outcome<P> {
  const seen = see(folder, name);
  if (typeof seen === "string") return { kept: "left-alone" };
  try {
    if (isFresh(seen, now) && !isOurs(seen.text)) return { kept: "too-fresh" };
    const printed = print(seen.file === undefined ? undefined : seen.text);
    if (printed === undefined) return { kept: "left-alone" };
    if (printed.text === seen.text) return { kept: "unchanged", printed };
    return swap({ folder, temps }, name, seen, printed.text) ? { kept: "written", printed } : { kept: "too-fresh" };
  } finally {
    seen.file?.close();
  }
}

/** Why a view cannot be kept up to date, in words for a person; undefined if it can. */
export function obstacleTo(folder: Folder, name: string): string | undefined {
  const seen = see(folder, name);
  if (typeof seen === "string") return seen;
  seen.file?.close();
  return undefined;
}

/** A view as it was read; its descriptor stays open, so that a late edit of the old file is still seen. */
interface Seen {
  readonly file: OpenFile | undefined;
  readonly stat: Stat | undefined;
  readonly bytes: Buffer;
  readonly text: string;
}

const nothing: Seen = { file: undefined, stat: undefined, bytes: Buffer.alloc(0), text: "" };

function see(folder: Folder, name: string): Seen | string {
  const there = folder.stat(name);
  if (there === undefined) return nothing;
  if (there.kind !== "file") return there.kind === "link" ? "is a symbolic link" : "is no ordinary file";
  if ((there.mode & OWNER_MAY_WRITE) === 0) return "is read-only";
  if (there.size > largestView) return "is too large";
  const file = openSeen(folder, name);
  if (typeof file !== "object") return file ?? nothing;
  try {
    const stat = file.stat();
    const bytes = file.readAll(largestView);
    if (isUtf8(bytes)) return { file, stat, bytes, text: bytes.toString("utf8") };
    file.close();
    return "is not UTF-8 text";
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Between the look and the opening it may have gone, or a link may have come. */
function openSeen(folder: Folder, name: string): OpenFile | string | undefined {
  try {
    return folder.open(name, "read");
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (codeOf(error) === "ELOOP") return "is a symbolic link";
    throw error;
  }
}

/** Also a moment after `now`, which was asked for a moment ago; a time far ahead is a clock gone wrong. */
function isFresh({ stat }: Seen, now: Date): boolean {
  if (stat === undefined) return false;
  return Math.abs(now.getTime() - Number(stat.mtimeNs / 1_000_000n)) < SETTLED_MS;
}

interface Place {
  readonly folder: Folder;
  readonly temps: Folder;
}

/** False if somebody was faster, or typed into the old file while it was replaced: that text stands there then. */
function swap(place: Place, name: string, seen: Seen, text: string): boolean {
  const { name: temp } = writeTemp(place.temps, makerToken(), Buffer.from(text), seen.stat?.mode);
  if (!put(place, name, temp, seen)) {
    removeTemp(place.temps, temp);
    return false;
  }
  const late = seen.file?.readAll(largestView * 4);
  if (late === undefined || late.equals(seen.bytes)) return true;
  giveBack(place, name, { wrote: text, typed: late.toString("utf8") });
  return false;
}

/** The old or the new file, both whole and with every hand-written line: so the folder needs no sync. */
function put(place: Place, name: string, temp: string, seen: Seen): boolean {
  const { folder, temps } = place;
  if (seen.file === undefined) return linked(place, name, temp);
  if (!seen.file.readAll(largestView * 4).equals(seen.bytes)) return false;
  if (folder.stat(name)?.ino !== seen.stat?.ino) return false;
  temps.renameInto(temp, folder, name);
  return true;
}

function linked({ folder, temps }: Place, name: string, temp: string): boolean {
  try {
    temps.linkInto(temp, folder, name);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  removeTemp(temps, temp);
  return true;
}

/** What was typed goes back as it is; Cairn's own lines wait. Again, if somebody comes in between once more. */
function giveBack(place: Place, name: string, { wrote, typed }: { wrote: string; typed: string }): void {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const seen = see(place.folder, name);
    if (typeof seen === "string") return;
    try {
      const text = seen.text === wrote ? typed : withLinesOf(seen.text, typed);
      if (text === seen.text || swap(place, name, seen, text)) return;
    } finally {
      seen.file?.close();
    }
  }
}

function withLinesOf(text: string, other: string): string {
  const there = new Set(text.split("\n"));
  const missing = other.split("\n").filter((line) => !there.has(line));
  const whole = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return missing.length === 0 ? text : `${whole}${missing.join("\n")}\n`;
}
