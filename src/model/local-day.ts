/** The day and the time of day as the person's own clock shows them: a log follows the days they live by, wherever they are. */

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
