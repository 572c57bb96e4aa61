/** The parts of a memory file by offset: front matter, body, headings, change log. Reading and editing share it. */

import { changesHeading, type LoggedChange, readChanges } from "./changes.ts";
import { type Front, frontOf } from "./front.ts";
import { type Eol, eolOf, type Heading, scanMarkdown, trimBlankLines, withEol } from "./markdown.ts";

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
