/** Which session is meant where nobody has to name it: the one this process works for; to a person, the project's last. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { notInTools, z } from "../model/schema.ts";
import { isByPerson } from "../model/trust.ts";
import { nothingYet, type SessionStanding, sessionStandingOf } from "../trail/session-state.ts";
import { sessionCalled } from "./session-found.ts";

export const SessionField = notInTools(z.string().max(200).optional().describe("The session; this one otherwise"));

/** Undefined where there is none: an agent never speaks for another's session. */
export function sessionMeant(cairn: Cairn, given: string | undefined): string | undefined {
  const own = cairn.sessions.who.session;
  if (given !== undefined && given !== own) return sessionSeen(cairn, given);
  return own ?? (isByPerson(cairn.surface) ? cairn.sessions.latest(cairn.places.project.names)?.session : undefined);
}

/** One that left a trail. Only the host can name one that has not yet. */
function sessionSeen(cairn: Cairn, given: string): string {
  if (cairn.sessions.trail(given).exists) return given;
  const all = cairn.sessions.all().map(({ session }) => session);
  const meant = sessionCalled(given, all);
  if (meant !== undefined) return meant;
  throw new CairnError("NOT_FOUND", `No session called ${given} is known.`, {
    field: "session",
    hint: "Give its id or its first characters, as your agent names it; status shows the project's last one.",
  });
}

/** How Cairn stands here, for who asks. */
export function standingHere(cairn: Cairn): SessionStanding {
  const session = sessionMeant(cairn, undefined);
  const state = session === undefined ? nothingYet : cairn.sessions.trail(session).state();
  return sessionStandingOf(state, { enabled: cairn.settings.get("enabled") });
}

/** `isUnderWay`: a session that has ended is taken only if it was named. */
export function sessionNeeded(cairn: Cairn, given: string | undefined, { isUnderWay = false } = {}): string {
  const session = sessionMeant(cairn, given);
  const isNamed = given !== undefined || cairn.sessions.who.session !== undefined;
  const isMeant = !isUnderWay || isNamed || session === undefined || !cairn.sessions.trail(session).state().ended;
  if (session !== undefined && isMeant) return session;
  throw new CairnError("NOT_FOUND", "No session of this project is under way.", {
    field: "session",
    hint: "disable switches Cairn off for the project, and start switches it on again; or name a session, as status shows it.",
  });
}
