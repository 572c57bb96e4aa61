/** The first thing every command does: what killed processes left goes. Each store looks after its own folder. */

import { join } from "node:path";
import type { Clock } from "../disk/clock.ts";
import { tidy, tidyAbroad, tidyScratch } from "../disk/leftovers.ts";
import type { Places } from "./resolve.ts";
import { stateFolder } from "./root-names.ts";

/** Wherever a file is replaced: what is left of that may hold the words of a memory that was taken out for good. */
const PARTS = [
  "",
  "sessions",
  "transcripts",
  "workspace",
  "distilled",
  "edit",
  join("locks", "projects"),
  join("locks", "settings"),
  join("locks", "capture-log"),
  join("locks", "usage"),
  join("locks", "trails"),
];

/** Below Cairn's home: copies that are only read, of memories too. */
export function scratchFolder(cairnHome: string): string {
  return join(cairnHome, "scratch");
}

export function tidyHome({ configDir, cairnHome, others }: Places, clock: Clock): void {
  tidyAbroad(configDir, clock); // where workspace.md is
  tidyAbroad(join(cairnHome, "projects"), clock); // a project may be called like a lock's file
  tidyScratch(scratchFolder(cairnHome), clock);
  const places = PARTS.map((part) => join(cairnHome, part));
  // Nobody opens a place that was left; a move that was stopped there may have been at its history.
  const states = others.map(({ root }) => stateFolder(cairnHome, root.key));
  for (const folder of [...places, ...states, ...states.map((state) => join(state, "log"))]) tidy(folder, clock);
}
