/** Age in words, worked out when shown and never stored. Whole days; a day ahead of the clock counts as today. Pure. */

const DAY = 86_400_000;

export function daysBetween(then: number, now: number): number {
  return Math.max(0, Math.floor(now / DAY) - Math.floor(then / DAY));
}

export function ageInWords(days: number): string {
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 60) return `${days} days ago`;
  return days < 730 ? `${Math.round(days / 30)} months ago` : `${Math.round(days / 365)} years ago`;
}

/** What is said beside an old memory, from the second day on. */
export function caveatOf(days: number): string | undefined {
  return days < 2 ? undefined : `${ageInWords(days)}; check it against the code before relying on it`;
}
