/** The place that is in force, and what is said of it where nobody asked to sync: by the server, `doctor` and `status`. */

import { homedir } from "node:os";
import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { type Finding, ok, warning } from "../model/finding.ts";
import { counted } from "../text/counted.ts";
import { type SyncPlace, syncPlaceOf } from "./address.ts";
import { lastSync } from "./seen.ts";

/** Undefined where none is set up. */
export function placeInForce(cairn: Cairn): SyncPlace | undefined {
  const given = cairn.settings.get("sync.place");
  return given === "" ? undefined : placeOf(cairn, given);
}

/** The one that was set up, whatever the environment says. */
export function placeWritten({ settings }: Cairn): string | undefined {
  const written = settings.written("sync.place");
  return typeof written === "string" && written !== "" ? written : undefined;
}

const RESET = "Set another one up: cairn sync setup <git remote or folder>. Leave it: cairn config reset sync.place.";

/** For who only tells of it: a place that cannot be one costs a line. */
function placeOrWhy(cairn: Cairn): SyncPlace | CairnError | undefined {
  try {
    return placeInForce(cairn);
  } catch (error) {
    if (error instanceof CairnError) return error;
    throw error;
  }
}

export function placeOf({ cwd, env }: Cairn, given: string): SyncPlace {
  return syncPlaceOf(given, { cwd, home: env["HOME"] || homedir() });
}

/** At session start and end, by the server once nobody waits for it: nothing is said unless it is asked for. */
export async function syncByItself(cairn: Cairn): Promise<void> {
  if (!cairn.settings.get("sync.auto") || !cairn.settings.get("enabled")) return;
  const place = placeInForce(cairn);
  if (place === undefined) return;
  const { syncWith } = await import("./syncing.ts");
  await syncWith(cairn, place, { dryRun: false });
}

/** For `doctor`: nothing where no place is set up. */
export async function checkSync(cairn: Cairn): Promise<Finding[]> {
  const place = placeOrWhy(cairn);
  if (place === undefined) return [];
  if (place instanceof CairnError) return [warning("sync", place.message, RESET)];
  const { at, failed } = lastSync(cairn.places.cairnHome, place);
  if (failed !== undefined) return [warning("sync", failed, "Try it: cairn sync. Leave it for good: cairn sync off.")];
  if (at === undefined) return [warning("sync", `${place.shown} was never reached from here`, "Try it: cairn sync.")];
  const own = (await cairn.stores(undefined, { lenient: true })).memories(["user", "project"]);
  const [first, ...rest] = own.filter(({ conflict = [] }) => conflict.length > 0);
  if (first === undefined) return [ok("sync", `in step with ${place.shown} at ${at}`)];
  const id = `${first.scope}:${first.id}`;
  const found = `${counted(rest.length + 1, "memory holds", "memories hold")} two versions: ${id}${rest.length > 0 ? " …" : ""}`;
  return [warning("sync", found, `See both, then choose: cairn team resolve ${id}.`)];
}

/** For `status`: one line, or none. */
export function syncNote(cairn: Cairn): string[] {
  const place = placeOrWhy(cairn);
  if (place === undefined) return [];
  if (place instanceof CairnError) return [`sync: ${place.message} ${RESET}`];
  const { failed } = lastSync(cairn.places.cairnHome, place);
  return failed === undefined ? [] : [`sync: ${failed}`];
}
