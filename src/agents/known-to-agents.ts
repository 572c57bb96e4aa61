/** What single agents of this repository know of a question: named, so that it can be asked for, and not told unasked. */

import type { Cairn } from "../cairn.ts";
import { z } from "../model/schema.ts";
import type { Finder, FoundHits } from "../search/files/finder.ts";
import type { Store } from "../store/store.ts";
import { searchIn } from "../workspace/other-project.ts";
import { knownAgents } from "./known-agents.ts";

export const KnownToAgent = z.object({ agent: z.string(), id: z.string() });
export type KnownToAgent = z.infer<typeof KnownToAgent>;

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
  const { hits, weak } = await searchIn(cairn, [...stores.keys()], ask);
  if (weak) return [];
  return hits.slice(0, MOST_NAMED).map(({ memory, store }) => ({ agent: stores.get(store) ?? "", id: memory.id }));
}

/** Names only: nothing in it can be anything but a slug. */
export function agentsLine(found: readonly KnownToAgent[]): string {
  const names = found.map(({ agent, id }) => `${agent}: ${id}`);
  return `Agents know of it too (show <id> --agent <squad/name>): ${names.join("; ")}`;
}
