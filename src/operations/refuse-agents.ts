/** What is the person's to say, and no agent's: that Cairn is on again, and which model may draft. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";

export function refuseAgents({ surface }: Pick<Cairn, "surface">): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError(
    "conflict",
    "SECURITY_ERROR",
    "Cairn is switched off here: only the person switches it on again.",
    {
      hint: `They can do it at their own terminal, outside the agent: cairn start, or node "${process.argv[1]}" start.`,
    },
  );
}

/** Which model drafts, where it is asked and what it may cost is the person's affair: it takes their words and their money. */
export function refuseAgentsModels({ surface }: Pick<Cairn, "surface">): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError("conflict", "SECURITY_ERROR", "Only the person says which model drafts.", {
    hint: "They can set scribe.batch and the rest at their own terminal, outside the agent, with config.",
  });
}
