/**
 * One entry of a day's log: `- 14:32 [760f230b] what happened`, further lines two blanks in, so that no text can look
 * like the next entry. What a person wrote there by hand, with or without a time, is an entry too. Pure.
 */

export interface DayEntry {
  /** `HH:MM` of the person's clock; empty where nobody noted it. */
  readonly time: string;
  /** How the session's id begins. */
  readonly session?: string;
  readonly text: string;
}

const NOBODY = "-";
const SESSION_DIGITS = 8;
const BEGINNING = /^(?:[-*+] +)?(?:(\d\d:\d\d) +)?(?:\[([A-Za-z0-9_-]{1,8})\] +)?(.*)$/;
const NAMES_SESSION = /^\[[A-Za-z0-9_-]{1,8}\] /;

export function printDayEntry({ time, session, text }: DayEntry): string {
  const name = session ?? (NAMES_SESSION.test(text) ? NOBODY : undefined);
  const who = name === undefined ? "" : `[${name}] `;
  return `- ${time} ${who}${entryLines(text)}`;
}

/** A text below one bullet: paragraphs stay paragraphs. */
export function entryLines(text: string): string {
  return text.replace(/\n\s*\n/g, "\n\n").replace(/(?<=\n)(?!\n)/g, "  ");
}

/** The part of a session's id that stands in its entries; none where it is no plain name. */
export function sessionMark(session: string | undefined): string | undefined {
  const mark = session?.slice(0, SESSION_DIGITS);
  return mark !== undefined && /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(mark) ? mark : undefined;
}

/** In order; headings and blank lines are none. */
export function parseDay(body: string): DayEntry[] {
  const entries: DayEntry[] = [];
  let gap = "";
  for (const line of body.split(/\r?\n/)) {
    const last = entries.at(-1);
    const isBlank = line.trim() === "";
    if (isBlank) gap = "\n";
    if (isBlank || /^#{1,6}(?: |$)/.test(line)) continue;
    if (/^\s/.test(line) && last !== undefined) entries[entries.length - 1] = withLine(last, gap, line);
    else entries.push(begun(line));
    gap = "";
  }
  return entries.filter(({ text }) => text !== "");
}

function begun(line: string): DayEntry {
  const [, time = "", session, text = ""] = BEGINNING.exec(line.trim()) ?? [];
  return { time, ...(session === undefined || session === NOBODY ? {} : { session }), text: text.trim() };
}

function withLine(entry: DayEntry, gap: string, line: string): DayEntry {
  return { ...entry, text: `${entry.text}${gap}\n${line.replace(/^ {2}/, "").trimEnd()}` };
}
