/** Keeping `_index.md`, `_index-archive.md` and `_session.json` on disk, with everything in them that is not about a memory. */

import type { Memory } from "../model/memory.ts";
import type { Store } from "../store/store.ts";
import { currentState } from "./current-state.ts";
import { fileCell, type IsRow, printArchive, printIndex, recentFirst } from "./index-tables.ts";
import { keepNoted, noLines, type ViewNote, type ViewShelf } from "./note.ts";
import { printSession, type SessionSheet } from "./session-sheet.ts";
import { linesUnder, type Sheet, sheetOf } from "./sheet.ts";
import type { SwapResult } from "./swap.ts";

interface IndexKeeping extends Omit<ViewShelf, "state"> {
  readonly store: Store;
  /** What belongs in the tables. */
  readonly memories: readonly Memory[];
  readonly maxEntries: number;
  readonly project: string;
  readonly projectPath: string;
  readonly session: SessionSheet | undefined;
}

export function keepIndex(keeping: IndexKeeping): SwapResult {
  const { store, memories, maxEntries, project, projectPath: path, session } = keeping;
  return keepTables(keeping, "_index.md", (old, isRow) => {
    const bodyOf = ({ id }: Memory) => store.read(id)?.body ?? "";
    const ofWork = store.memories().filter(({ trust, path }) => trust !== "untrusted" && !store.hasSecret(path));
    const state = currentState(ofWork, bodyOf, linesUnder(old, "Current State"), session?.thread);
    return printIndex({ project, path, state, maxEntries, session }, memories, old, isRow);
  });
}

export function keepArchive(keeping: IndexKeeping): SwapResult {
  const { memories, maxEntries, project, now, session } = keeping;
  const left = recentFirst(memories).slice(maxEntries);
  const page = { project, left, now, session };
  return keepTables(keeping, "_index-archive.md", (old, isRow) => printArchive(page, old, isRow));
}

export function keepSession(keeping: IndexKeeping): SwapResult {
  const { store, session: sheet } = keeping;
  if (sheet === undefined) return "left-alone";
  return keepNoted({ ...keeping, state: store.state }, "_session.json", (text = "") => ({
    text: printSession({ ...keeping, sheet }, text),
    note: noLines,
  }));
}

type Printer = (old: Sheet, isRow: IsRow) => string;

function keepTables({ store, memories, ...shelf }: IndexKeeping, name: string, printer: Printer): SwapResult {
  return keepNoted({ ...shelf, state: store.state }, name, (text = "", note) => ({
    text: printer(sheetOf(text), rowsOf(store, note)),
    note: {
      own: memories.map((memory) => ({ line: fileCell(memory), id: memory.id, hash: memory.hash })),
      hidden: {},
    },
  }));
}

/** A row is about a memory if there is one at that path, or there was. */
function rowsOf({ catalog, history }: Store, { own }: ViewNote): IsRow {
  const printed = new Set(own.map(({ line }) => line));
  return (cell) => {
    const path = cell.replaceAll("%7C", "|").replaceAll("%20", " ");
    return printed.has(cell) || catalog.file(path) !== undefined || history.last(path) !== undefined;
  };
}
