/** Do the pointers agree with the files? Lines that point nowhere, files no line points at, a view nobody can keep. */

import type { Folder } from "../disk/files.ts";
import type { Store } from "../store/store.ts";
import { linesOf } from "./hand-lines.ts";
import { pointerFile } from "./keep.ts";
import { isListed } from "./pointers.ts";
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
  const folder = store.rootFolder.folder("");
  try {
    const obstacle = folder === undefined ? undefined : obstacleTo(folder, pointerFile);
    const text = folder === undefined || obstacle !== undefined ? "" : textIn(folder);
    const reason = obstacle ?? overCaps(text);
    return { ...comparison(store, targetsIn(text)), ...(reason === undefined ? {} : { left_alone: reason }) };
  } finally {
    folder?.close();
  }
}

function textIn(folder: Folder): string {
  return folder.readFile(pointerFile, largestView)?.toString("utf8") ?? "";
}

function overCaps(text: string): string | undefined {
  const over = linesOf(text).length > HOST_LINES || Buffer.byteLength(text) > HOST_BYTES;
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
