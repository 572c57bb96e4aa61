/**
 * What a source has to say to the master: statements of one line each, and the source they are from. Text is made fit to
 * stand in a page that a host may load whole: it opens no section, no link, no tag and no import. Pure.
 */

import { oneLine } from "../guard/one-line.ts";
import type { Kind } from "../model/kind.ts";
import type { Anchor, Status } from "../model/memory.ts";
import type { Trust } from "../model/trust.ts";

export const sorts = ["goal", "done", "status", "next", "blocker", "decision", "learning", "question"] as const;
export type Sort = (typeof sorts)[number];

export interface Statement {
  readonly sort: Sort;
  readonly text: string;
  readonly reason?: string;
  /** How its summary called it, where that says more than the sort: `Failed approach`. */
  readonly label?: string;
  /** What it is about, worked out once; a statement without it is worked out when it is needed. */
  readonly about?: About;
}

/** As it is kept: terms in one string each, parted by blanks. */
export interface About {
  readonly terms: string;
  readonly place?: string;
  readonly chosen?: string;
  readonly leaves?: readonly string[];
}

/** What is kept of a text once it was read: a function of its bytes alone. */
export interface Distilled {
  /** When what it says was said: its last change that was not a move in its life. */
  readonly at: string;
  readonly statements: readonly Statement[];
  /** Files of the project it names as its own. */
  readonly paths: readonly string[];
}

/** A memory or a document of the project, with what was distilled from it. */
export interface Source extends Distilled {
  /** A memory's id, or a document's path. */
  readonly id: string;
  readonly kind: Kind | "document";
  readonly title: string;
  readonly tags: readonly string[];
  readonly trust: Trust;
  readonly status: Status;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  readonly files: readonly Anchor[];
  readonly supersedes: readonly string[];
  readonly supersededBy?: string | undefined;
  /** When and why it left the active ones. */
  readonly ended?: { readonly at: string; readonly reason: string } | undefined;
}

export const longestText = 280;
export const longestReason = 180;

/** A tag, a comment or a processing instruction begins here. */
const TAG = /<(?=[/!?a-z])/gi;
/** The host reads the file behind such a word, wherever it stands outside code. */
const IMPORT = /(^|[\s("'[])(@[\w~./\\-][^\s`"')\]]*)/g;
const CODE = /(`+[^`\n]*`+)/;

/** One line that can neither open nor close anything around it. */
export function plain(text: string, most = longestText): string {
  return neutral(gistOf(oneLine(text).replace(/^(?:[-*+>#]|\d{1,3}[.)])+\s+/, ""), most));
}

function neutral(line: string): string {
  return line
    .replace(/\[{2,}/g, "[")
    .replace(/\]{2,}/g, "]")
    .replace(TAG, "‹")
    .split(CODE)
    .map((part) => (part.startsWith("`") ? part : part.replace(IMPORT, "$1`$2`")))
    .join("");
}

const SENTENCE = /[.!?](?=["')\]]*\s)|[。！？]/g;
const CLAUSE = /(?:[;:]|,| —| –)(?=\s)/g;

/** As many whole sentences as fit; else as many clauses; else whole words, and a mark that there was more. */
export function gistOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const sentences = lastEnd(text, SENTENCE, most);
  if (sentences > most / 4) return text.slice(0, sentences);
  const clauses = lastEnd(text, CLAUSE, most - 1);
  if (clauses > most / 2) return `${text.slice(0, clauses).replace(/\s*[;:,—–]$/, "")}…`;
  return oneLine(text, most);
}

function lastEnd(text: string, pattern: RegExp, most: number): number {
  let end = 0;
  const outsideCode = text.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
  for (const match of outsideCode.matchAll(pattern)) {
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
