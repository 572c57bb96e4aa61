/** When something was said, apart from when it was written down. Pure. */

/** As an ISO time, and never later than now; without a readable time it is said now. */
export function saidBy(said: string | undefined, now: Date): string {
  const time = Date.parse(said ?? "");
  return new Date(Number.isNaN(time) ? now.getTime() : Math.min(time, now.getTime())).toISOString();
}

/** The later of two: what was said long ago makes nothing newer than it is. */
export function laterOf(one: string | undefined, other: string): string {
  return Date.parse(one ?? "") > Date.parse(other) ? (one as string) : other;
}
