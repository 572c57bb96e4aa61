/**
 * What a person wrote into the master is kept by the next synthesis. A line of a list stays in its section, with a mark: one
 * without a source, one that is marked already, one that is not as Cairn wrote it. Paragraphs, headings and what stands below
 * them go whole into the notes by hand at its end. Everything else is made anew. Pure.
 */

import { kinds } from "../model/kind.ts";

export interface HandLine {
  /** The heading of its section. */
  readonly section: string;
  /** With its mark; of the notes as it stands. */
  readonly text: string;
  readonly ids: readonly string[];
  /** The lines of lists that stand there as Cairn wrote them. */
  readonly beside?: readonly string[];
}

export const handMark = "[by hand]";
export const notesHeading = "Notes by Hand";
const SOURCED = /(?:\[\[[a-z0-9-]+\]\]|\[[^\]\n]+\])(?: and \d+ more)?(?: \*\*drifted: [^\n]*\*\*)?$/;
const MADE =
  /^(?:Nothing yet\.|Nothing of it found room here\.|_Synthesised \d{4}-|_\d+ lighter points? found no room here:)/;
const BULLET = /^[-*+] \S/;
const own: ReadonlySet<string> = new Set(kinds.master.sections.map(({ heading }) => heading));

/** `last` is the last text Cairn wrote there, where it is known. */
export function handLinesIn(body: string, last: string | undefined): HandLine[] {
  const written = last === undefined ? undefined : new Set(last.split("\n").map((line) => line.trimEnd()));
  const found: HandLine[] = [];
  const beside: string[] = [];
  let section = "";
  let isNotes = false;
  for (const line of body.split("\n").map((one) => one.trimEnd())) {
    const heading = /^(#{1,6})\s+(.+)$/.exec(line)?.[2];
    const isOfNotes = section === notesHeading && !/^##\s/.test(line);
    if (heading !== undefined && !isOfNotes && isMade(line, heading, written)) {
      section = /^##\s/.test(line) ? heading : section;
      isNotes = heading === notesHeading;
    } else if (heading !== undefined) {
      isNotes = true;
      found.push(note(""), note(line.replace(/^##?\s/, "### ")));
    } else if (line === "") {
      if (isNote(found.at(-1))) found.push(note(""));
    } else if (section === notesHeading || !isCairns(line, written)) {
      if (MADE.test(line)) continue;
      const isLine = !isNotes && BULLET.test(line);
      found.push(isLine ? { section, text: marked(line), ids: idsIn(line), beside } : note(line));
    } else if (BULLET.test(line)) beside.push(line);
  }
  return [...found.filter((one) => !isNote(one)), ...tidy(found.filter(isNote))];
}

export function isNote(line: HandLine | undefined): boolean {
  return line?.section === notesHeading;
}

/** The notes of a page that Cairn keeps for what left the master. */
export function notesIn(body: string): HandLine[] {
  const from = body.indexOf(`## ${notesHeading}\n`);
  return from < 0 ? [] : handLinesIn(body.slice(from), "");
}

function isMade(line: string, heading: string, written: ReadonlySet<string> | undefined): boolean {
  return own.has(heading) || heading === notesHeading || written === undefined || written.has(line);
}

function isCairns(line: string, written: ReadonlySet<string> | undefined): boolean {
  if (MADE.test(line)) return true;
  if (BULLET.test(line)) return !isByHand(line, written);
  return written === undefined ? SOURCED.test(line) : written.has(line);
}

function isByHand(line: string, written: ReadonlySet<string> | undefined): boolean {
  if (line.endsWith(handMark) || !SOURCED.test(line)) return true;
  return written !== undefined && !written.has(line);
}

function note(text: string): HandLine {
  return { section: notesHeading, text, ids: idsIn(text) };
}

/** One blank line at most between two, none at the ends. */
function tidy(notes: readonly HandLine[]): HandLine[] {
  const kept = notes.filter(({ text }, n) => text !== "" || (n > 0 && notes[n - 1]?.text !== ""));
  while (kept.at(-1)?.text === "") kept.pop();
  return kept;
}

function marked(line: string): string {
  const bare = line.replace(/^[*+] /, "- ");
  return bare.endsWith(handMark) ? bare : `${bare} ${handMark}`;
}

function idsIn(line: string): string[] {
  return [...line.matchAll(/\[\[([a-z0-9-]+)\]\]/g)].map(([, id = ""]) => id);
}
