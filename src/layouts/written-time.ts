/** A time as people and other tools write it, as Cairn does: `January 9, 2026`, `9 Jan 2026`, `2026/01/09`, seconds since 1970. Pure. */

import type { Front } from "../format/front.ts";
import { readTime, textOf } from "../format/values.ts";
import { defined } from "../model/defined.ts";
import type { ToldMemory } from "./layout.ts";

export const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const WEEKDAY = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?";
const MONTH_FIRST = new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, "i");
const DAY_FIRST = new RegExp(`^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+${MONTH},?[\\s-]+(\\d{4})\\b`, "i");
const YEAR_LAST = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;
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
  if (month !== undefined) return dayOf(year, months.indexOf(month.slice(0, 3).toLowerCase()) + 1, day);
  const [, begun, number, last] = YEAR_FIRST.exec(text) ?? [];
  if (begun !== undefined) return dayOf(begun, Number(number), last);
  const ended = /^\d/.test(text) ? yearLast(text) : undefined;
  return ended === undefined ? undefined : dayOf(ended.year, ended.month, ended.day);
}

/** `25/12/2026` and `12/25/2026` can be read one way only, and with points the day comes first; `01/02/2026` is none. */
export function yearLast(
  text: string,
): { readonly year: string; readonly month: number; readonly day: string } | undefined {
  const [, first = "", mark, second = "", year = ""] = YEAR_LAST.exec(text) ?? [];
  if (mark === undefined) return undefined;
  if (mark === "." || (Number(first) > 12 && Number(second) <= 12)) return { year, month: Number(second), day: first };
  return Number(second) > 12 ? { year, month: Number(first), day: second } : undefined;
}

function dayOf(year: string | undefined, month: number, day: string | undefined): string | undefined {
  return readTime(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
}

function sinceEpoch(number: number): string | undefined {
  const ms = number < MOST_SECONDS ? number * 1_000 : number;
  const time = new Date(ms);
  return number <= 0 || Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace(".000Z", "Z");
}

/** The keys that say them, in the order in which they count. */
const KEYS = { created: ["created", "created_at", "date"], updated: ["updated", "updated_at", "modified"] } as const;

type Times = Pick<ToldMemory, "created" | "updated">;

/** What is known already stays. */
export function oddTimes(front: Front, { created, updated }: Times) {
  return defined({
    created: created ?? writtenTime(said(front, "created")),
    updated: updated ?? writtenTime(said(front, "updated")),
  });
}

/** What stands there for a time and cannot be read as one, in words. */
export function unreadTimes(front: Front, memory: Times): string[] {
  return (["created", "updated"] as const).flatMap((name) => {
    const words = memory[name] === undefined ? (said(front, name) ?? "") : "";
    return words === "" ? [] : [`${name}: ${words} is no time that can be read`];
  });
}

function said({ map }: Front, name: keyof Times): string | undefined {
  const found = KEYS[name].flatMap((key) => map.entries.filter((entry) => entry.key.toLowerCase() === key)).at(0);
  return found === undefined ? undefined : textOf(found.node);
}
