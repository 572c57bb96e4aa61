/** A time as people and other tools write it, as Cairn does: `January 9, 2026`, `9 Jan 2026`, `2026/01/09`, seconds since 1970. Pure. */

import { readTime } from "../format/values.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?";
const MONTH_FIRST = new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, "i");
const DAY_FIRST = new RegExp(`^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+${MONTH},?[\\s-]+(\\d{4})\\b`, "i");
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/;
/** Later than any number of seconds that is meant: then they are milliseconds. */
const MOST_SECONDS = 1e11;

/** Of words that name a month the day alone counts. Undefined where it may mean several: `01/02/2026`. */
export function writtenTime(said: unknown): string | undefined {
  if (typeof said === "number") return sinceEpoch(said);
  if (typeof said !== "string") return undefined;
  const text = said.trim();
  return readTime(text) ?? dayIn(text) ?? (/^\d{10,13}(?:\.\d+)?$/.test(text) ? sinceEpoch(Number(text)) : undefined);
}

function dayIn(text: string): string | undefined {
  const [, first, firstDay, firstYear] = MONTH_FIRST.exec(text) ?? [];
  const [, day = firstDay, month = first, year = firstYear] = DAY_FIRST.exec(text) ?? [];
  if (month !== undefined) return dayOf(year, MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1, day);
  const [, begun, number, last] = YEAR_FIRST.exec(text) ?? [];
  return begun === undefined ? undefined : dayOf(begun, Number(number), last);
}

function dayOf(year: string | undefined, month: number, day: string | undefined): string | undefined {
  return readTime(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
}

function sinceEpoch(number: number): string | undefined {
  const ms = number < MOST_SECONDS ? number * 1_000 : number;
  const time = new Date(ms);
  return number <= 0 || Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}
