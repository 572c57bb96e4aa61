/** Which session is meant where nobody has to name it: the one this process works for; to a person, the project's last. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { z } from "../model/schema.ts";

export const SessionField = z
  .string()
  .max(200)
  .optional()
  .describe("The session; this one otherwise")
  .meta({ mcp: { hidden: true } });

/** Undefined where there is none: an agent never speaks for another's session. */
export function sessionMeant(cairn: Cairn, given: string | undefined): string | undefined {
  const own = given ?? cairn.sessions.who.session;
  const isPersons = cairn.surface === "cli" || cairn.surface === "library";
  return own ?? (isPersons ? cairn.sessions.latest(cairn.places.project.key)?.session : undefined);
}

export function sessionNeeded(cairn: Cairn, given: string | undefined): string {
  const session = sessionMeant(cairn, given);
  if (session !== undefined) return session;
  throw new CairnError("not-found", "NOT_FOUND", "No session of this project is known.", {
    field: "session",
    hint: "Work in the project's folder, or name the session; status shows the last one.",
  });
}
