/**
 * A summary an agent wrote in the conversation and hands in as a memory: it goes the way every summary goes, into its
 * session's one file as that stands. Words without a summary's sections are a memory like any other.
 */

import type { Cairn } from "../cairn.ts";
import { closeHome, type SessionFound, sessionFound } from "../conversation/session-found.ts";
import { contentOf } from "../format/sections.ts";
import type { Memory } from "../model/memory.ts";
import { byHand, type Handed } from "./drafting.ts";
import { type Saved, saveSummary } from "./saving.ts";

export interface HandedIn extends Handed {
  /** The session it is of; the one this process works for otherwise. */
  readonly session?: string | undefined;
}

interface TakenIn {
  readonly saved: Saved;
  readonly memory: Memory | undefined;
}

/** Undefined where it is none, or where nobody can tell of which session. */
export async function takeSummary(cairn: Cairn, handed: HandedIn): Promise<TakenIn | undefined> {
  const own = cairn.sessions.who.session;
  const session = handed.session ?? own;
  const isSummary = Object.keys(contentOf({ kind: "session_summary", body: handed.text })).length > 0;
  if (session === undefined || !isSummary) return undefined;
  const found: SessionFound =
    session === own ? { session, home: cairn, turns: [] } : await sessionFound(cairn, session);
  try {
    const saved = await saveSummary(found.home, byHand(found, handed, cairn), { byHand: true });
    return { saved, memory: (await found.home.stores()).of("project").find(saved.id) };
  } finally {
    await closeHome(found, cairn);
  }
}
