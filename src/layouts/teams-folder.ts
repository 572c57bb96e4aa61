/**
 * Is the folder another store seems to lie in the one a team shares by Cairn? It looks like any folder of Markdown
 * memories; but what lies there is let in by `team review`, and an import would go around that.
 */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { isWithin, realPath } from "../places/paths.ts";
import { isSharedByTeam } from "../places/repository-roots.ts";
import { nameIn } from "../text/relative-path.ts";
import type { Layout } from "./layout.ts";
import type { SourceFolder } from "./source-folder.ts";

const PLACE = ".claude/memory";
const MOST_LOOKED_AT = 20;

/** Told by what the repository and the files say, not by the place: other tools keep their memories there too. */
export function isTeams({ places }: Cairn, layout: Layout, source: SourceFolder): boolean {
  const { worktree, gitDir } = places.project.git ?? {};
  if (worktree === undefined || gitDir === undefined) return false;
  const folder = realPath(join(worktree, PLACE));
  if (folder === undefined || !isWithin(source.path, folder)) return false;
  const isDriven = layout.name === "memdir" && isSharedByTeam(worktree);
  return isDriven || isOfCairn(source);
}

/** Of those that come first in the folder, one as Cairn writes it is enough. */
function isOfCairn(source: SourceFolder): boolean {
  let looked = 0;
  for (const path of source.walk()) {
    if (!path.endsWith(".md") || nameIn(path) === "MEMORY.md") continue;
    if (isCairnsText(source.peek(path) ?? "")) return true;
    looked += 1;
    if (looked >= MOST_LOOKED_AT) break;
  }
  return false;
}

/** Others have `metadata` with a type; a kind and what became of it are Cairn's. */
function isCairnsText(text: string): boolean {
  const front = /^---\r?\n([\s\S]*?)\n---\r?$/m.exec(text)?.[1] ?? "";
  return text.startsWith("---") && [/^metadata:/m, /^ +kind: /m, /^ +status: /m].every((mark) => mark.test(front));
}

export function refuseTeams(cairn: Cairn, layout: Layout, source: SourceFolder): void {
  if (!isTeams(cairn, layout, source)) return;
  throw new CairnError("SECURITY_ERROR", `${PLACE} is what this repository's team shares: it is not imported.`, {
    field: "path",
    hint: "Set it up with cairn team setup, then let in what you want of it: cairn team review.",
  });
}
