/** Keeping `_index.md` and `_index-archive.md` on disk, with everything in them that is not about a memory. */

import type { Folder } from "../disk/files.ts";
import type { Memory } from "../model/memory.ts";
import { sha256 } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import { currentState } from "./current-state.ts";
import { fileCell, type IsRow, printArchive, printIndex, recentFirst } from "./index-tables.ts";
import { isNoted, type Note, readNote, writeNote } from "./note.ts";
import type { SessionSheet } from "./session-sheet.ts";
import { linesUnder, type Sheet, sheetOf } from "./sheet.ts";
import { type Kept, keepView } from "./swap.ts";

export interface IndexKeeping {
  readonly folder: Folder;
  readonly store: Store;
  /** What belongs in the tables. */
  readonly memories: readonly Memory[];
  readonly maxEntries: number;
  readonly project: string;
  readonly projectPath: string;
  readonly now: Date;
  readonly session: SessionSheet | undefined;
}

export function keepIndex(keeping: IndexKeeping): Kept {
  const { store, memories, maxEntries, project, projectPath: path, session } = keeping;
  return keepTables(keeping, "_index.md", (old, isRow) => {
    const bodyOf = ({ id }: Memory) => store.read(id)?.body ?? "";
    const state = currentState(memories, bodyOf, linesUnder(old, "Current State"));
    return printIndex({ project, path, state, maxEntries, session }, memories, old, isRow);
  });
}

export function keepArchive(keeping: IndexKeeping): Kept {
  const { memories, maxEntries, project, now, session } = keeping;
  const left = recentFirst(memories).slice(maxEntries);
  const page = { project, left, now, session };
  return keepTables(keeping, "_index-archive.md", (old, isRow) => printArchive(page, old, isRow));
}

type Printer = (old: Sheet, isRow: IsRow) => string;

function keepTables({ folder, store, memories, now }: IndexKeeping, name: string, printer: Printer): Kept {
  const note = readNote(store.state, name);
  const print = (text = "") => ({ text: printer(sheetOf(text), rowsOf(store, note)) });
  const { kept, printed } = keepView({ folder, name, now, isOurs: (text) => isNoted(note, text), print });
  if (printed === undefined) return kept;
  const own = memories.map((memory) => ({ line: fileCell(memory), id: memory.id, hash: memory.hash }));
  writeNote(store.state, name, note, { wrote: sha256(printed.text), own, hidden: {} });
  return kept;
}

/** A row is about a memory if there is one at that path, or there was. */
function rowsOf({ catalog, history }: Store, { own }: Note): IsRow {
  const printed = new Set(own.map(({ line }) => line));
  return (cell) => {
    const path = cell.replaceAll("%7C", "|").replaceAll("%20", " ");
    return printed.has(cell) || catalog.file(path) !== undefined || history.last(path) !== undefined;
  };
}
