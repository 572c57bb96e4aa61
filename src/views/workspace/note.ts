/**
 * What Cairn remembers of the page it wrote: `workspace/page.json` below CAIRN_HOME. Derived, and may be lost: then every
 * word Cairn would not print counts as a person's.
 */

import { join } from "node:path";
import { replaceFileQuick } from "../../disk/durable.ts";
import { readOwnObject } from "../../places/paths.ts";
import { hasShape, isText, listShape, maybe, recordShape, type Shape, shaped } from "../../places/shape.ts";

const LARGEST = 10_000_000;

export interface WorkspaceNote {
  /** Hash of the whole text, as Cairn left it. */
  readonly wrote: string;
  /** The keys of the projects that had a row then. */
  readonly shown: readonly string[];
  /** Those whose row a person took out. */
  readonly hidden: readonly string[];
  /** What Cairn wrote, or was about to write, into a project's cells. */
  readonly cells: Readonly<Record<string, Cells>>;
  /** The quick reference as Cairn wrote it, or was about to. */
  readonly quick: readonly string[];
}

interface Cells {
  readonly path: readonly string[];
  readonly status: readonly string[];
}

const cellsShape: Shape<Cells> = { path: listShape(isText), status: listShape(isText) };
/** One of before there was a quick reference to know has none. */
const noteShape: Shape<Omit<WorkspaceNote, "quick"> & { readonly quick?: readonly string[] | undefined }> = {
  wrote: isText,
  shown: listShape(isText),
  hidden: listShape(isText),
  cells: recordShape(shaped(cellsShape)),
  quick: maybe(listShape(isText)),
};

export const noNote: WorkspaceNote = { wrote: "", shown: [], hidden: [], cells: {}, quick: [] };

export function noteFolder(cairnHome: string): string {
  return join(cairnHome, "workspace");
}

export function readWorkspaceNote(cairnHome: string): WorkspaceNote {
  const note = readOwnObject(placeOf(cairnHome), LARGEST);
  return hasShape(noteShape, note) ? { ...note, quick: note.quick ?? [] } : noNote;
}

/** Not synced: a power cut that takes it costs no word of a person's. */
export function writeWorkspaceNote(cairnHome: string, note: WorkspaceNote): void {
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
  const quick = [...new Set([...before.quick, ...after.quick])];
  return { ...before, cells: Object.fromEntries(cells), quick };
}

function placeOf(cairnHome: string): string {
  return join(noteFolder(cairnHome), "page.json");
}
