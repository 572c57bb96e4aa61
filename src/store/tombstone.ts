/**
 * What stays of a memory of the team's that was retired: its file with its name and that it is retired, and no word of
 * what it said, so that nothing comes back with an old branch. The words are in the history here, and in git.
 */

import { parseMemory } from "../format/parse.ts";
import { printMemory } from "../format/print.ts";
import { CairnError } from "../model/error.ts";
import type { Lifecycle, MemoryId, Written } from "../model/memory.ts";
import type { History } from "./history.ts";

export function tombstoneOf(id: MemoryId, { kind, type, created }: Written, retired: Lifecycle): string {
  const { at } = retired;
  // Never without `created`: a file that lost it would be taken for one whose keys a foreign program dropped.
  return printMemory({
    name: id,
    kind,
    type,
    status: "retired",
    created: created ?? at,
    updated: at,
    retired,
    title: "",
    body: "",
  });
}

/** The last text of a path that still said something, as far as the history here goes. */
export function textBeforeTombstone(history: History, path: string): string {
  for (const entry of [...history.versionsOf(path)].reverse()) {
    const { before, after } = history.log.textsOf(entry);
    for (const text of [after?.toString("utf8"), before?.toString("utf8")]) {
      if (text && parseMemory(text, path).written.status !== "retired") return text;
    }
  }
  throw new CairnError("RESTORE_ERROR", "What it said is not in the history of this machine.", {
    hint: `git has it: git log -p -- .claude/memory/${path}. Remember it anew from there.`,
  });
}
