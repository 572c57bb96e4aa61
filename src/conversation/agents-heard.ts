/** Whether the sub-agents of a recorded session have read the words of others, as their own records beside it tell. */

import { agentTranscript, turnsOf } from "../hosts/records.ts";
import type { Grounds } from "../trust/outside.ts";
import { heardTurns } from "./heard-turns.ts";

/** All records together: beyond that nobody looks, and they are taken to have. */
const MOST_BYTES = 16_000_000;

export function agentsHeard(path: string, grounds: Grounds): (agent: string) => boolean | undefined {
  const known = new Map<string, boolean | undefined>();
  let left = MOST_BYTES;
  const look = (agent: string): boolean | undefined => {
    const file = agentTranscript(path, agent);
    left -= file?.size ?? 0;
    if (file === undefined || left < 0) return undefined;
    for (const { heard } of heardTurns(turnsOf(file.path), { ...grounds, agentHeard })) if (heard) return true;
    return false;
  };
  const agentHeard = (agent: string): boolean | undefined => {
    if (known.has(agent)) return known.get(agent);
    known.set(agent, undefined); // one that names itself, by way of others, is not known yet
    known.set(agent, look(agent));
    return known.get(agent);
  };
  return agentHeard;
}
