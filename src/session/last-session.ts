/** The last session's thread, as a new one is told of it: dated, where it bears, within its tokens. */

import { threadsAmong } from "../conversation/last-sessions.ts";
import type { Memory } from "../model/memory.ts";
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
  const records = wants ? threadsAmong(cairn, known, family) : [];
  const now = cairn.clock.now();
  const texts = [threadText(records, now), ...records.slice(0, 1).map((record) => threadLine(record, now))];
  const packables = records.length === 0 ? [] : [{ id: "thread", about: { kind: "thread" }, texts }];
  const isNews = (name: string, memory: Memory) => {
    const one = known.find((other) => other.session === name);
    const at = one?.state.lastActivity ?? memory.updated ?? "";
    if (now.getTime() - Date.parse(at) > OLD_MS) return false;
    return one === undefined || isBesideThread(one, memory, records);
  };
  // What a terminal began is no session with an agent.
  const isFirst = all.every(({ session: name }) => name.startsWith("terminal-"));
  const began = known.find((one) => one.session === records[0]?.session)?.state.started ?? "";
  return { packables, records, began, isNews, isFirst };
}

/** A thread tells what its session left behind, but for a task that was only remembered; one without a thread is newer than it. */
function isBesideThread({ session, state }: KnownSession, { kind }: Memory, records: readonly ThreadRecord[]): boolean {
  const isTold = records.some((record) => record.session === session);
  if (isTold) return kind === "task" && state.checkpoint?.task === undefined;
  return (state.lastActivity ?? "") > (records[0]?.at ?? "");
}
