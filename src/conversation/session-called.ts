/** The session a name means: the one of that id, else the only one whose id begins so. Pure. */

import { CairnError } from "../model/error.ts";

/** A beginning shorter than this is no name. */
const SHORTEST = 4;
const MOST_NAMED = 5;

/** Undefined where there is none; who could mean two is told which. */
export function sessionCalled(named: string, known: Iterable<string>, field = "session"): string | undefined {
  const ids = new Set(known);
  if (ids.has(named)) return named;
  if (named.length < SHORTEST) return undefined;
  const begun = [...ids].filter((id) => id.startsWith(named));
  if (begun.length < 2) return begun[0];
  const rest = begun.length > MOST_NAMED ? `, and ${begun.length - MOST_NAMED} more` : "";
  throw new CairnError("ambiguous", "AMBIGUOUS_ID", `More than one session begins with ${named}.`, {
    field,
    hint: `Say which: ${begun.slice(0, MOST_NAMED).join(", ")}${rest}.`,
  });
}
