/** What is the person's to say, and no agent's: that Cairn is on again, what is kept without review, which model may draft. */

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

/** Which model drafts, what it may cost and what is kept unseen is the person's affair: it takes their words and their money. */
export function refuseAgentsModels({ surface }: Pick<Cairn, "surface">): void {
  if (surface === "cli" || surface === "library") return;
  throw new CairnError(
    "conflict",
    "SECURITY_ERROR",
    "Only the person says which model drafts, and what is kept without review.",
    {
      hint: "They can set it at their own terminal, outside the agent, with config.",
    },
  );
}
