/** The sessions of this project that one goes on from, for whoever asks: the thread of each, its own branch's first. */

import type { Cairn } from "../cairn.ts";
import { defined } from "../model/defined.ts";
import { headOf } from "../places/git.ts";
import { lastThreads } from "../trail/last-threads.ts";
import type { KnownSession } from "../trail/sessions.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
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
