/** The parts of a memory file by offset: front matter, body, headings, conflict, change log. Reading and editing share it. */

import type { Change } from "../model/memory.ts";
import { type Front, frontOf } from "./front.ts";
import { type Eol, eolOf, type Heading, joinedLine, scanMarkdown, trimBlankLines, withEol } from "./markdown.ts";

interface Log {
  readonly heading: Heading;
  readonly entries: readonly LoggedChange[];
  /** From here to the end of the file a person went on: body below the log. */
  readonly tailAt: number;
}

export interface Outline {
  readonly text: string;
  readonly eol: Eol;
  readonly front: Front;
  readonly bodyStart: number;
  /** The end of the file, or where the change log starts. */
  readonly bodyEnd: number;
  /** Of the body alone. */
  readonly headings: readonly Heading[];
  readonly openFence: string | undefined;
  readonly log: Log | undefined;
}

/** As Cairn writes the time of a change; a person writes a day. */
const STAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export function outlineOf(text: string): Outline {
  const front = frontOf(text);
  const { headings, openFence } = scanMarkdown(text, front.bodyStart);
  const log = logOf(text, headings);
  return {
    text,
    eol: eolOf(text),
    front,
    bodyStart: front.bodyStart,
    bodyEnd: log?.heading.start ?? text.length,
    headings: log === undefined ? headings : headings.filter(({ start }) => start < log.heading.start),
    openFence: log === undefined ? openFence : undefined,
    log,
  };
}

/** What a person wrote below the change log belongs to the body too. */
export function bodyOf({ text, bodyStart, bodyEnd, log }: Outline): string {
  const body = trimBlankLines(withEol(text.slice(bodyStart, bodyEnd), "\n"));
  const tail = log === undefined ? "" : trimBlankLines(withEol(text.slice(log.tailAt), "\n"));
  return tail === "" ? body : trimBlankLines(`${body}\n\n${tail}`);
}

/** The heading that is the memory's title. */
export function titleHeading(headings: readonly Heading[]): Heading | undefined {
  return headings.find((heading) => heading.level === 1 && heading.text !== "");
}

/** The last section, or one that Cairn alone wrote and a person went on below with a section of their own. */
function logOf(text: string, headings: readonly Heading[]): Log | undefined {
  const at = headings.findLastIndex(({ level, text: name }) => level === 2 && name === changesHeading);
  const heading = headings[at];
  if (heading === undefined) return undefined;
  const next = headings[at + 1];
  const read = readChanges(text, heading.next, next?.start ?? text.length);
  const isOwn = read?.entries.every(({ change }) => STAMP.test(change.at)) && read.entries.length > 0;
  return read === undefined || (next !== undefined && !isOwn) ? undefined : { heading, ...read };
}

/** The change log at a memory's end: `## Changes`, one line an entry, oldest first. */
export const changesHeading = "Changes";
export const mostChanges = 50;

const ENTRY = /^[-*+][ \t]+(\d{4}-\d\d-\d\d\S*)(?:[ \t]+(.*))?$/;

/** An entry and the characters it stands on, its line break included. */
interface LoggedChange {
  readonly change: Change;
  readonly start: number;
  readonly end: number;
}

interface ReadLog {
  readonly entries: readonly LoggedChange[];
  /** Where a person went on below the log: the first line that is not indented, which belongs to the body. */
  readonly tailAt: number;
}

/** Undefined when it is a section of that name but no log. */
function readChanges(text: string, from: number, to: number): ReadLog | undefined {
  const entries: { at: string; lines: string[]; start: number; end: number }[] = [];
  for (let at = from; at < to; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 || lineBreak >= to ? to : lineBreak + 1;
    const line = text.slice(at, next).trimEnd();
    const entry = ENTRY.exec(line);
    const last = entries.at(-1);
    if (entry !== null) entries.push({ at: entry[1] as string, lines: [entry[2] ?? ""], start: at, end: next });
    else if (line !== "" && last === undefined) return undefined;
    else if (line !== "" && !/^\s/.test(line)) return { entries: entries.map(logged), tailAt: at };
    else if (line !== "" && last !== undefined) {
      last.lines.push(line);
      last.end = next;
    }
    at = next;
  }
  return { entries: entries.map(logged), tailAt: to };
}

function logged({ at, lines, start, end }: { at: string; lines: string[]; start: number; end: number }): LoggedChange {
  return { change: { at, summary: joinedLine(lines.join("\n")) }, start, end };
}

export function printChange({ at, summary }: Change): string {
  return `- ${at} ${joinedLine(summary)}`.trimEnd();
}

/** The section of what a merge could not choose between: see `conflict.ts`. */
export const conflictHeading = "Conflict";
export const conflictSaid =
  "Two versions were merged that say different things here. Settle it with cairn team resolve.";
export const contestedVersion = /^### (.+) · (\S+)$/;

/** Its heading starts at `from`, its text at `next`. */
export function conflictPlace({ headings, bodyEnd }: Outline): { from: number; next: number; to: number } | undefined {
  const at = headings.findIndex(({ level, text }) => level === 2 && text === conflictHeading);
  const heading = headings[at];
  if (heading === undefined) return undefined;
  return { from: heading.start, next: heading.next, to: headings[at + 1]?.start ?? bodyEnd };
}

/** A line of it that nobody but a merge wrote. */
export function isOfConflict(line: string): boolean {
  return line === conflictSaid || line.startsWith(">") || contestedVersion.test(line);
}

/** Where the lines stand that nobody but a merge wrote. */
export function conflictLinesIn(outline: Outline): { from: number; to: number }[] {
  const place = conflictPlace(outline);
  if (place === undefined) return [];
  const { text } = outline;
  const found = [{ from: place.from, to: place.next }];
  for (let at = place.next; at < place.to; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 || lineBreak >= place.to ? place.to : lineBreak + 1;
    if (isOfConflict(text.slice(at, next).trimEnd())) found.push({ from: at, to: next });
    at = next;
  }
  return found;
}
