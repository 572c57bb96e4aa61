/**
 * What a decision record says of itself: its state, its day, its tags. It stands in the front matter, in lines at the head
 * (a list, bold, quoted, a table, or plain), in a heading (`## Status: Accepted`) or in a section of its own. Pure.
 */

import { type Front, frontOf } from "../format/front.ts";
import { textOf } from "../format/values.ts";
import { decisionLabels, stateWord } from "./decision-words.ts";
import { months, yearLast } from "./written-time.ts";

/** Of a line no more is read: what tells a state or a day is short. */
const LONGEST_LINE = 1000;

type Label = keyof typeof decisionLabels;

interface DecisionHead {
  /** The line about its state, as it is written. */
  readonly status: string | undefined;
  readonly day: string | undefined;
  readonly tags: readonly string[];
  /** What stands there for a day and is none that can be read. */
  readonly oddDay: string | undefined;
}

export function decisionHead(text: string): DecisionHead {
  const states = said(text, "status");
  const written = said(text, "date")?.[0];
  const day = dayIn(written) ?? states?.map(dayIn).find((one) => one !== undefined);
  const listed = said(text, "tags")?.[0] ?? "";
  const tags = listed.split(listed.includes(",") ? "," : /\s/);
  return {
    status: states === undefined ? undefined : stateLine(states),
    day,
    tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ""),
    oddDay: day === undefined ? (written ?? said(text, "date", () => true)?.[0]) : undefined,
  };
}

const TELLS_STATE = new RegExp(
  `^[#>*|\\t -]*(?:\\*\\*)?(?:${decisionLabels.status})(?:\\*\\*)?[ \\t]*(?:[:：|]|$)`,
  "im",
);

/** Whether anything in it is said of a state. */
export function tellsState(text: string): boolean {
  return TELLS_STATE.test(text);
}

const READS: Readonly<Record<Label, (value: string) => boolean>> = {
  status: (value) => stateWord(afterDay(value)) !== undefined,
  date: (value) => dayIn(value) !== undefined,
  tags: () => true,
};

/** The lines that say it, from the place that counts most. */
function said(text: string, label: Label, reads = READS[label]): readonly string[] | undefined {
  const front = frontOf(text);
  const node = front.map.entries.find(({ key }) => key === label)?.node;
  const keyed = node === undefined ? undefined : wordsOf(node);
  if (keyed !== undefined && keyed !== "" && reads(keyed)) return [keyed];
  const body = text.slice(front.bodyStart);
  const words = decisionLabels[label];
  const value = labelled(headOf(body), label, reads) ?? sectionOf(body, words) ?? labelled(body, label, reads);
  const lines =
    value?.split("\n").map((line) =>
      line
        .slice(0, LONGEST_LINE)
        .replace(/<!--.*?-->/g, "")
        .trim(),
    ) ?? [];
  const full = lines.filter((line) => line !== "");
  return full.length === 0 ? undefined : full;
}

/** Of a state that is a map, `superseded_by: x` says all of it. */
function wordsOf(node: Front["map"]["entries"][number]["node"]): string | undefined {
  if (node.is !== "map") return textOf(node);
  const [successor, state] = [/^super[sc]eded[ _-]by$/i, /^(?:state|status|value)$/i].map((word) => {
    const inner = node.entries.find(({ key }) => word.test(key))?.node;
    return inner === undefined ? undefined : textOf(inner);
  });
  return successor === undefined || successor === "" ? state : `superseded by ${successor}`;
}

/** `- Status: x`, `**Status:** x`, `> **Status:** x · **Date:** y`, `| Status | x |`, `## Status: x`, `Status: x`. */
function labelled(text: string, label: Label, reads: (value: string) => boolean): string | undefined {
  const before = "(?:^(?:#{2,4} |[>*+| \\t-]*)|[·•] *)(?:\\*\\*|__)?";
  const line = new RegExp(
    `${before}(?:${decisionLabels[label]})(?:\\*\\*|__)? *[:：|](?:\\*\\*|__)?[ \\t]*(.+)$`,
    "gim",
  );
  for (const [, rest = ""] of text.matchAll(line)) {
    const value = rest
      .slice(0, LONGEST_LINE)
      .trim()
      .replace(/[ \t]*(?:[·•] *\*\*.*|\|.*)$/, "")
      .trim();
    if (value !== "" && reads(value)) return value;
  }
  return undefined;
}

/** Up to the first section that says something else. */
function headOf(body: string): string {
  const labels = Object.values(decisionLabels).join("|");
  const other = new RegExp(`^#{2,4} (?!(?:${labels})\\s*[:：])`, "im").exec(body);
  return other === null ? body : body.slice(0, other.index);
}

function sectionOf(body: string, words: string): string | undefined {
  return new RegExp(
    `^#{2,3} (?:\\d+[.)] )?(?:${words})[^\\S\\n]{0,20}:?[^\\S\\n]{0,20}\\n([\\s\\S]*?)(?=^#|$(?![\\s\\S]))`,
    "im",
  ).exec(body)?.[1];
}

/** Nygard's: what it came to last may stand below what it was before, with its day or without. */
function stateLine(lines: readonly string[]): string | undefined {
  const told = lines.filter((line) => !isChoice(line));
  const ended = told.find((line) => /super[sc]eded[ -]by/i.test(line) && !/\bpart(?:ly|ially)? super/i.test(line));
  if (ended !== undefined) return ended;
  const dated = told.filter((line) => dayIn(line) !== undefined && stateWord(afterDay(line)) !== undefined);
  const latest = dated.reduce<string | undefined>(
    (last, line) => (last === undefined || (dayIn(line) ?? "") >= (dayIn(last) ?? "") ? line : last),
    undefined,
  );
  const [first] = told;
  return first !== undefined && dated.includes(first) ? latest : first;
}

/** A template's line with every state there could be: nobody chose one. */
export function isChoice(line: string): boolean {
  const least = /^\W*[[{<][^\]}>]*\|/.test(line) ? 2 : 3;
  return line.split(/[/|,、]/).filter((one) => stateWord(afterDay(one)) !== undefined).length >= least;
}

/** `2017-11-26 accepted` says a state behind its day. */
function afterDay(line: string): string {
  return line.replace(/^[^\p{L}\d]*\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[^\p{L}]*/u, "");
}

/** `2017-11-22`, `2017/11/22`, `22.11.2017`, `22 November 2017`, `November 22nd, 2017`; what may be read two ways is no day. */
function dayIn(text = ""): string | undefined {
  const digits = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (digits !== null) return dayFrom(digits[1], Number(digits[2]), digits[3]);
  const last = yearLast(text);
  if (last !== undefined) return dayFrom(last.year, last.month, last.day);
  const month = `(${months.join("|")})[a-z]*\\.?`;
  const first = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? ${month},? (\\d{4})\\b`, "i").exec(text);
  const second = new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "i").exec(text);
  const [name, day, year] = first === null ? [second?.[1], second?.[2], second?.[3]] : [first[2], first[1], first[3]];
  return name === undefined ? undefined : dayFrom(year, months.indexOf(name.toLowerCase()) + 1, day);
}

function dayFrom(year = "", month: number, day = ""): string | undefined {
  const isDay = month >= 1 && month <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}` : undefined;
}
