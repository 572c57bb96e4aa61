/** The lines of an index that point at files: `- [Title](file.md) — what it is about`, with or without the last. Pure. */

import { frontOf } from "../format/front.ts";
import { mapLines } from "../format/markdown.ts";
import { jsonFrom } from "../text/json.ts";
import { isOverflowLine } from "../views/pointers.ts";
import type { FoundRecord } from "./layout.ts";
import { withoutTitle } from "./markdown-record.ts";

export interface IndexLine {
  readonly title: string;
  /** As it stands there, without `./` before it. */
  readonly target: string;
  readonly description: string;
  readonly line: number;
}

const POINTER =
  /^\s*(?:[-*+]|\d{1,4}[.)]) (?:\*\*)?\[((?:[^\]\\]|\\.)*)\]\(<?([^)>]+?)>?\)(?:\*\*)?\s*(?:(?:—|–|--|-|:)\s*(\S(?:.*\S)?)\s*)?$/;

export interface ReadIndex {
  readonly pointers: readonly IndexLine[];
  /** What else a person or a model wrote there: words, not pointers. */
  readonly words: string;
}

export function readIndexLines(text: string): ReadIndex {
  const pointers: IndexLine[] = [];
  const words: string[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const [, title, target, description = ""] = POINTER.exec(line) ?? [];
    if (title !== undefined && target !== undefined && !/^[a-z]+:/i.test(target)) {
      const plain = unescaped(target.replace(/^(?:\.\/)+/, "").replace(/#.*$/, ""));
      pointers.push({ title: title.replaceAll(/\\(.)/g, "$1"), target: plain, description, line: at + 1 });
    } else words.push(line);
  }
  return { pointers, words: words.join("\n") };
}

/** What stands in the place of pointers that found no room. */
export function moreLine(count: number): string {
  return `… ${count} more, in the files`;
}

const MORE = /^… \d+ more, in the files$/;

/** Models write into the index itself too: what stands there beside the pointers is kept as one memory. */
export function notesOfIndex(path: string, words: string, at: string | undefined): FoundRecord | undefined {
  const isSaid = (line: string) => line !== "" && !/^(?:#|>|<!--.*-->$)/.test(line) && !isOverflowLine(line);
  const { state, bodyStart } = frontOf(words);
  const own = state === "read" ? words.slice(bodyStart) : words;
  const lines = own.split("\n").filter((line) => !MORE.test(line.trim()));
  if (!lines.some((line) => isSaid(line.trim()))) return undefined;
  const memory = {
    id: "memory-notes",
    kind: "project",
    title: "Notes of MEMORY.md",
    body: withoutTitle(
      withoutBare(lines)
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n"),
    ),
    created: at,
  } as const;
  return { from: `${path}#notes`, memory, isUndated: true };
}

/** Without the headings below which only pointers stood. In a fence nothing is a heading. */
function withoutBare(lines: readonly string[]): string[] {
  const kept: string[] = [];
  /** For each level, how many lines of words stood below when the nearest heading of that level or a higher one came. */
  const before = new Array<number>(7).fill(0);
  let said = 0;
  const marked = mapLines(lines.join("\n"), (line) => (HEADING.test(line) ? `${MARK}${line}` : line));
  for (const one of marked.split("\n").reverse()) {
    const line = one.startsWith(MARK) ? one.slice(MARK.length) : one;
    const level = one === line ? undefined : HEADING.exec(line)?.[1]?.length;
    if (level === undefined) {
      if (!UNSAID.test(line) && !isOverflowLine(line.trim())) said++;
      kept.push(line);
      continue;
    }
    if (said > (before[level] ?? 0)) kept.push(line);
    before.fill(said, level);
  }
  return kept.reverse();
}

const HEADING = /^(#{1,6})(?:\s|$)/;
const MARK = "\0";
const UNSAID = /^\s*(?:<!--.*-->\s*)?$/;

/** A name as it was before it was put into a link. */
export function unescaped(target: string): string {
  if (!target.includes("%")) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // a lone percent sign: the name as it stands
  }
}

const UNEXPECTED = /Unexpected token '([\s\S]{1,2}?)', (\.\.\.)?"([\s\S]*)"(\.\.\.)? is not valid JSON$/;
/** As many signs before a token and behind it are quoted where no position is said. */
const QUOTED = 10;

/** Undefined where the text merely ends too early. */
function unexpectedAt(message: string, text: string): number | undefined {
  const [, token, more, quoted = "", further] = UNEXPECTED.exec(message) ?? [];
  if (token === undefined) return undefined;
  if (more !== undefined) return text.indexOf(quoted) + QUOTED;
  return further === undefined ? text.indexOf(token) : quoted.length - QUOTED;
}

/** The line at which a text that should be JSON stops being it, as far as the parser tells. */
export function brokenLine(text: string): number {
  if (jsonFrom(text) !== undefined) return 1;
  try {
    JSON.parse(text);
  } catch (error) {
    const [, line] = /line (\d+)/.exec(String(error)) ?? [];
    if (line !== undefined) return Number(line);
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    const at = position === undefined ? unexpectedAt(String(error), text) : Number(position);
    return text.slice(0, at).split("\n").length;
  }
  return 1;
}
