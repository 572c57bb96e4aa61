/** A question as the ranking sees it: distinct terms, people it names, parts of a date, and what kind of answer it wants. Pure. */

import { fold, termsOf, wordsOf } from "../../text/analyse.ts";

interface DateParts {
  readonly years: readonly number[];
  /** 0 is January. */
  readonly months: readonly number[];
  readonly days: readonly number[];
}

export interface Question {
  /** Distinct; the rarest 32 are used. */
  readonly terms: readonly string[];
  /** Words that are names of known speakers. */
  readonly people: ReadonlySet<string>;
  readonly date: DateParts;
  readonly asksWhen: boolean;
  readonly asksHowMany: boolean;
}

const WHEN =
  /\b(?:when|how long|how recently|(?:which|what) (?:year|month|day|date|time|week)|since when|until when)\b/;
const HOW_MANY = /\bhow (?:many|much|often|frequently|old|far|long)\b|\bnumber of\b/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  /\b(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b/g;
const YEAR = /\b(?:19|20)\d\d\b/g;
const ISO = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g;
const BESIDE_BEFORE =
  /(?:\b(?:in|on|of|by|since|until|till|during|before|after|from|late|early|mid|last|next|this)|\d(?:st|nd|rd|th)?,?)\s*$/;
const BESIDE_AFTER = /^\s*,?\s*\d/;

export function questionOf(text: string, speakerWords: ReadonlySet<string>): Question {
  const folded = fold(text);
  const people = new Set(wordsOf(text).filter((word) => speakerWords.has(word)));
  const spoken = people.size === 0 ? text : withoutWords(text, people);
  return {
    terms: [...new Set(termsOf(spoken))],
    people,
    date: datePartsIn(folded),
    asksWhen: WHEN.test(folded),
    asksHowMany: HOW_MANY.test(folded),
  };
}

function datePartsIn(folded: string): DateParts {
  const years = new Set<number>();
  const months = new Set<number>();
  const days = new Set<number>();
  for (const [, year, month, day] of folded.matchAll(ISO)) {
    years.add(Number(year));
    months.add(Number(month) - 1);
    days.add(Number(day));
  }
  for (const [year] of folded.matchAll(YEAR)) years.add(Number(year));
  for (const match of folded.matchAll(MONTH)) {
    const before = folded.slice(0, match.index);
    const after = folded.slice(match.index + match[0].length);
    const isName = match[1] === "may" || match[1] === "march" || match[1] === "mar";
    if (isName && !BESIDE_BEFORE.test(before) && !BESIDE_AFTER.test(after)) continue;
    months.add(MONTHS.indexOf(match[1]!.slice(0, 3)));
    const day =
      /(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?,?\s*$/.exec(before)?.[1] ??
      /^\s*(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(after)?.[1];
    if (day !== undefined && Number(day) >= 1 && Number(day) <= 31) days.add(Number(day));
  }
  return { years: [...years], months: [...months], days: [...days] };
}

export function isDated({ years, months, days }: DateParts): boolean {
  return years.length + months.length + days.length > 0;
}

/** The share of the date's parts that a minute's day has, each day worked out once; 0 if there are none. */
export class DayShares {
  readonly #parts: DateParts;
  readonly #asked: number;
  readonly #known = new Map<number, number>();

  constructor(parts: DateParts) {
    this.#parts = parts;
    this.#asked = Math.min(1, parts.years.length) + Math.min(1, parts.months.length) + Math.min(1, parts.days.length);
  }

  at(minute: number): number {
    if (this.#asked === 0 || minute === 0) return 0;
    const day = Math.floor(minute / 1440);
    let share = this.#known.get(day);
    if (share === undefined) {
      share = this.#shareOf(new Date(day * 86_400_000));
      this.#known.set(day, share);
    }
    return share;
  }

  #shareOf(day: Date): number {
    const { years, months, days } = this.#parts;
    let same = 0;
    if (years.includes(day.getUTCFullYear())) same++;
    if (months.includes(day.getUTCMonth())) same++;
    if (days.includes(day.getUTCDate())) same++;
    return same / this.#asked;
  }
}

function withoutWords(text: string, words: ReadonlySet<string>): string {
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => (words.has(fold(word)) ? " " : word));
}
