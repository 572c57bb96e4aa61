/**
 * A point of a session's summary: a label, what is so, and why. On paper `- **Decision**: use WAL — because …`.
 * The labels are free; those named here are the usual ones. Pure: `parse` and `print` undo each other.
 */

export const usualLabels = [
  "Decision",
  "Discovery",
  "Learning",
  "Status",
  "Blocker",
  "Failed approach",
  "Pattern",
  "Preference",
  "Question",
] as const;

export interface TrackingPoint {
  readonly label: string;
  readonly text: string;
  readonly reason?: string;
}

/** Every other line of a list is a point without a label, as a person may write one. */
export const unlabelled = "Note";

const LABELLED = /^\*\*([^*:]{1,40})\*\*:?\s*(?:[-–—:]\s*)?(\S.*)$|^\*\*([^*:]{1,40}):\*\*\s*(\S.*)$/s;
const REASON = " — because ";

export function parsePoint(line: string): TrackingPoint {
  const [, label, text, other, otherText] = LABELLED.exec(line.trim()) ?? [];
  const whole = (text ?? otherText ?? line).trim();
  const at = whole.indexOf(REASON);
  const named = (label ?? other ?? unlabelled).trim();
  if (at <= 0) return { label: named, text: whole };
  return { label: named, text: whole.slice(0, at).trim(), reason: whole.slice(at + REASON.length).trim() };
}

export function printPoint({ label, text, reason }: TrackingPoint): string {
  return `**${label}**: ${text}${reason === undefined || reason === "" ? "" : `${REASON}${reason}`}`;
}
