/** A project that turns out not to have been used leaves the registry, unless its record holds more than that it was met. */

import { readKnownRoot } from "./known-root.ts";
import { type ProjectRecord, readRecord, registryLock, removeRecord } from "./registry.ts";

/** What registering alone writes. */
const MET = new Set([
  ...["key", "path", "gitCommonDir", "remote", "rootCommit", "shallow", "aliases", "roots", "firstSeen", "lastSeen"],
]);

/** Was it there, and is it gone? `since`: a project known before stays. */
export async function unregister(cairnHome: string, key: string, since: Date): Promise<boolean> {
  return registryLock(cairnHome).during(() => {
    const record = readRecord(cairnHome, key);
    if (record === undefined || !isOnlyMet(record, since) || isUsed(cairnHome, record)) return false;
    removeRecord(cairnHome, key);
    return true;
  });
}

function isOnlyMet(record: ProjectRecord, since: Date): boolean {
  const isNew = Date.parse(record.firstSeen) >= since.getTime();
  return isNew && record.aliases.length === 0 && Object.keys(record).every((name) => MET.has(name));
}

/** Something was written there, or memories were seen. */
function isUsed(cairnHome: string, { roots }: ProjectRecord): boolean {
  return roots.some(({ key }) => readKnownRoot(cairnHome, key) !== undefined);
}
