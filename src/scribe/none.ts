/** The scribe that asks no model: sentences, fields and outcomes by rule, in the words they were said in. Costs no token. */

import { runbooksIn } from "./none-errors.ts";
import { statementsIn } from "./none-statements.ts";
import { summaryOf } from "./none-summary.ts";
import type { Assignment, Penned, Scribe } from "./scribe.ts";

export const none: Scribe = {
  name: "none",
  async write(assignment) {
    return { penned: penned(assignment), tokens: 0 };
  },
};

function penned(assignment: Assignment): Penned[] {
  if (assignment.kind === "session_summary") return summaryOf(assignment);
  return assignment.kind === "runbook" ? runbooksIn(assignment) : statementsIn(assignment);
}
