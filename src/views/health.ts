/** Do the pointers agree with the files? Lines that point nowhere, and files no line points at. */

import { join } from "node:path";
import { readFileAt, statOf } from "../disk/files.ts";
import type { Store } from "../store/store.ts";
import { isListed } from "./pointers.ts";
import { targetsIn } from "./targets.ts";

const LARGEST = 1_000_000;

export interface ViewHealth {
  readonly pointers: number;
  readonly files: number;
  without_file: string[];
  readonly without_pointer: number;
}

export function viewHealth(store: Store): ViewHealth {
  const path = join(store.ground.real ?? store.root.path, "MEMORY.md");
  const text = statOf(path)?.kind === "file" ? (readFileAt(path, LARGEST)?.toString("utf8") ?? "") : "";
  const pointed = targetsIn(text);
  const listed = store.memories().filter(isListed);
  return {
    pointers: pointed.length,
    files: store.catalog.size,
    without_file: pointed.filter((target) => store.catalog.file(target) === undefined),
    without_pointer: listed.filter((memory) => !pointed.includes(memory.path)).length,
  };
}
