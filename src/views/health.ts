/**
 * What stands in a view on disk: do its pointers agree with the files, can it be kept, is there anything in it that
 * Cairn did not print?
 */

import type { Folder } from "../disk/files.ts";
import { closing } from "../disk/files.ts";
import { defined } from "../model/defined.ts";
import type { Store } from "../store/store.ts";
import { bareLines } from "../text/lines.ts";
import { pointerFile } from "./keep.ts";
import { isNoted, readViewNote } from "./note.ts";
import { isListed, isOverflowLine } from "./pointers.ts";
import { largestView, obstacleTo } from "./swap.ts";
import { targetOf, targetsIn } from "./targets.ts";

/** What the host loads of the index; the rest it cuts off. */
const HOST_LINES = 200;
const HOST_BYTES = 25_000;

interface ViewHealth {
  readonly pointers: number;
  readonly files: number;
  without_file: string[];
  readonly without_pointer: number;
  /** Why Cairn leaves the view alone, where it does. */
  readonly left_alone?: string;
}

export function viewHealth(store: Store): ViewHealth {
  return closing(store.rootFolder.folder(""), (folder) => {
    const obstacle = folder === undefined ? undefined : obstacleTo(folder, pointerFile);
    const text = folder === undefined || obstacle !== undefined ? "" : textIn(folder);
    const reason = obstacle ?? overCaps(text);
    return { ...comparison(store, targetsIn(text)), ...defined({ left_alone: reason }) };
  });
}

function textIn(folder: Folder): string {
  return folder.readFile(pointerFile, largestView)?.toString("utf8") ?? "";
}

function overCaps(text: string): string | undefined {
  const over = bareLines(text).length > HOST_LINES || Buffer.byteLength(text) > HOST_BYTES;
  return over ? `has more than the ${HOST_LINES} lines or ${HOST_BYTES} bytes the host loads` : undefined;
}

function comparison(store: Store, targets: readonly string[]): Omit<ViewHealth, "left_alone"> {
  const memories = store.memories();
  const pointed = new Set(targets);
  const paths = new Set([...store.catalog.files()].map(({ path }) => targetOf(path)));
  return {
    pointers: targets.length,
    files: paths.size,
    without_file: targets.filter((target) => !paths.has(target)),
    without_pointer: memories.filter((memory) => isListed(memory) && !pointed.has(targetOf(memory.path))).length,
  };
}

const LARGEST = 10_000_000;

/** Does it hold nothing but what Cairn printed? Then nothing is lost with it. */
export function isDerived({ rootFolder, state }: Store, view: string): boolean {
  if (view === "_session.json") return true;
  return closing(rootFolder.folder(""), (folder) => {
    const text = folder?.readFile(view, LARGEST)?.toString("utf8") ?? "";
    const note = readViewNote(state, view);
    if (view !== "MEMORY.md") return view === "_about.md" && isNoted(note, text);
    const own = new Set(note.own.map(({ line }) => line));
    return bareLines(text).every((line) => line.trim() === "" || own.has(line) || isOverflowLine(line));
  });
}
