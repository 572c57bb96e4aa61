/** The moments of the host: does it still call, how long did the last answer take, and what went wrong? */

import type { Cairn } from "../../cairn.ts";
import { sessionMeant } from "../../conversation/session-meant.ts";
import { siteOf } from "../../install/site.ts";
import { type Checking, type Finding, ok, warning } from "./check.ts";

const WEEK_MS = 7 * 86_400_000;
const SLOW_MS = 1_000;

export const checkSessions: Checking = async (cairn) => [...switchOf(cairn), await hooksOf(cairn), mishapsOf(cairn)];

/** What `disable` did, or a setting. */
function switchOf({ settings }: Cairn): Finding[] {
  if (settings.get("enabled")) return [];
  const where = settings.sourceOf("enabled") === "project" ? "for this project" : "everywhere";
  return [warning("Cairn", `switched off ${where}: it does nothing by itself`, "Switch it on here with start.")];
}

async function hooksOf(cairn: Cairn): Promise<Finding> {
  const session = sessionMeant(cairn, undefined);
  const ran = session === undefined ? undefined : cairn.sessions.trail(session).state().ran;
  if (ran === undefined) {
    const isOn = (await cairn.host.install?.())?.isOn(siteOf(cairn.places), cairn.env) === true;
    const found = "none seen in this project yet";
    return isOn
      ? warning("hooks", found, `Start a session of ${cairn.host.title} here, then ask again.`)
      : ok("hooks", found);
  }
  const found = `the last one, ${ran.moment} at ${ran.at}, took ${Math.round(ran.ms)} ms`;
  return ran.ms < SLOW_MS ? ok("hooks", found) : warning("hooks", found, "If it goes on: rebuild, and see status.");
}

/** What went wrong at a moment of the host's, where nobody could be told. */
function mishapsOf(cairn: Cairn): Finding {
  const since = cairn.clock.now().getTime() - WEEK_MS;
  const recent = cairn.sessions.mishaps.all().filter(({ at }) => Date.parse(at) >= since);
  const last = recent.at(-1);
  if (last === undefined) return ok("moments", "nothing went wrong in a session this week");
  const found = `${recent.length} went wrong this week; the last, at ${last.moment} (${last.at}): ${last.error}`;
  return warning("moments", found, "If it goes on: mishaps.jsonl in CAIRN_HOME has all of them.");
}
