/** Which agents have a memory in this repository, and which of them a sub-agent is. */

import type { Cairn } from "../cairn.ts";
import { agentsHere } from "../places/repository-roots.ts";
import type { Finder, FoundHits } from "../search/files/finder.ts";
import type { Store } from "../store/store.ts";

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

/** What single agents of this repository know of a question: named, so that it can be asked for, and not told unasked. */
interface KnownToAgent {
  agent: string;
  id: string;
}

const MOST_AGENTS = 20;
const MOST_NAMED = 3;

/** The best few; none where nothing bears closely on the question. */
export async function knownToAgents(cairn: Cairn, ask: (finder: Finder) => FoundHits): Promise<KnownToAgent[]> {
  const stores = new Map<Store, string>();
  for (const agent of knownAgents(cairn).slice(0, MOST_AGENTS)) {
    const reached = await cairn.reach(agent);
    if (reached.has("agent")) stores.set(reached.of("agent"), agent);
  }
  if (stores.size === 0) return [];
  const { searchIn } = await import("../workspace/other-project.ts");
  const { hits, weak } = await searchIn(cairn, [...stores.keys()], ask);
  if (weak) return [];
  return hits.slice(0, MOST_NAMED).map(({ memory, store }) => ({ agent: stores.get(store) ?? "", id: memory.id }));
}

/** Names only: nothing in it can be anything but a slug. */
export function agentsLine(found: readonly KnownToAgent[]): string {
  const names = found.map(({ agent, id }) => `${agent}: ${id}`);
  return `Agents know of it too (show <id> --agent <squad/name>): ${names.join("; ")}`;
}
