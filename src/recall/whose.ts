/** Whose memories an answer holds, where they are another project's: what it shares with its team is told apart. Pure. */

import type { Scope } from "../model/scope.ts";

export function whoseLine(project: string | undefined, memories: readonly { readonly scope: Scope }[]): string[] {
  if (project === undefined) return [];
  const shared = memories.some(({ scope }) => scope === "team") ? "; team: are those it shares" : "";
  return [`Memories of ${project}${shared}:`];
}
