/** What a source is called in the history, and where it is noted that it was brought in. */

import { dirname, join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { appendLine, makeFolders, readFileAt } from "../disk/files.ts";
import { hashOf } from "../model/id.ts";
import { stateFolder } from "../places/root-names.ts";
import type { Layout } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Names a source in the history: its layout and, by a hash, where it lies. */
export function originOf({ name }: Layout, { path, file = "" }: Pick<SourceFolder, "path" | "file">): string {
  return `${name} ${hashOf(join(path, file), 6)}`;
}

/** Which sources were brought in or written by Cairn, a line each: only so that they are not pointed out. */
function noteOf({ places }: Cairn): string {
  return join(stateFolder(places.cairnHome, places.roots.project.key), "brought-in");
}

const LARGEST_NOTE = 1_000_000;

export function knownOrigins(cairn: Cairn): Set<string> {
  return new Set(readFileAt(noteOf(cairn), LARGEST_NOTE)?.toString("utf8").split("\n"));
}

export function noteKnown(cairn: Cairn, origin: string): void {
  if (knownOrigins(cairn).has(origin)) return;
  const path = noteOf(cairn);
  makeFolders(dirname(path));
  appendLine(path, origin);
}
