/** The last session's thread, as a new one is told of it: dated, where it bears, within its tokens. */

import type { Cairn } from "../cairn.ts";
import type { Memory } from "../model/memory.ts";
import { headOf } from "../places/git.ts";
import { lastThreads } from "../trail/last-threads.ts";
import type { KnownSession } from "../trail/sessions.ts";
import type { ThreadRecord } from "../trail/thread-record.ts";
import { threadLine, threadText } from "../trail/thread-words.ts";
import type { LastTold } from "./at-hand.ts";
import type { Around } from "./moment.ts";

/** What is older is no news. */
const OLD_MS = 14 * 86_400_000;

/** What a new session goes on from. Folded from the trails as they are: one that was cut off has said enough. */
export function lastSessionFor({ cairn, session }: Around, family: readonly string[]): LastTold {
  const all = cairn.sessions.all(session);
  const known = cairn.sessions.of(cairn.places.project.names, all);
  const wants = cairn.settings.get("session.loadThread");
  const records = wants ? threadsOf(cairn, known, family) : [];
  const now = cairn.clock.now();
  const texts = [threadText(records, now), ...records.slice(0, 1).map((record) => threadLine(record, now))];
  const packables = records.length === 0 ? [] : [{ id: "thread", about: { kind: "thread" }, texts }];
  const isNews = (name: string, memory: Memory) => {
    const one = known.find((other) => other.session === name);
    const at = one?.state.lastActivity ?? memory.updated ?? "";
    if (now.getTime() - Date.parse(at) > OLD_MS) return false;
    return one === undefined || isBesideThread(one, memory, records);
  };
  return { packables, records, isNews, isFirst: all.length === 0 };
}

/** A thread tells what its session left behind, but for a task that was only remembered; one without a thread is newer than it. */
function isBesideThread({ session, state }: KnownSession, { kind }: Memory, records: readonly ThreadRecord[]): boolean {
  const isTold = records.some((record) => record.session === session);
  if (isTold) return kind === "task" && state.checkpoint?.task === undefined;
  return (state.lastActivity ?? "") > (records[0]?.at ?? "");
}

/** For who asks: the sessions to go on from, other than these. */
export function lastSessions(cairn: Cairn, family: readonly string[] = []): ThreadRecord[] {
  return threadsOf(cairn, cairn.sessions.of(cairn.places.project.names), family);
}

function threadsOf(cairn: Cairn, known: readonly KnownSession[], family: readonly string[]): ThreadRecord[] {
  const { branch } = branchNow(cairn);
  return lastThreads(known, { family, branch, project: cairn.places.project.path, now: cairn.clock.now() });
}

export function branchNow({ places: { project } }: Cairn): { readonly branch?: string } {
  const branch = project.git === undefined ? undefined : headOf(project.git).branch;
  return branch === undefined ? {} : { branch };
}
