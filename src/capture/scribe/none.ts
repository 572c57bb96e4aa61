/** The scribe that asks no model: sentences, fields and outcomes by rule, in the words they were said in. Costs no token. */

import { runbooksIn } from "./none-errors.ts";
import { statementsIn } from "./none-statements.ts";
import { summaryOf } from "./none-summary.ts";
import type { Assignment, Penned, Scribe } from "./scribe.ts";
import { takesBack } from "./session-words.ts";

export const none: Scribe = {
  name: "none",
  async write(assignment) {
    return { penned: penned(assignment), tokens: 0 };
  },
};

function penned(assignment: Assignment): Penned[] {
  if (assignment.kind === "session_summary") return summaryOf(assignment);
  if (assignment.kind === "runbook") return runbooksIn(assignment);
  const said = statementsIn(assignment);
  return assignment.kind === "decision" ? stillHolding(said, assignment) : said;
}

/** A decision that the next one takes back is none to keep. */
function stillHolding(decisions: readonly Penned[], { turns }: Assignment): Penned[] {
  const placeOf = ({ intent }: Penned) => intent.turns.at(-1) ?? 0;
  const inOrder = [...decisions].sort((a, b) => placeOf(a) - placeOf(b));
  return decisions.filter((one) => {
    const next = inOrder[inOrder.indexOf(one) + 1];
    return next === undefined || placeOf(next) === placeOf(one) || !takesBack(turns[placeOf(next)]?.text ?? "");
  });
}
