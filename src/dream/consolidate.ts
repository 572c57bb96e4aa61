/**
 * Entries taken into a topic: one that says what is known adds its day, one that ends what was known moves that to what
 * held earlier, the rest are new lines. A function of the topic as it stands; nothing is lost but what the caps put out. Pure.
 */

import { withAbsoluteDates } from "./absolute-dates.ts";
import { ends, type TopicStatement, topicStatementOf } from "./changed-mind.ts";
import { isLine, lineText, type TopicLine, type TopicPage, type TopicPart } from "./topic-page.ts";
import { isSameThing } from "./wording.ts";

/** As a log has it. */
export interface LogNote {
  readonly day: string;
  readonly text: string;
}

export type Fate =
  /** A line of its own. */
  | { readonly is: "new"; readonly line: string }
  /** Known already: its day was added to that line. */
  | { readonly is: "merged"; readonly into: string }
  /** Said before, on that very day. */
  | { readonly is: "known"; readonly as: string }
  /** Something newer is known to have taken its place. */
  | { readonly is: "past"; readonly line: string; readonly by: string };

interface Consolidated {
  readonly page: TopicPage;
  /** In the order of the entries. */
  readonly fates: readonly Fate[];
  /** Lines that hold no longer, each with what ended it. */
  readonly ended: readonly { readonly line: string; readonly by: string }[];
  /** Lines the caps put out; the logs have them. */
  readonly pruned: number;
}

export const mostKnown = 80;
export const mostEarlier = 40;
/** So many more are kept while entries come: what is put out early is what the caps would put out in the end. */
const SLACK = 4;

export interface How {
  /** From this likeness on (0 to 1) two lines say one thing. */
  readonly sameFrom: number;
}

export function consolidate(page: TopicPage, entries: readonly LogNote[], how: How): Consolidated {
  const desk = new Desk(page, how);
  const fates = entries.map((entry) => desk.take(entry));
  return { ...desk.tidied(page.checks), fates, ended: desk.ended };
}

class Desk {
  readonly ended: { line: string; by: string }[] = [];
  readonly #how: How;
  #known: TopicPart[];
  #earlier: TopicPart[];
  readonly #statements = new Map<string, TopicStatement>();
  #pruned = 0;

  constructor({ known, earlier }: TopicPage, how: How) {
    this.#how = how;
    this.#known = [...known];
    this.#earlier = [...earlier];
  }

  take({ day, text: given }: LogNote): Fate {
    const text = lineText(withAbsoluteDates(given, day));
    const past = this.#earlier.filter(isLine).find((line) => isOfThen(line, day) && this.#isSame(line, text));
    if (past !== undefined) return { is: "known", as: past.text };
    const same = this.#known.filter(isLine).find((line) => this.#isSame(line, text));
    if (same !== undefined) return this.#saidAgain(same, day);
    const newer = this.#known.filter(isLine).find((line) => firstDay(line) > day && this.#ends(line.text, text));
    if (newer !== undefined) return this.#cameLate(text, day, newer);
    this.#end(text, day);
    this.#known.push({ days: [day], text });
    this.#prune(SLACK);
    return { is: "new", line: text };
  }

  /** Oldest first; what is beyond the caps goes, the oldest first. */
  tidied(checks: readonly string[]): Pick<Consolidated, "page" | "pruned"> {
    this.#known = inOrder(this.#known);
    this.#earlier = inOrder(this.#earlier);
    this.#prune(1);
    return { page: { known: this.#known, earlier: this.#earlier, checks }, pruned: this.#pruned };
  }

  #prune(slack: number): void {
    if (slack > 1 && this.#known.length + this.#earlier.length <= slack * (mostKnown + mostEarlier)) return;
    const known = capped(inOrder(this.#known), mostKnown);
    const earlier = capped(inOrder(this.#earlier), mostEarlier);
    this.#known = known.kept;
    this.#earlier = earlier.kept;
    this.#pruned += known.out + earlier.out;
  }

  #saidAgain(same: TopicLine, day: string): Fate {
    if (same.days.includes(day)) return { is: "known", as: same.text };
    this.#known = this.#known.map((part) => (part === same ? { ...same, days: [...same.days, day].sort() } : part));
    return { is: "merged", into: same.text };
  }

  #cameLate(text: string, day: string, newer: TopicLine): Fate {
    this.#earlier.push({ days: [day], until: firstDay(newer), text });
    return { is: "past", line: text, by: newer.text };
  }

  #end(text: string, day: string): void {
    const over = this.#known.filter(isLine).filter((line) => lastDay(line) <= day && this.#ends(text, line.text));
    for (const line of over) {
      this.ended.push({ line: line.text, by: text });
      this.#earlier.push({ ...line, until: day });
    }
    this.#known = this.#known.filter((part) => !over.some((line) => line === part));
  }

  #isSame(line: TopicLine, text: string): boolean {
    return line.text === text || isSameThing(this.#of(line.text).wording, this.#of(text).wording, this.#how.sameFrom);
  }

  #ends(newer: string, older: string): boolean {
    return ends(this.#of(newer), this.#of(older), "topic");
  }

  #of(text: string): TopicStatement {
    const known = this.#statements.get(text) ?? topicStatementOf(text);
    this.#statements.set(text, known);
    return known;
  }
}

/** What somebody else wrote stands first, in its own order. */
function inOrder(parts: readonly TopicPart[]): TopicPart[] {
  const lines = parts.filter(isLine).sort((a, b) => (lastDay(a) < lastDay(b) ? -1 : lastDay(a) > lastDay(b) ? 1 : 0));
  return [...parts.filter((part) => !isLine(part)), ...lines];
}

function capped(parts: readonly TopicPart[], most: number): { kept: TopicPart[]; out: number } {
  const lines = parts.filter(isLine);
  const gone = new Set<TopicPart>(lines.slice(0, Math.max(0, lines.length - most)));
  return { kept: parts.filter((part) => !gone.has(part)), out: gone.size };
}

/** Was it said on that day, or before it ended? */
function isOfThen({ days, until }: TopicLine, day: string): boolean {
  return days.includes(day) || (until !== undefined && day < until);
}

function firstDay({ days }: TopicLine): string {
  return days[0] ?? "";
}

function lastDay({ days }: TopicLine): string {
  return days.at(-1) ?? "";
}
