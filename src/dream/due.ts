/**
 * Whether a dream is due here, and what is done then: a line at the start of a session, or a dream by rule once nobody
 * waits. There is no daemon: the night of a project is the first session after the gates.
 */

import type { Cairn } from "../cairn.ts";
import { byRule } from "../capture/scribe/at-work.ts";
import { bestEffort } from "../disk/files.ts";
import { type Held, RootLock } from "../disk/lock.ts";
import { CairnError } from "../model/error.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { DreamNotes } from "./dream-notes.ts";
import { entriesWaiting } from "./gathering.ts";
import type { DreamReport } from "./report.ts";

/** Undefined where nothing is to be said. */
export async function dreamSuggestion(cairn: Cairn): Promise<string | undefined> {
  if (cairn.settings.get("mode.dream") !== "suggest" || (await verdictNow(cairn)) !== "due") return undefined;
  const waiting = await entriesWaiting(cairn, { again: false });
  const days = new Set(waiting.map(({ day }) => day)).size;
  if (waiting.length === 0) return undefined;
  const what = `${counted(waiting.length, "log entry", "log entries")} of ${counted(days, "day")}`;
  return `${what} not distilled yet: cairn dream makes topics of them, and shows them first.`;
}

/** What a dream nobody asked for has done, told once. */
export async function dreamNews(cairn: Cairn): Promise<string | undefined> {
  const notes = new DreamNotes((await projectStore(cairn)).state);
  const last = notes.runs().at(-1);
  if (last?.learned === undefined || last.id === notes.told()) return undefined;
  bestEffort(() => notes.toldOf(last.id)); // where that is not noted, it is told again
  const learned = counted(last.learned, "log entry", "log entries");
  return `A dream distilled the logs: ${learned} learned; cairn undo ${last.id} takes it back.`;
}

/** For a server that nobody waits for. Undefined where it was not due, or another is at it. */
export async function dreamIfDue(cairn: Cairn): Promise<DreamReport | undefined> {
  if (cairn.settings.get("mode.dream") !== "auto" || (await verdictNow(cairn)) !== "due") return undefined;
  if ((await entriesWaiting(cairn, { again: false })).length === 0) return undefined;
  await cairn.prepareWrite();
  const held = takeDreamLock(cairn, await projectStore(cairn));
  if (held === undefined) return undefined;
  try {
    const { runDream: dream } = await import("./dreaming.ts");
    return await dream(cairn, { dryRun: false, diff: false, again: false, unasked: true, work: byRule });
  } finally {
    held.release();
  }
}

/** A look is noted before it is taken: the next start does not look again so soon, whatever comes of this one. */
async function verdictNow(cairn: Cairn): Promise<DreamGate> {
  const store = await projectStore(cairn);
  const notes = new DreamNotes(store.state);
  const gates = gatesOf(cairn);
  const now = cairn.clock.now();
  const dreamed = gates.mode === "off" ? undefined : notes.runs().at(-1)?.at;
  const before = beforeLooking(gates, { dreamed, looked: notes.looked() }, now);
  if (before !== "look") return before;
  notes.lookedAt(now.toISOString());
  return afterLooking(gates, sessionsSince(cairn, dreamed));
}

function gatesOf({ settings }: Cairn): Gates {
  return {
    mode: settings.get("mode.dream"),
    minHours: settings.get("dream.minHours"),
    scanThrottleMin: settings.get("dream.scanThrottleMin"),
    minSessions: settings.get("dream.minSessions"),
  };
}

/** Of this project, this one aside. */
function sessionsSince({ sessions, places }: Cairn, time: string | undefined): number {
  const others = sessions.of(places.project.names).filter(({ session }) => session !== sessions.who.session);
  return others.filter(({ state }) => time === undefined || (state.lastActivity ?? "") > time).length;
}

async function projectStore(cairn: Cairn): Promise<Store> {
  return (await cairn.reach()).of("project");
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the settings say of when a dream is due. */
export interface Gates {
  readonly mode: "off" | "suggest" | "auto";
  readonly minHours: number;
  readonly scanThrottleMin: number;
  readonly minSessions: number;
}

export interface Past {
  /** When the last dream was over, and when it was last looked whether one is due. */
  readonly dreamed?: string | undefined;
  readonly looked?: string | undefined;
}

/**
 * Whether a dream is due, asked in the order of what an answer costs: a setting, two times from a small file, and only
 * then the sessions. Each no says why.
 */
export type DreamGate = "off" | "dreamed-lately" | "looked-just-now" | "too-few-sessions" | "due";

/** What is known without looking at any session: "look" where that has to be done next. */
export function beforeLooking({ mode, minHours, scanThrottleMin }: Gates, past: Past, now: Date): DreamGate | "look" {
  if (mode === "off") return "off";
  if (isWithin(past.dreamed, now, minHours * HOUR_MS)) return "dreamed-lately";
  if (isWithin(past.looked, now, scanThrottleMin * MINUTE_MS)) return "looked-just-now";
  return "look";
}

/** `sessions`: those of the project since the last dream, this one aside. */
export function afterLooking({ minSessions }: Gates, sessions: number): DreamGate {
  return sessions < minSessions ? "too-few-sessions" : "due";
}

/** A time that lies ahead is a clock that was set back: it holds nothing up. */
function isWithin(time: string | undefined, now: Date, ms: number): boolean {
  const since = now.getTime() - Date.parse(time ?? "");
  return Number.isFinite(since) && since >= 0 && since < ms;
}

/** Undefined where another dream is under way. The files themselves have the root's own lock. */
export function takeDreamLock(cairn: Cairn, store: Store): Held | undefined {
  const lock = new RootLock(new DreamNotes(store.state));
  const held = lock.tryAcquire();
  if (held !== undefined) return held;
  const state = lock.inspect();
  const staleMs = cairn.settings.get("dream.lockStaleMin") * MINUTE_MS;
  const isLeft = state?.judged === "unknown" && cairn.clock.now().getTime() - state.since.getTime() >= staleMs;
  return isLeft && lock.breakForeign() ? lock.tryAcquire() : undefined;
}

export function anotherDream(): CairnError {
  return new CairnError("LOCK_TIMEOUT_ERROR", "Another dream is under way for this project.", {
    hint: "Try again when it is over; it writes a report of its own.",
  });
}
