/**
 * What a session leaves without being asked: drafts that wait for review, by rule, without a token. Looked at when it has
 * ended, and once for each turn; a session off the record or stopped leaves nothing. Killed in between, it is done again,
 * and what waits or was settled does not come twice.
 */

import type { Cairn } from "../cairn.ts";
import { recordedTurns } from "../conversation/session-turns.ts";
import { isWithinSpans, stoppedSpans } from "../trail/off-record.ts";
import type { KnownSession } from "../trail/sessions.ts";
import type { Turn } from "../transcripts/turn.ts";
import { distillTurns } from "./distilling.ts";
import { Firings } from "./firings.ts";
import { finishRun } from "./gathering.ts";

interface Bounds {
  /** Of the host's record, in bytes. */
  readonly record: number;
  /** Of what was said, in signs. */
  readonly said: number;
}

/** A host does not wait for long, and nothing ends a look once it is begun: what is more is found by a server with time. */
const inPassing: Bounds = { record: 6_000_000, said: 300_000 };
/** Read in one go, and so within a bound: a larger one is for who asks. */
const inPeace: Bounds = { record: 100_000_000, said: Number.POSITIVE_INFINITY };
/** A session nobody has heard of for so long has ended, whether it said so or not. */
const SILENT_MS = 15 * 60_000;
/** Older ones are for who asks. */
const LEFT_DAYS = 2;
const MOST_LEFT = 3;
const DAY_MS = 86_400_000;

/** At the end of a session, while the host waits: what is too much for that is left. */
export async function captureInPassing(cairn: Cairn, session: string): Promise<void> {
  await captureSession(cairn, session, inPassing);
}

/** Where nobody waits: sessions of this project that ended, or fell silent, before they were looked through. */
export async function captureLeft(cairn: Cairn): Promise<void> {
  if (!cairn.settings.get("enabled")) return;
  const now = cairn.clock.now().getTime();
  const left = cairn.sessions.of(cairn.places.project.names).filter((known) => isOver(known, now) && isDue(known));
  let looked = 0;
  for (const { session } of left) {
    if (looked === MOST_LEFT) return;
    // One that cannot be read, or is too large, must not keep the others from it.
    if (await cairn.sessions.quietly("capture", () => captureSession(cairn, session, inPeace))) looked++;
  }
}

/** False where there is nothing to look through, or too much. */
async function captureSession(cairn: Cairn, session: string, most: Bounds): Promise<boolean> {
  const trail = cairn.sessions.trail(session);
  const state = trail.state();
  if (state.offTheRecord || state.stopped) return false;
  await finishRun(cairn, session);
  if (cairn.settings.get("mode.capture") === "off" || !isDue({ session, state })) return false;
  const recorded = recordedTurns(cairn, session, most.record);
  if (recorded === undefined || signsSaid(recorded) > most.said) return false;
  const stopped = stoppedSpans(trail.lines());
  const turns = recorded.filter(({ at }) => !isWithinSpans(stopped, at));
  const firings = new Firings(cairn.places.cairnHome);
  await distillTurns(cairn, { session, turns, among: (verdicts) => firings.unsaved(session, verdicts) });
  trail.append({ is: "captured", at: cairn.clock.now().toISOString(), turns: state.turns });
  return true;
}

function signsSaid(turns: readonly Turn[]): number {
  return turns.reduce((sum, { by, text }) => sum + (by === "person" || by === "agent" ? text.length : 0), 0);
}

function isDue({ state }: KnownSession): boolean {
  return state.turns > state.captured && !state.offTheRecord && !state.stopped;
}

function isOver({ state }: KnownSession, now: number): boolean {
  const silentMs = now - Date.parse(state.lastActivity ?? "");
  return silentMs < LEFT_DAYS * DAY_MS && (state.ended || silentMs > SILENT_MS);
}
