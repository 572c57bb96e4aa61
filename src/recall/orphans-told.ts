/** What is said where nothing was found: memories of this project may lie at a place it has left, or wait to be shared. */

import type { Cairn } from "../cairn.ts";
import { isSharedByTeam } from "../places/repository-roots.ts";

const UNADOPTED =
  "This repository shares a memory in .claude/memory, and you take no part in it yet: cairn team setup, then cairn team review";

/** Where nothing is known and something may be elsewhere. */
export function orphansTold({ places, settings }: Cairn): { elsewhere?: string[] } {
  const orphaned = places.notes.filter(({ what }) => what === "orphaned").map(({ message }) => message);
  const worktree = places.project.git?.worktree;
  // Who switched it off knows of it.
  const isOpen = worktree !== undefined && settings.sourceOf("team.enabled") === "default";
  const elsewhere = isOpen && isSharedByTeam(worktree) ? [...orphaned, UNADOPTED] : orphaned;
  return elsewhere.length === 0 ? {} : { elsewhere };
}

export function shownOrphans(elsewhere: readonly string[] | undefined): string[] {
  return (elsewhere ?? []).map((note) => `! ${note}`);
}
