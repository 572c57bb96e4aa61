/** Whether a view holds nothing but what Cairn printed: then nothing is lost with it. */

import type { Store } from "../store/store.ts";
import { linesOf } from "./hand-lines.ts";
import { isNoted, readNote } from "./note.ts";
import { isOverflowLine } from "./pointers.ts";

const LARGEST = 10_000_000;

export function isDerived({ rootFolder, state }: Store, view: string): boolean {
  if (view === "_session.json") return true;
  const folder = rootFolder.folder("");
  try {
    const text = folder?.readFile(view, LARGEST)?.toString("utf8") ?? "";
    const note = readNote(state, view);
    if (view !== "MEMORY.md") return view === "_about.md" && isNoted(note, text);
    const own = new Set(note.own.map(({ line }) => line));
    return linesOf(text).every((line) => line.trim() === "" || own.has(line) || isOverflowLine(line));
  } finally {
    folder?.close();
  }
}
