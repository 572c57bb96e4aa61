/**
 * What Cairn remembers of a view it wrote: `view/<name>.json` in the root's state. Derived, written whole, and may be
 * lost: then every line Cairn would not print counts as a person's.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { readFileAt } from "../disk/files.ts";
import { z } from "../model/schema.ts";
import { sha256 } from "../store/record.ts";

const LARGEST = 10_000_000;

const Note = z.object({
  /** Of the whole text, as Cairn left it. */
  wrote: z.string(),
  /** The lines Cairn built, with the memory each points at and what that memory's file was then. */
  own: z.array(z.object({ line: z.string(), id: z.string(), hash: z.string() })),
  /** Memories whose pointer a person took out, as they were then: id to hash. */
  hidden: z.record(z.string(), z.string()),
});
export type Note = z.infer<typeof Note>;

const none: Note = { wrote: "", own: [], hidden: {} };

export function readNote(state: string, view: string): Note {
  const bytes = readFileAt(placeOf(state, view), LARGEST);
  return bytes === undefined ? none : (Note.safeParse(parsed(bytes)).data ?? none);
}

/** Not synced: a power cut that takes it costs no line. */
export function writeNote(state: string, view: string, old: Note, note: Note): void {
  const text = JSON.stringify(note);
  if (text !== JSON.stringify(old)) replaceFileQuick(placeOf(state, view), Buffer.from(text));
}

export function isNoted({ wrote }: Note, text: string): boolean {
  return wrote === sha256(text);
}

function placeOf(state: string, view: string): string {
  return join(state, "view", `${view}.json`);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined; // torn or meddled with: as good as lost
  }
}
