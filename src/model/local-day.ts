/**
 * The day and the time of day as your own clock shows them: a log follows the days you live by, wherever you are. And
 * when something was said, apart from when it was written down. Pure.
 */

/** `YYYY-MM-DD`. */
export function localDay(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `HH:MM`. */
export function localTime(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** As an ISO time, and never later than now; without a readable time it is said now. */
export function saidBy(said: string | undefined, now: Date): string {
  const time = Date.parse(said ?? "");
  return new Date(Number.isNaN(time) ? now.getTime() : Math.min(time, now.getTime())).toISOString();
}

/** The later of two: what was said long ago makes nothing newer than it is. */
export function laterOf(one: string | undefined, other: string): string {
  return Date.parse(one ?? "") > Date.parse(other) ? (one as string) : other;
}
