/** A thread in a few lines, within its tokens: the task first, then what is next, what is in the way, how it stands. Pure. */

import { localTime } from "../model/local-day.ts";
import { wholeStart } from "../text/lines.ts";
import { tokensOf } from "../text/tokens.ts";
import type { ThreadRecord } from "./thread-record.ts";

/** What a session's start may say of the last one. */
const threadTokens = 200;
/** What stands around it where it is shown. */
const AROUND_TOKENS = 24;
const SECOND_TOKENS = 55;
const LINE = 260;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FEW_HOURS_MS = 4 * 3_600_000;
/** Not by Intl, which a process that only answers a hook would load for this alone. */
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** In the order they are read, with how much each is worth. */
const parts = [
  { label: "Wanted", worth: 6, of: ({ wanted }: ThreadRecord) => [wanted ?? ""] },
  { label: "Asked for last", worth: 3, of: ({ latest }: ThreadRecord) => [latest ?? ""] },
  { label: "Stands", worth: 2, of: standing },
  { label: "Done before", worth: 1.5, of: ({ before }: ThreadRecord) => [...before].reverse() },
  { label: "In the way", worth: 4, of: ({ inTheWay }: ThreadRecord) => inTheWay },
  { label: "Next", worth: 5, of: ({ next }: ThreadRecord) => next },
  { label: "Files changed", worth: 1, of: ({ files }: ThreadRecord) => files },
] as const;

/** The first whole, as far as there is room, a second in a line; what no longer fits is left out, the least first. */
export function threadText(
  records: readonly ThreadRecord[],
  now: Date,
  budgetTokens = threadTokens - AROUND_TOKENS,
): string {
  const [first, second] = records;
  if (first === undefined) return "";
  const more = second === undefined ? "" : secondLine(second, now);
  const lines = new Map<string, string>([["head", `${headOf(first, now)}:`]]);
  const print = () => [...lines.values(), ...(more === "" ? [] : [more])].join("\n");
  const texts = parts.map((part) => ({
    ...part,
    texts: part
      .of(first)
      .map(bare)
      .filter((text) => text.trim() !== ""),
  }));
  for (const { label, texts: said } of [...texts].sort((a, b) => b.worth - a.worth)) {
    for (let count = said.length; count > 0; count--) {
      lines.set(label, oneLine(`${label}: ${said.slice(0, count).join(label === "Files changed" ? ", " : "; ")}`));
      if (tokensOf(print()) <= budgetTokens) break;
      lines.delete(label);
    }
  }
  const inOrder = ["head", ...parts.map(({ label }) => label)].flatMap((label) => lines.get(label) ?? []);
  return [...inOrder, ...(more === "" ? [] : [more])].join("\n");
}

/** A line of it, for who has no room for more. */
export function threadLine(record: ThreadRecord, now: Date): string {
  const { wanted, next } = record;
  return `${headOf(record, now)}: ${[wanted ?? "", ...next.slice(0, 1).map((one) => `next: ${bare(one)}`)].filter((part) => part !== "").join("; ")}`;
}

/** Its line says already that it is next, or blocked: "Next I add it" is "I add it" there. */
function bare(text: string): string {
  return text.replace(
    /^(?:(?:next(?: step)?s?|blocked|blockers?|remaining)\s*[:–—]\s+|next,?\s+(?=(?:I|we|We)\b))/i,
    "",
  );
}

function standing({ stands, commits }: ThreadRecord): string[] {
  const said = commits.filter((subject) => subject !== "");
  const more = commits.length - said.length;
  return [
    ...stands,
    ...(said.length === 0
      ? []
      : [
          `committed ${said
            .slice(-2)
            .map((subject) => `"${subject}"`)
            .join(", ")}`,
        ]),
    ...(more === 0 ? [] : [`${more} ${more === 1 ? "commit" : "commits"} made`]),
  ];
}

function headOf({ at, branch, isDone }: ThreadRecord, now: Date): string {
  const about = [whenInWords(at, now), branch === undefined ? "" : `branch ${branch}`, isDone ? "done" : ""];
  return `Last session, ${about.filter((part) => part !== "").join(", ")}`;
}

function secondLine(record: ThreadRecord, now: Date): string {
  const { wanted = "", next, branch } = record;
  const about = [whenInWords(record.at, now), ...(branch === undefined ? [] : [`branch ${branch}`])].join(", ");
  let line = `Still open from ${about}: ${[wanted, ...next.slice(0, 1)].filter((part) => part !== "").join("; ")}`;
  while (tokensOf(line) > SECOND_TOKENS)
    line = `${line.slice(0, Math.floor(line.length * 0.85)).replace(/\s+\S*$/, "")}…`;
  return line.replace(/\s+/g, " ");
}

/** The day and the hour, and how long ago that is. */
function whenInWords(at: string, now: Date): string {
  const then = new Date(at);
  const day = `${WEEKDAYS[then.getDay()]} ${then.getDate()} ${MONTHS[then.getMonth()]}`;
  return `${day} ${localTime(then)} (${agoInWords(then, now)})`;
}

/** How long ago, as people say it: the hour stands beside it, and a start that is worked out before holds for a while. */
export function agoInWords(then: Date, now: Date): string {
  const ms = now.getTime() - then.getTime();
  if (ms < 2 * MINUTE_MS) return "just now";
  if (ms < 60 * MINUTE_MS) return ms < 10 * MINUTE_MS ? "a few minutes ago" : "less than an hour ago";
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
  if (days <= 0) return ms < FEW_HOURS_MS ? "a few hours ago" : "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}

function startOfDay(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= LINE ? flat : `${wholeStart(flat, LINE - 1).replace(/\s+\S*$/, "")}…`;
}
