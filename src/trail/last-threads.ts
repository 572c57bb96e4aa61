/** Which sessions a new one goes on from: its branch's last before all others, none that is done for long or too old. Pure. */

import type { KnownSession } from "./sessions.ts";
import { type ThreadRecord, threadRecord } from "./thread-record.ts";

export interface Asking {
  /** The session that asks, and those whose conversation it goes on with: they know their own. */
  readonly family: readonly string[];
  readonly branch: string | undefined;
  readonly project: string;
  readonly now: Date;
}

const DAY_MS = 86_400_000;
const OPEN_DAYS = 14;
const DONE_DAYS = 3;

/** The one to go on from, and perhaps one more that is still open. `known` has the newest first. */
export function lastThreads(known: readonly KnownSession[], asking: Asking): ThreadRecord[] {
  const records = known
    .filter(({ session }) => !asking.family.includes(session))
    .map((one) => threadRecord(one, asking.project))
    .filter((record) => record !== undefined)
    .filter((record) => isFresh(record, asking.now));
  const attended = records.some(({ unattended }) => !unattended) ? records.filter((one) => !one.unattended) : records;
  const own = attended.filter(({ branch }) => branch === asking.branch);
  const first = own[0] ?? attended[0];
  if (first === undefined) return [];
  const isOpen = (one: ThreadRecord) => one !== first && !one.isDone && !one.isSlight;
  const other = own.length > 0 && attended[0] !== first ? attended.find(isOpen) : undefined;
  const before = first.isSlight ? own.find(isOpen) : undefined;
  return [first, ...[before ?? other ?? []].flat()];
}

function isFresh({ at, isDone }: ThreadRecord, now: Date): boolean {
  return now.getTime() - Date.parse(at) <= (isDone ? DONE_DAYS : OPEN_DAYS) * DAY_MS;
}
