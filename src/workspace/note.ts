/**
 * What Cairn remembers of the page it wrote: `workspace/page.json` below CAIRN_HOME. Derived, and may be lost: then every
 * word Cairn would not print counts as a person's.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { replaceFileQuick } from "../disk/durable.ts";
import { z } from "../model/schema.ts";
import { readOwnObject } from "../places/paths.ts";

const LARGEST = 10_000_000;

const WorkspaceNote = z.object({
  /** Hash of the whole text, as Cairn left it. */
  wrote: z.string(),
  /** The keys of the projects that had a row then. */
  shown: z.array(z.string()),
  /** Those whose row a person took out. */
  hidden: z.array(z.string()),
  /** What Cairn wrote, or was about to write, into a project's cells. */
  cells: z.record(z.string(), z.object({ path: z.array(z.string()), status: z.array(z.string()) })),
});
export type WorkspaceNote = z.infer<typeof WorkspaceNote>;

export const noNote: WorkspaceNote = { wrote: "", shown: [], hidden: [], cells: {} };

export function noteFolder(cairnHome: string): string {
  return join(cairnHome, "workspace");
}

export function readNote(cairnHome: string): WorkspaceNote {
  return WorkspaceNote.safeParse(readOwnObject(placeOf(cairnHome), LARGEST)).data ?? noNote;
}

/** Not synced: a power cut that takes it costs no word of a person's. */
export function writeNote(cairnHome: string, note: WorkspaceNote): void {
  replaceFileQuick(placeOf(cairnHome), Buffer.from(`${JSON.stringify(note)}\n`));
}

/** What may stand on the page while it is being changed: the words before, and the words after. */
export function both(before: WorkspaceNote, after: Omit<WorkspaceNote, "wrote">): WorkspaceNote {
  const keys = [...new Set([...Object.keys(before.cells), ...Object.keys(after.cells)])];
  const cells = keys.map((key) => {
    const parts = [before.cells[key], after.cells[key]];
    const union = (column: "path" | "status") => [...new Set(parts.flatMap((part) => part?.[column] ?? []))];
    return [key, { path: union("path"), status: union("status") }];
  });
  return { ...before, cells: Object.fromEntries(cells) };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function placeOf(cairnHome: string): string {
  return join(noteFolder(cairnHome), "page.json");
}
