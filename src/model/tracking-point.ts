/**
 * A point of a session's summary: a label, what is so, and why. On paper `- **Decision**: use WAL — because …`.
 * The labels are free; those named here are the usual ones. Pure: `parse` and `print` undo each other.
 */

const usualLabels = [
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

/** Bold, with a colon inside, behind it or none; a dash in its place stands apart from what follows. */
const LABELLED = /^\*\*([^*:]{1,40})(?::\*\*|\*\*\s*:|\*\*\s+[-–—](?=\s)|\*\*(?=\s))\s*(\S.*)$/s;
/** Not bold: only a usual label is one, since every sentence may have a colon. */
const PLAIN = new RegExp(`^(${usualLabels.join("|")}):\\s+(\\S.*)$`, "is");
const REASON = " — because ";

export function parsePoint(line: string): TrackingPoint {
  const said = line.trim();
  const [, label, text] = LABELLED.exec(said) ?? PLAIN.exec(said) ?? [];
  const whole = (text ?? line).trim();
  const at = whole.indexOf(REASON);
  const named = usualSpelling((label ?? unlabelled).trim());
  if (at <= 0) return { label: named, text: whole };
  return { label: named, text: whole.slice(0, at).trim(), reason: whole.slice(at + REASON.length).trim() };
}

function usualSpelling(label: string): string {
  return usualLabels.find((usual) => usual.toLowerCase() === label.toLowerCase()) ?? label;
}

export function printPoint({ label, text, reason }: TrackingPoint): string {
  return `**${label}**: ${text}${reason === undefined || reason === "" ? "" : `${REASON}${reason}`}`;
}
