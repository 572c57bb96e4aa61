/**
 * What happens by itself when a session ends: its summary. By rule while the host waits, where there is little to read;
 * what takes longer, or asks a model, is done once the next session has started and nobody waits. A session is due until
 * its summary is there and up to date, or until it was looked at and left nothing; what was taken back is not made again.
 */

import type { Cairn } from "../cairn.ts";
import { withScribe } from "../capture/scribes.ts";
import { triageRules } from "../capture/triage-rules.ts";
import { isResting } from "../capture/window.ts";
import type { SessionFound } from "../conversation/session-found.ts";
import { recordedTurns, signsSaid } from "../conversation/session-turns.ts";
import { sessionMemoryId } from "../model/id.ts";
import { changesTo } from "../store/history-queries.ts";
import { outsideStops } from "../trail/off-record.ts";
import type { Summary } from "./by-rule.ts";
import { ruledSummary } from "./drafting.ts";
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
  if (!keepsSummaries(cairn) || isForModel(cairn)) return;
  const found = whatMayBeKept(cairn, session, IN_PASSING);
  if (found === undefined || signsSaid(found.turns) > MOST_SIGNS) return;
  await kept(cairn, found, async (ruled) => ruled);
}

/** By rule it is kept where other things of a session are; what is only kept after a look waits for one in the inbox. */
function keepsSummaries({ settings }: Cairn): boolean {
  const mode = settings.get("mode.summary");
  const keeps = ["keep", "auto"].includes(settings.get("mode.capture")) && settings.get("notify.capture") !== "review";
  return settings.get("enabled") && (mode === "auto" || (mode === "keep" && keeps));
}

function isForModel({ settings }: Cairn): boolean {
  return settings.get("mode.summary") === "auto" && settings.get("scribe.batch") !== "none";
}

type Writer = (ruled: Summary) => Promise<Summary>;

/** Looked at once for each number of turns: one that is not worth it is not read again at every start. */
async function kept(cairn: Cairn, found: SessionFound, write: Writer): Promise<void> {
  const { session, turns } = found;
  const trail = cairn.sessions.trail(session);
  const looked = summedKey(trail.state().turns);
  const ruled = ruledSummary(found);
  const isWorth = ruled !== undefined && isWorthUnasked(ruled, turns, triageRules(cairn.settings));
  if (isWorth && !(await isTakenBack(cairn, session)))
    await saveSummary(cairn, { ...(await write(ruled)), unasked: true });
  trail.once(looked, cairn.clock.now().toISOString());
}

function summedKey(turns: number): string {
  return `summed:${turns}`;
}

/** There was one, and it was undone or taken out: whoever did so did not want it. */
async function isTakenBack(cairn: Cairn, session: string): Promise<boolean> {
  const store = (await cairn.stores()).of("project");
  const id = sessionMemoryId(session);
  const memory = store.find(id);
  if (memory !== undefined) return memory.status !== "active" && !isResting(memory);
  return changesTo(store.history, id, undefined).length > 0;
}

/** Where nobody waits: what ended, or fell silent, without its summary. */
export async function summarizeLeft(cairn: Cairn): Promise<void> {
  if (!keepsSummaries(cairn)) return;
  const now = cairn.clock.now().getTime();
  const own = cairn.sessions.who.session ?? "";
  const due = unsummarized(cairn, await cairn.stores(), own).filter(
    ({ state }) =>
      (state.ended || now - Date.parse(state.lastActivity ?? "") > SILENT_MS) &&
      !state.once.includes(summedKey(state.turns)),
  );
  for (const { session } of due.slice(0, MOST_LEFT)) {
    // One that cannot be read, or that nobody can sum up, must not keep the others from it.
    await cairn.sessions.quietly("summary", () => summarizeOne(cairn, session));
  }
}

async function summarizeOne(cairn: Cairn, session: string): Promise<void> {
  const found = whatMayBeKept(cairn, session, IN_PEACE);
  if (found === undefined) return;
  if (!isForModel(cairn)) return kept(cairn, found, async (ruled) => ruled);
  await withScribe(cairn, undefined, async (work) => {
    const { byModel } = await import("./by-model.ts");
    await kept(cairn, found, async (ruled) => (await byModel(found, work, ruled)) ?? ruled);
  });
}

/** Undefined where there is nothing, or too much. */
function whatMayBeKept(cairn: Cairn, session: string, mostBytes: number): SessionFound | undefined {
  const trail = cairn.sessions.trail(session);
  const { offTheRecord, stopped, turns: count } = trail.state();
  if (offTheRecord || stopped || count === 0) return undefined;
  const recorded = recordedTurns(cairn, session, mostBytes);
  const turns = recorded && outsideStops(trail.lines(), recorded);
  return turns === undefined || turns.length === 0 ? undefined : { session, home: cairn, turns };
}
