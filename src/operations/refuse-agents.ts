/** What the person switched off no agent switches on again. */

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
