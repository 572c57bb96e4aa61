/** What a source is called in the history, and where it is noted that it was brought in. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { hashOf } from "../model/id.ts";
import { stateFolder } from "../places/root-names.ts";
import type { Layout } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Names a source in the history: its layout and, by a hash, where it lies. */
export function originOf({ name }: Layout, { path, file = "" }: SourceFolder): string {
  return `${name} ${hashOf(join(path, file), 6)}`;
}

/** Which sources were brought in, a line each: only so that they are not pointed out again. */
export function broughtInNote({ places }: Cairn): string {
  return join(stateFolder(places.cairnHome, places.roots.project.key), "brought-in");
}
