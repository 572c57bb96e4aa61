/**
 * Whether a dream is due, asked in the order of what an answer costs: a setting, two times from a small file, and only
 * then the sessions. Each no says why. Pure.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
