/** Which sessions of a project have no summary yet, or one that is behind; and the lines that say so at a start. */

import type { Cairn } from "../cairn.ts";
import { CairnError } from "../model/error.ts";
import { sessionMemoryId } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import { isKeptUnasked } from "../model/placeholder.ts";
import { isBehind, spanOf } from "../recall/behind.ts";
import { memoryOf } from "../store/known-memories.ts";
import type { Stores } from "../store/stores.ts";
import type { KnownSession } from "../trail/sessions.ts";

const MOST_NAMED = 3;
/** Older ones are for who asks. */
const DUE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Sessions with something said in them that may be kept, the newest first. */
export function unsummarized(cairn: Cairn, stores: Stores, except: string): KnownSession[] {
  const { names } = cairn.places.project;
  const oldest = cairn.clock.now().getTime() - DUE_DAYS * DAY_MS;
  const isRecent = ({ state }: KnownSession) => Date.parse(state.lastActivity ?? "") > oldest;
  const may = ({ state }: KnownSession) => state.turns > 0 && !state.offTheRecord && !state.stopped;
  const store = stores.of("project");
  return cairn.sessions
    .of(names)
    .filter((known) => known.session !== except && isRecent(known) && may(known))
    .filter(({ session }) => {
      const id = summaryId(session);
      const memory = id === undefined ? undefined : store.find(id);
      return memory === undefined || (memory.status === "active" && isBehind(memory, cairn));
    });
}

/** Undefined where the session's name makes none. */
function summaryId(session: string): MemoryId | undefined {
  try {
    return sessionMemoryId(session);
  } catch (error) {
    if (error instanceof CairnError) return undefined;
    throw error;
  }
}

/** Of summaries that are behind, always; of sessions without one, where the person wants to be told. */
export function summaryLines(cairn: Cairn, stores: Stores, except: string): string[] {
  return [...behindLine(cairn, stores, except), ...missingLine(cairn, stores, except)];
}

function behindLine(cairn: Cairn, stores: Stores, except: string): string[] {
  const behind = stores
    .headsSeen(["project"], { kinds: ["session_summary"], status: "active" })
    .map(memoryOf)
    // One that came by itself is brought up to date by itself.
    .filter((memory) => !isKeptUnasked(memory) && spanOf(memory).session !== except && isBehind(memory, cairn))
    .map(({ id }) => id);
  if (behind.length === 0) return [];
  const named = behind.slice(0, MOST_NAMED).join(", ");
  return [
    `${behind.length === 1 ? "A session" : `${behind.length} sessions`} went on after the summary: ${named}. Summarize brings it up to date.`,
  ];
}

function missingLine(cairn: Cairn, stores: Stores, except: string): string[] {
  if (cairn.settings.get("mode.summary") !== "suggest") return [];
  const known = unsummarized(cairn, stores, except).map(({ session }) => session);
  const plain = known.filter((session) => /^[\w-]{1,64}$/.test(session));
  if (plain.length === 0) return [];
  const named = plain.slice(0, MOST_NAMED).join(", ");
  return [`Without a summary of what was done: session ${named}. Suggest to the person to summarize it.`];
}
