/** The sessions of this project that one goes on from, for whoever asks: the thread of each, its own branch's first. */

import type { Cairn } from "../cairn.ts";
import { defined } from "../model/defined.ts";
import { headOf } from "../places/git.ts";
import type { KnownSession } from "../trail/sessions.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
import { threadRecord } from "../trail/thread-record.ts";
import { threadText } from "../trail/thread-words.ts";

const ASKED_TOKENS = 400;

export function threadsAmong(cairn: Cairn, known: readonly KnownSession[], family: readonly string[]): ThreadRecord[] {
  const { branch } = branchNow(cairn);
  return lastThreads(known, { family, branch, project: cairn.places.project.path, now: cairn.clock.now() });
}

/** In words; empty where there is none. A session does not go on from itself. */
export function lastSessionText(cairn: Cairn): string {
  const { session } = cairn.sessions.who;
  const known = cairn.sessions.of(cairn.places.project.names);
  const records = threadsAmong(cairn, known, session === undefined ? [] : [session]);
  return threadText(records, cairn.clock.now(), ASKED_TOKENS);
}

export function branchNow({ places: { project } }: Cairn): { readonly branch?: string } {
  const branch = project.git === undefined ? undefined : headOf(project.git).branch;
  return defined({ branch });
}

/** Which sessions a new one goes on from: its branch's last before all others, none that is done for long or too old. Pure. */
interface Asking {
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
function lastThreads(known: readonly KnownSession[], asking: Asking): ThreadRecord[] {
  const others = known.filter(({ session }) => !asking.family.includes(session));
  // Put together only as far as it is asked for: what a session was about is dear to find out.
  const made = new Map<KnownSession, ThreadRecord | undefined>();
  const recordOf = (one: KnownSession): ThreadRecord | undefined => {
    if (!made.has(one)) made.set(one, freshRecord(one, asking));
    return made.get(one);
  };
  const find = (among: readonly KnownSession[], isMeant: (record: ThreadRecord) => boolean = () => true) => {
    for (const one of among) {
      const record = recordOf(one);
      if (record !== undefined && isMeant(record)) return record;
    }
    return undefined;
  };
  const watched = others.filter(({ state }) => !state.unattended);
  const attended = find(watched) === undefined ? others : watched;
  const own = attended.filter(({ state }) => state.branch === asking.branch);
  const [newest, newestOwn] = [find(attended), find(own)];
  const first = newestOwn ?? newest;
  if (first === undefined) return [];
  const isOpen = (one: ThreadRecord) => one !== first && !one.isDone && !one.isSlight;
  const other = newestOwn !== undefined && newest !== first ? find(attended, isOpen) : undefined;
  const before = first.isSlight ? find(own, isOpen) : undefined;
  return [first, ...[before ?? other ?? []].flat()];
}

function freshRecord(one: KnownSession, { project, now }: Asking): ThreadRecord | undefined {
  const record = threadRecord(one, project);
  return record !== undefined && isFresh(record, now) ? record : undefined;
}

function isFresh({ at, isDone }: ThreadRecord, now: Date): boolean {
  return now.getTime() - Date.parse(at) <= (isDone ? DONE_DAYS : OPEN_DAYS) * DAY_MS;
}
