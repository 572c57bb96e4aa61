/** The agents that keep something here: a folder alone is left where the only memory was taken back. */

import type { Cairn } from "../cairn.ts";
import { unlessRefused } from "../disk/files.ts";
import { sourcesOf } from "./agent-sources.ts";
import { knownAgents } from "./known-agents.ts";

/** As `squad/name`, sorted. One whose folder cannot be looked into is named: who asks for it is told why. */
export async function agentsWithMemory(cairn: Cairn): Promise<string[]> {
  const kept: string[] = [];
  for (const agent of knownAgents(cairn)) {
    if ((await unlessRefused(() => keepsSomething(cairn, agent))) ?? true) kept.push(agent);
  }
  return kept;
}

async function keepsSomething(cairn: Cairn, agent: string): Promise<boolean> {
  const store = (await cairn.stores(agent)).of("agent");
  return sourcesOf(cairn, store).length > 0 || store.memories().length > 0;
}
