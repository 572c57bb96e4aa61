/** Which agents have a memory in this repository, and which of them a sub-agent is. */

import type { Cairn } from "../cairn.ts";
import { agentsHere } from "../places/repository-roots.ts";

/** As `squad/name`, sorted. */
export function knownAgents(cairn: Cairn): string[] {
  return agentsHere({ cwd: cairn.cwd, worktree: cairn.places.project.git?.worktree });
}

/** The one the host's name for a sub-agent means, by its squad too where that is said; undefined where two could be meant. */
export function agentCalled(kind: string, agents: readonly string[]): string | undefined {
  if (isCairns(kind)) return undefined;
  const words = kind.toLowerCase().split(/[:/]/).map(plain);
  const name = words.at(-1) ?? "";
  const squad = words.length > 1 ? words.at(-2) : undefined;
  const named = agents.filter((agent) => agent.split("/")[1] === name);
  const exact = squad === undefined ? [] : named.filter((agent) => agent.split("/")[0] === squad);
  const meant = exact.length > 0 ? exact : squad === undefined ? named : [];
  return meant.length === 1 ? meant[0] : undefined;
}

/** Agents of the plugin work for Cairn: no repository has anything to say to them. */
function isCairns(kind: string): boolean {
  return kind.toLowerCase().startsWith("cairn:");
}

function plain(text: string): string {
  return text.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
