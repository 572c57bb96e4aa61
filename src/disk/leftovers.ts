/** What killed processes left in a folder of Cairn's own: temporary files, locks, claims and owner files. */

import { join } from "node:path";
import { CairnError } from "../model/error.ts";
import type { Clock } from "./clock.ts";
import { isTempName } from "./durable.ts";
import { folderEntries, notSaved, removeEmptyFolder, removeFile, removeScratch, statOf } from "./files.ts";
import { RootLock } from "./lock.ts";
import { judgeMaker } from "./maker.ts";

const OF_A_LOCK = /^(?:lock|waiting|(?:claim|new|owner)\..*)$/;
const HOUR_MS = 3_600_000;

/** Says who holds or wants a lock, and nothing else. */
export function isOfLock(name: string): boolean {
  return OF_A_LOCK.test(name);
}

/** Takes away what belongs to nobody any more. A disk that refuses is let be: the next command tries again. */
export function tidy(folder: string, clock: Clock): void {
  unlessRefused(() => {
    const ofLock = sweepTemps(folder, clock).filter(isOfLock);
    if (ofLock.length > 0) sweepLock(folder, ofLock);
  });
}

export function tidyAll(folders: readonly string[], clock: Clock): void {
  for (const folder of folders) tidy(folder, clock);
}

/** The same in a folder that is not Cairn's: only its own temporary files, and nothing that looks like a lock. */
export function tidyAbroad(folder: string, clock: Clock): void {
  unlessRefused(() => sweepTemps(folder, clock));
}

/** What was only put down to be read again, and whoever put it there was killed: another one may be at work just now. */
export function tidyScratch(folder: string, clock: Clock): void {
  unlessRefused(() => {
    const found = folderEntries(folder);
    if (found === undefined) return;
    const long = clock.now().getTime() - HOUR_MS;
    for (const place of found.map(({ name }) => join(folder, name))) {
      const made = statOf(place)?.mtimeNs ?? 0n;
      if (Number(made / 1_000_000n) < long) removeScratch(place);
    }
    removeEmptyFolder(folder);
  });
}

function sweepTemps(folder: string, clock: Clock): string[] {
  const names = (folderEntries(folder) ?? []).map(({ name }) => name);
  for (const name of names) if (isAbandoned(folder, name, clock)) removeFile(join(folder, name));
  return names;
}

function unlessRefused(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(notSaved(error, "") instanceof CairnError)) throw error;
  }
}

/** Of a dead process at once; where nobody can tell whose it is, after an hour. */
function isAbandoned(folder: string, name: string, clock: Clock): boolean {
  if (!isTempName(name)) return false;
  const judged = judgeMaker(name);
  if (judged !== "unknown") return judged === "dead";
  const stat = statOf(join(folder, name));
  return stat !== undefined && Number(stat.mtimeNs / 1_000_000n) < clock.now().getTime() - HOUR_MS;
}

/** While it is held, whatever else lies there and is dead means nothing. */
function sweepLock(folder: string, names: readonly string[]): void {
  const lock = new RootLock({ folder });
  if (!lock.hasLeftovers(names)) return;
  const held = lock.tryAcquire();
  held?.sweepDead();
  held?.release();
}
