/** Cairn itself: its folder and settings, its place in the host, its search, and the moments of the last sessions. */

import { staleTaught } from "../agents/taught.ts";
import type { Cairn } from "../cairn.ts";
import { mainTranscripts } from "../conversation/project-transcripts.ts";
import { sessionMeant } from "../conversation/session-meant.ts";
import { isWritable, statOf } from "../disk/files.ts";
import type { Host } from "../hosts/host.ts";
import { installs } from "../hosts/installing.ts";
import { defaultHost } from "../hosts/registry.ts";
import { siteOf } from "../install/wanted.ts";
import { CairnError } from "../model/error.ts";
import { keepsAPlace } from "../model/placeholder.ts";
import { isNewer, readFormat } from "../places/format-version.ts";
import { counted } from "../text/counted.ts";
import { shellWord } from "../text/shell-word.ts";
import { lookAtPage } from "../views/workspace/keep.ts";
import { pageName } from "../views/workspace/page.ts";
import { type Checking, type Finding, ok, readOnly, warning, wrong } from "./check.ts";

export const checkState: Checking = ({ places: { cairnHome, configDir, notes }, settings: { warnings } }) => [
  formatOf(cairnHome),
  privacyOf(cairnHome),
  isWritable(cairnHome) ? ok("state", "CAIRN_HOME can be written") : readOnly("state", "CAIRN_HOME", cairnHome),
  ...(warnings.length === 0
    ? [ok("settings", "sound")]
    : warnings.map((found) =>
        warning("settings", found, "Mend that file by hand; where it is sound JSON, config can."),
      )),
  ...lookAtPage(configDir).warnings.map((found) => warning(pageName, found, "Mend it by hand; Cairn leaves it alone.")),
  ...notes.map(({ message }) => warning("places", message, "See where.")),
];

function formatOf(cairnHome: string): Finding {
  const format = readFormat(cairnHome);
  if (Number.isNaN(format))
    return wrong("format", "format.json cannot be read", 'Remove it, or put back {"version":1}.');
  if (isNewer(format))
    return wrong(
      "format",
      `version ${format}, which a newer Cairn wrote: memories can be read, not changed`,
      "Update Cairn.",
    );
  return ok("format", format === undefined ? "nothing written yet" : `version ${format}`);
}

function privacyOf(cairnHome: string): Finding {
  const home = statOf(cairnHome);
  if (home === undefined) return ok("privacy", "CAIRN_HOME is not there yet");
  if ((home.mode & 0o077) !== 0)
    return wrong("privacy", "others can read CAIRN_HOME", `Take their rights away: chmod 700 ${shellWord(cairnHome)}`);
  return ok("privacy", "only you can read CAIRN_HOME");
}

/** Does the search know every memory? */
export const checkSearch: Checking = async (cairn) => {
  try {
    const { finder, caughtUp } = await cairn.finder();
    const documents = finder.roots.reduce((sum, { index }) => sum + index.documents, 0);
    const known = counted(documents - (await placesKept(cairn)), "memory", "memories");
    return caughtUp
      ? [ok("search", `knows ${known}`)]
      : [warning("search", `knows ${known}, and is behind`, "Run rebuild, or ask again.")];
  } catch (error) {
    // A root that is gone is told by its own check.
    if (error instanceof CairnError) return [];
    throw error;
  }
};

/** Files that only keep a place for what is to come: nobody counts them as memories. */
async function placesKept(cairn: Cairn): Promise<number> {
  const stores = await cairn.stores(undefined, { lenient: true });
  return stores.all().reduce((sum, store) => sum + store.memories().filter(keepsAPlace).length, 0);
}

/** The moments of the host: does it still call, how long did the last answer take, and what went wrong? */
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
  const isOn = (await cairn.host.install?.())?.isOn(siteOf(cairn.places), cairn.env) === true;
  const unheard = isOn ? unheardSince(cairn) : undefined;
  if (unheard !== undefined) return unheard;
  if (ran === undefined) {
    const found = "none seen in this project yet";
    return isOn
      ? warning("hooks", found, `Start a session of ${cairn.host.title} here, then ask again.`)
      : ok("hooks", found);
  }
  const found = `the last one, ${ran.moment} at ${ran.at}, took ${Math.round(ran.ms)} ms`;
  return ran.ms < SLOW_MS ? ok("hooks", found) : warning("hooks", found, "If it goes on: rebuild, and see status.");
}

const DAY_MS = 86_400_000;
/** A host writes its record while a model works: so long after its last moment something is wrong. */
const UNHEARD_MS = 10 * 60_000;

/** The host recorded a session of today in which it did not call Cairn, or ceased to: its server could not be started, or ended. */
function unheardSince(cairn: Cairn): Finding | undefined {
  const now = cairn.clock.now().getTime();
  const newest = mainTranscripts(cairn)[0];
  const changed = newest === undefined ? 0 : Number(newest.changedNs / 1_000_000n);
  if (newest === undefined || now - changed > DAY_MS) return undefined;
  const { ran, offTheRecord } = cairn.sessions.trail(newest.session).state();
  const isHeard = ran !== undefined && changed - Date.parse(ran.at) < UNHEARD_MS;
  if (isHeard || offTheRecord || !cairn.settings.get("enabled")) return undefined;
  const { title } = cairn.host;
  const since = ran === undefined ? "at all" : `after ${ran.at}`;
  const found = `${title} recorded session ${newest.session} until ${new Date(changed).toISOString()}, and did not call Cairn ${since}`;
  const next = `Is node on the PATH that ${title} is started with? It leaves a server that failed alone for about a quarter of an hour: reconnect it with /mcp, or start a new session.`;
  return warning("hooks", found, next);
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

/** Files of instructions are no host's: they are told of with the one that is meant where nobody says which. */
export function checkInstallation(host: Host): Checking {
  return async (cairn) => {
    const install = await host.install?.();
    const [site, { env }] = [siteOf(cairn.places), cairn];
    if (host !== defaultHost) return install?.check(site, env) ?? [];
    const isOthers = install?.isThere(site, env) === false && (await isInAnother(host, cairn));
    return [...(isOthers ? [] : (install?.check(site, env) ?? [])), ...taughtOf(cairn)];
  };
}

/** Who has another client, and not this one, is told nothing of it. */
async function isInAnother(host: Host, { places, env }: Cairn): Promise<boolean> {
  const all = await installs([]);
  return all.some((one) => one.host !== host && one.install.isOn(siteOf(places), env));
}

/** What agents without hooks read of the memory. */
function taughtOf(cairn: Cairn): Finding[] {
  return staleTaught(cairn).map(({ name, command }) =>
    warning("teach", `Cairn's section in ${name} says what an older Cairn said`, `Renew it with ${command}.`),
  );
}

/** What another tool left here is no fault: it is named, with what brings it in. */
export const checkForeignStores: Checking = async (cairn) => {
  const { noticedStores } = await import("../layouts/noticed.ts");
  return noticedStores(cairn).map(({ layout, isTeams, path, command }) =>
    isTeams
      ? warning(
          "team memory",
          `this repository shares a memory in ${path}, and you take no part in it yet`,
          `Set it up with ${command}, then see what is there: cairn team review.`,
        )
      : warning("other memories", `a store of layout ${layout} lies in ${path}`, `To bring it in: ${command}`),
  );
};
