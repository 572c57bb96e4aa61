/**
 * What a source has to say to the master: statements of one line each, and the source they are from. Text is made fit to
 * stand in a page that a host may load whole: it opens no section, no link, no tag and no import. Pure.
 */

import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Anchor, Status } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";
import { textOrder } from "../text/order.ts";
import { sentenceEnds } from "../text/sentence-ends.ts";

export const sorts = ["goal", "done", "status", "next", "blocker", "decision", "learning", "question"] as const;
export type StatementSort = (typeof sorts)[number];

export interface Statement {
  readonly sort: StatementSort;
  readonly text: string;
  readonly reason?: string;
  /** How its summary called it, where that says more than the sort: `Failed approach`. */
  readonly label?: string;
  /** Where it was said before the last of what its source says. */
  readonly at?: string;
  /** What it is about, worked out once; a statement without it is worked out when it is needed. */
  readonly about?: About;
}

/** As it is kept, one text for each statement: of a thousand summaries all are read, and few are asked for more. See `aboutIn`. */
export type About = string;

/** What is kept of a text once it was read: a function of its bytes alone. */
export interface DistilledSource {
  /** When what it says was said: its last change that was not a move in its life. */
  readonly at: string;
  readonly statements: readonly Statement[];
  /** How many it says beyond those: a text may be longer than any reading. */
  readonly more?: number | undefined;
  /** A person gave it another title than the one it was written with. */
  readonly isRenamed?: true | undefined;
  /** Files of the project it names as its own. */
  readonly paths: readonly string[];
}

/** A memory or a document of the project, with what was distilled from it. */
export interface MasterSource extends DistilledSource {
  /** A memory's id, or a document's path. */
  readonly id: string;
  readonly kind: Kind | "document";
  readonly title: string;
  readonly tags: readonly string[];
  readonly trust: Trust;
  readonly status: Status;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly files: readonly Anchor[];
  readonly supersededBy?: string | undefined;
  /** When and why it left the active ones. */
  readonly ended?: { readonly at: string; readonly reason: string } | undefined;
  /** Stands for its bytes as they were read, and tells nothing of them; without it, nothing is known of it from before. */
  readonly mark?: string | undefined;
}

export const longestText = 280;
export const longestReason = 180;

/** A tag, a comment or a processing instruction begins here. */
const TAG = /<(?=[/!?a-z])/gi;
/** The host reads the file behind such a word, wherever it stands outside code. An address has a name before its sign. */
const IMPORT = /(?<![\w.+-])@[\w~./\\-][^\s`]*/g;

/** One line that can neither open nor close anything around it. */
export function plainLine(text: string, most = longestText): string {
  return neutral(gistOf(oneLine(text).replace(/^(?:[-*+>#]|\d{1,3}[.)])+\s+/, ""), most));
}

/** The same of words as they are printed, after all cutting and joining: what is neutral already stays as it is. */
export function neutral(text: string): string {
  const tidy = oneLine(text);
  return SIGNS.test(tidy) ? disarmed(tidy) : tidy;
}

/** All that opens or closes something. */
const SIGNS = /[`[\]<@]/;

function disarmed(text: string): string {
  const closed = spansOf(text).map(({ words }) => words);
  const line = oneLine(closed.join(""))
    .replace(/\[{2,}/g, "[")
    .replace(/\]{2,}/g, "]")
    .replace(TAG, "‹");
  const parts = spansOf(line).map(({ words, isCode }) => (isCode ? words : words.replace(IMPORT, "`$&`")));
  // Ticks that touch are one run, which closes nothing.
  return parts.reduce(
    (said, part) => (said.endsWith("`") && part.startsWith("`") ? `${said} ${part}` : said + part),
    "",
  );
}

/** In the order in which it was said, whatever order they come in. */
export function oldestFirst(sources: readonly MasterSource[]): MasterSource[] {
  return [...sources].sort((a, b) => textOrder(a.at, b.at) || textOrder(a.id, b.id));
}

/** Code spans and what is between them. Ticks that nothing closes are none, and go: they would swallow what comes next. */
function spansOf(line: string): { words: string; isCode: boolean }[] {
  const spans: { words: string; isCode: boolean }[] = [];
  const runs = line.split(/(`+)/);
  for (let n = 0; n < runs.length; n++) {
    const words = runs[n] ?? "";
    const end = n % 2 === 0 ? -1 : runs.findIndex((run, m) => m > n && m % 2 === 1 && run === words);
    if (end >= 0) spans.push({ words: runs.slice(n, end + 1).join(""), isCode: true });
    else if (n % 2 === 0) spans.push({ words, isCode: false });
    if (end >= 0) n = end;
  }
  return spans;
}

const CLAUSE = /(?:[;:]|,| —| –)(?=\s)/g;

/** As many whole sentences as fit; else as many clauses; else whole words, and a mark that there was more. */
export function gistOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const outsideCode = text.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
  const sentences = sentenceEnds(outsideCode.slice(0, most + 2), "any").filter(
    ({ end }) => end <= most && /[^:：,;]$/.test(text.slice(0, end)),
  );
  const whole = sentences.at(-1)?.end ?? 0;
  if (whole > most / 4) return text.slice(0, whole);
  const clauses = lastEnd(outsideCode, CLAUSE, most - 1);
  if (clauses > most / 2) return `${text.slice(0, clauses).replace(/\s*[;:,—–]$/, "")}…`;
  return oneLine(text, most);
}

function lastEnd(text: string, pattern: RegExp, most: number): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const here = match.index + match[0].length;
    if (here > most) break;
    end = here;
  }
  return end;
}

/** The day of a time, as far as it says one. */
export function dayOf(at: string): string {
  return /^\d{4}-\d\d-\d\d/.exec(at)?.[0] ?? "";
}
