/**
 * What the person has set to happen by itself when a session ends: its summary. By rule while the host waits, where there
 * is little to read; what takes longer, or asks a model, is done once the next session has started and nobody waits.
 * Nothing is noted of it: a session is due until its summary is there and up to date.
 */

import type { Cairn } from "../cairn.ts";
import { openScribe } from "../capture/scribes.ts";
import type { SessionFound } from "../conversation/session-found.ts";
import { recordedTurns } from "../conversation/session-turns.ts";
import { isWithinSpans, stoppedSpans } from "../trail/off-record.ts";
import type { Turn } from "../transcripts/turn.ts";
import { draftByRule } from "./drafting.ts";
import { unsummarized } from "./due.ts";
import { saveSummary } from "./saving.ts";
import { isWorthUnasked } from "./worth.ts";

/** Of the host's record, in bytes: read in one go. */
const IN_PASSING = 6_000_000;
const IN_PEACE = 100_000_000;
const MOST_SIGNS = 300_000;
const MOST_LEFT = 3;
/** A session nobody has heard of for so long has ended, whether it said so or not. */
const SILENT_MS = 15 * 60_000;

/** At the end of a session, while the host waits. */
export async function summarizeInPassing(cairn: Cairn, session: string): Promise<void> {
  const { settings } = cairn;
  if (settings.get("mode.summary") !== "auto" || settings.get("scribe.batch") !== "none") return;
  const found = whatMayBeKept(cairn, session, IN_PASSING);
  if (found === undefined || signsIn(found.turns) > MOST_SIGNS) return;
  const summary = draftByRule(found);
  if (isWorthUnasked(summary, found.turns)) await saveSummary(cairn, summary);
}

/** Where nobody waits: what ended, or fell silent, without its summary. */
export async function summarizeLeft(cairn: Cairn): Promise<void> {
  const { settings, clock } = cairn;
  if (settings.get("mode.summary") !== "auto" || !settings.get("enabled")) return;
  const now = clock.now().getTime();
  const own = cairn.sessions.who.session ?? "";
  const due = unsummarized(cairn, await cairn.stores(), own).filter(
    ({ state }) => state.ended || now - Date.parse(state.lastActivity ?? "") > SILENT_MS,
  );
  for (const { session } of due.slice(0, MOST_LEFT)) {
    // One that cannot be read, or that nobody can sum up, must not keep the others from it.
    await cairn.sessions.quietly("summary", () => summarizeOne(cairn, session));
  }
}

async function summarizeOne(cairn: Cairn, session: string): Promise<void> {
  const found = whatMayBeKept(cairn, session, IN_PEACE);
  if (found === undefined) return;
  const ruled = draftByRule(found);
  if (!isWorthUnasked(ruled, found.turns)) return;
  const work = await openScribe(cairn);
  try {
    const isModels = work.scribe.name !== "none";
    const told = isModels ? await (await import("./by-model.ts")).byModel(found, work, ruled) : undefined;
    await saveSummary(cairn, told ?? ruled);
  } finally {
    work.close();
  }
}

/** Undefined where there is nothing, or too much. */
function whatMayBeKept(cairn: Cairn, session: string, mostBytes: number): SessionFound | undefined {
  const trail = cairn.sessions.trail(session);
  const { offTheRecord, stopped, turns: count } = trail.state();
  if (offTheRecord || stopped || count === 0) return undefined;
  const recorded = recordedTurns(cairn, session, mostBytes);
  const spans = stoppedSpans(trail.lines());
  const turns = recorded?.filter(({ at }) => !isWithinSpans(spans, at));
  return turns === undefined || turns.length === 0 ? undefined : { session, home: cairn, turns };
}

function signsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, { by, text }) => sum + (by === "person" || by === "agent" ? text.length : 0), 0);
}
