/** The scribe that asks no model: what a session concluded is drafted from its words; here only its summary is made. Costs no token. */

import { summaryOf } from "./none-summary.ts";
import type { Scribe } from "./scribe.ts";

export const none: Scribe = {
  name: "none",
  async write(assignment) {
    return { penned: assignment.kind === "session_summary" ? summaryOf(assignment) : [], tokens: 0 };
  },
};
