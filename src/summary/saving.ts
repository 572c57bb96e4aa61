/**
 * A summary put where it belongs: proposed without a write, or saved through the one door. One that only rests, because
 * its time in the window was over, comes back first; one that a person retired stays where they put it.
 */

import type { Cairn } from "../cairn.ts";
import { keepWindowInWords } from "../capture/keep-window.ts";
import { isResting } from "../capture/window.ts";
import { closeHome, type SessionFound, sessionFound } from "../conversation/session-found.ts";
import { unlessRefused } from "../disk/files.ts";
import { contentOf } from "../format/sections.ts";
import { CairnError } from "../model/error.ts";
import { sessionMemoryId } from "../model/id.ts";
import type { Memory, MemoryId, Source } from "../model/memory.ts";
import { isOfAgent } from "../model/trust.ts";
import { isInProject } from "../recall/anchors.ts";
import { planMove } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import type { Done } from "../store/write.ts";
import type { Summary } from "./by-rule.ts";
import { type Handed, summaryByHand } from "./drafting.ts";
import { foreseen, planSummary, type Summarized, summaryWish } from "./plan.ts";
import { withoutRejected } from "./without-rejected.ts";

const NOT_RETIRED = "It is saved; what has outlived its time could not be retired now.";

export interface Saved extends Summarized {
  /** It had been put aside by the window or by its age. */
  readonly restored: boolean;
  readonly redacted: ReturnType<typeof summaryWish>["wish"]["redacted"];
  readonly done: readonly Done[];
  readonly warnings: readonly string[];
}

export async function proposeSummary(home: Cairn, made: Summary, { byHand = false } = {}): Promise<Saved> {
  const store = (await home.stores()).of("project");
  const summary = byHand ? made : await withoutRejected(home, made);
  const wanted = summaryWish(summary, sourceOf(home, summary.session), { handed: byHand });
  const restored = restingIn(store, summary.session) !== undefined;
  return { ...foreseen(store, wanted), restored, redacted: wanted.wish.redacted, done: [], warnings: [] };
}

/** What you write by hand retires no other; what an agent hands in or is made from a record keeps to the window. */
export async function saveSummary(home: Cairn, made: Summary, { byHand = false } = {}): Promise<Saved> {
  home.sessions.refuseOffTheRecord(made.session);
  const store = (await home.stores()).of("project");
  const summary = byHand ? made : await withoutRejected(home, made);
  const wanted = summaryWish(summary, sourceOf(home, summary.session), { handed: byHand });
  const resting = restingIn(store, summary.session);
  if (resting !== undefined) await wake(home, store, resting);
  const isThere = (path: string) => isInProject(path, home);
  const { result, done } = await home.change(store, (context) => planSummary(context, wanted, isThere));
  const warnings = byHand && !isOfAgent(home.surface) ? [] : await windowKept(home, store, result.id);
  return { ...result, restored: resting !== undefined, redacted: wanted.wish.redacted, done, warnings };
}

async function wake(home: Cairn, store: Store, { id, status }: Memory): Promise<void> {
  const move = status === "retired" ? "restore" : "unarchive";
  await home.change(store, (context) => planMove(context, id, move, "its session is summed up again"));
}

/** The summary is saved: nothing that follows may make it look otherwise. */
async function windowKept(home: Cairn, store: Store, id: MemoryId): Promise<readonly string[]> {
  return (await unlessRefused(() => keepWindowInWords(home, store, id))) ?? [NOT_RETIRED];
}

/** Throws where a person, and no window, put it aside. */
function restingIn(store: Store, session: string): Memory | undefined {
  const memory = store.find(sessionMemoryId(session));
  if (memory === undefined || memory.kind !== "session_summary" || memory.status === "active") return undefined;
  if (isResting(memory)) return memory;
  const how = memory.status === "retired" ? "restore" : "unarchive";
  throw new CairnError("UPDATE_ERROR", `The summary of session ${session} was ${memory.status} by somebody.`, {
    hint: `Bring it back with ${how} ${memory.id} first, if it is to be kept again.`,
  });
}

/** Where the branch stands now says nothing about a session that is over. */
function sourceOf(home: Cairn, session: string): Source {
  const source = home.sourceFor("project");
  if (session === home.sessions.who.session) return source;
  const { branch: _, commit: __, ...rest } = source;
  return rest;
}

export interface HandedIn extends Handed {
  /** The session it is of; the one this process works for otherwise. */
  readonly session?: string | undefined;
}

interface TakenIn {
  readonly saved: Saved;
  readonly memory: Memory | undefined;
}

/**
 * A summary an agent wrote in the conversation and hands in as a memory goes into its session's one file too. Undefined
 * where its words have no section of a summary, or where nobody can tell of which session it is.
 */
export async function takeSummary(cairn: Cairn, handed: HandedIn): Promise<TakenIn | undefined> {
  const own = cairn.sessions.who.session;
  const session = handed.session ?? own;
  const isSummary = Object.keys(contentOf({ kind: "session_summary", body: handed.text })).length > 0;
  if (session === undefined || !isSummary) return undefined;
  const found: SessionFound =
    session === own ? { session, home: cairn, turns: [] } : await sessionFound(cairn, session);
  try {
    const saved = await saveSummary(found.home, summaryByHand(found, handed, cairn), { byHand: true });
    return { saved, memory: (await found.home.stores()).of("project").find(saved.id) };
  } finally {
    await closeHome(found, cairn);
  }
}
