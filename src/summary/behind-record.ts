/** The same for who asked and has time: where a session left no trail, the end of the host's own record of it tells. */

import type { Cairn } from "../cairn.ts";
import { recordOf } from "../conversation/session-found.ts";
import { lastPromptIn } from "../hosts/records.ts";
import type { Memory } from "../model/memory.ts";
import { isBehind, isLater, spanOf } from "../recall/behind.ts";

export function isBehindRecord(memory: Memory, cairn: Cairn): boolean {
  const { session, until } = spanOf(memory);
  if (session === undefined || until === undefined) return false;
  if (cairn.sessions.trail(session).state().prompted !== undefined) return isBehind(memory, cairn);
  const record = recordOf(cairn, session);
  const changed = record === undefined ? 0 : Number(record.changedNs / 1_000_000n);
  return record !== undefined && changed > Date.parse(until) && isLater(lastPromptIn(record.path), until);
}
