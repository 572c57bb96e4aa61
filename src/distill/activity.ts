/** How much was done in a session: what its summary goes by. Sub-agents' own work is the one call that started them. Pure. */

import { activityWeights } from "../model/triage-cues.ts";
import type { Turn } from "../transcripts/turn.ts";

export interface Activity {
  readonly uses: number;
  readonly tools: number;
  /** How often the person said something and was answered. */
  readonly exchanges: number;
}

export function activityOf(turns: readonly Turn[]): Activity {
  const main = turns.filter(({ agent }) => agent === undefined);
  const uses = main.flatMap((turn) => turn.uses ?? []);
  let exchanges = 0;
  let isAsked = false;
  for (const { by, text, uses: called = [] } of main) {
    if (by === "person" && text.trim() !== "") isAsked = true;
    else if (by === "agent" && isAsked && (text !== "" || called.length > 0)) {
      exchanges++;
      isAsked = false;
    }
  }
  return { uses: uses.length, tools: new Set(uses.map(({ tool }) => tool)).size, exchanges };
}

export function activityScore({ uses, tools, exchanges }: Activity): number {
  const { use, tool, exchange } = activityWeights;
  return Math.round(Math.min(1, use * uses + tool * tools + exchange * exchanges) * 10_000) / 10_000;
}
