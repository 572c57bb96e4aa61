/**
 * Words that mean a day only on the day they were written ("yesterday", "last Tuesday") become that day's date, counted
 * from the entry's own. What stands in back-ticks, or is part of a longer name, is left. Pure; the same twice is the same.
 */

const DAY_MS = 86_400_000;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const NUMBERS = ["a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

interface Rule {
  readonly words: RegExp;
  readonly date: (day: number, named: Named) => string;
}

type Named = Readonly<Record<string, string | undefined>>;

const number = `(?<count>\\d{1,3}|an?|one|${NUMBERS.slice(1).join("|")})`;
const weekday = `(?<weekday>${WEEKDAYS.join("|")})`;

/** "In ten days" is a day only of what is to come: else it says how long something takes. */
const TO_COME = `(?<=^|[.!?;:]\\s+|\\b(?:will|shall|due|going to|planned|scheduled|deadline|(?:we|they|i)(?:'ll)? \\w+(?: it)?)\\b[^.!?;]{0,40})`;
const LASTING = "(?! (?:after|of|from|before|or|per|at))";
/** "Older than 14 days ago" moves with the day. */
const NO_LIMIT = "(?<!\\b(?:than|over|least|most|to|under|within|every|until) )";

/** The longer ones first: "the day before yesterday" is not yesterday. */
const rules: readonly Rule[] = [
  rule("(?:the )?day before yesterday|vorgestern", (day) => on(day - 2)),
  rule("(?:the )?day after tomorrow|übermorgen", (day) => on(day + 2)),
  rule("yesterday (?:morning|afternoon|evening)|last night|yesterday|gestern", (day) => on(day - 1)),
  rule("tomorrow (?:morning|afternoon|evening)|tomorrow", (day) => on(day + 1)),
  rule("earlier today|today|tonight|this (?:morning|afternoon|evening)|heute", (day) => on(day)),
  rule(`${NO_LIMIT}${number} days? ago`, (day, named) => on(day - countIn(named))),
  rule(`${TO_COME}in ${number} days?${LASTING}`, (day, named) => on(day + countIn(named))),
  rule(`${NO_LIMIT}${number} weeks? ago`, (day, named) => weekOf(day - 7 * countIn(named))),
  rule(`last ${weekday}`, (day, named) => on(day - (backTo(day, named) || 7))),
  rule(`next ${weekday}`, (day, named) => on(day + (7 - backTo(day, named)))),
  rule("last week", (day) => weekOf(day - 7)),
  rule("this week", (day) => weekOf(day)),
  rule("next week", (day) => weekOf(day + 7)),
  rule("last month", (day) => monthOf(day, -1)),
  rule("this month", (day) => monthOf(day, 0)),
  rule("next month", (day) => monthOf(day, 1)),
];

/** `day` is the entry's own, `YYYY-MM-DD`. */
export function withAbsoluteDates(text: string, day: string): string {
  const written = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  if (!Number.isFinite(written)) return text;
  const parts = text.split(/(`[^`\n]*`)/);
  return parts.map((part, n) => (n % 2 === 1 ? part : dated(part, written))).join("");
}

function dated(text: string, written: number): string {
  return rules.reduce((said, { words, date }) => {
    return said.replace(words, (...found) => date(written, namedIn(found)));
  }, text);
}

/** Without named groups the whole text comes last. */
function namedIn(found: readonly unknown[]): Named {
  const last = found.at(-1);
  return typeof last === "object" && last !== null ? (last as Named) : {};
}

/** Whole words only, and no part of a path, a name or a flag. */
function rule(words: string, date: Rule["date"]): Rule {
  return { words: new RegExp(`(?<![\\p{L}\\p{N}_./\\\\-])(?:${words})(?![\\p{L}\\p{N}_/\\\\-]|\\.\\w)`, "giu"), date };
}

function on(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** By its Monday. */
function weekOf(day: number): string {
  return `the week of ${on(day - ((weekdayOf(day) + 6) % 7))}`;
}

function monthOf(day: number, months: number): string {
  const date = new Date(day * DAY_MS);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 7);
}

function weekdayOf(day: number): number {
  return new Date(day * DAY_MS).getUTCDay();
}

/** How many days ago that weekday was; 0 is today. */
function backTo(day: number, { weekday: named = "" }: Named): number {
  const wanted = WEEKDAYS.indexOf(named.toLowerCase() as (typeof WEEKDAYS)[number]);
  return (weekdayOf(day) - wanted + 7) % 7;
}

function countIn({ count: said = "1" }: Named): number {
  const count = said.toLowerCase();
  if (/^\d+$/.test(count)) return Number(count);
  const word = NUMBERS.indexOf(count as (typeof NUMBERS)[number]);
  return word < 1 ? 1 : word + 1;
}
