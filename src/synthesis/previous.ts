/**
 * What a person wrote into the master is kept by the next synthesis, in its section and with a mark: a line without a
 * source, one that is marked already, and one that is not as Cairn wrote it. Everything else is made anew. Pure.
 */

import { sectionsOf } from "../format/sections.ts";

export interface HandLine {
  /** The heading of its section. */
  readonly section: string;
  /** With its mark. */
  readonly text: string;
  readonly ids: readonly string[];
}

export const handMark = "[by hand]";
const SOURCED = /(?:\[\[[a-z0-9-]+\]\]|\[[^\]\n]+\])(?: and \d+ more)?(?: \*\*drifted: [^\n]*\*\*)?$/;
const MOST = 40;

/** `own` is the last text Cairn wrote there, where it is known. */
export function handLinesIn(body: string, own: string | undefined): HandLine[] {
  const written = own === undefined ? undefined : new Set(own.split("\n").map((line) => line.trimEnd()));
  return sectionsOf(body)
    .flatMap(({ heading, text }) =>
      text
        .split("\n")
        .map((line) => line.trimEnd())
        .filter((line) => /^[-*+] \S/.test(line) && isByHand(line, written))
        .map((line) => ({ section: heading, text: marked(line), ids: idsIn(line) })),
    )
    .slice(0, MOST);
}

function isByHand(line: string, written: ReadonlySet<string> | undefined): boolean {
  if (line.endsWith(handMark) || !SOURCED.test(line)) return true;
  return written !== undefined && !written.has(line);
}

function marked(line: string): string {
  const bare = line.replace(/^[*+] /, "- ");
  return bare.endsWith(handMark) ? bare : `${bare} ${handMark}`;
}

export function idsIn(line: string): string[] {
  return [...line.matchAll(/\[\[([a-z0-9-]+)\]\]/g)].map(([, id = ""]) => id);
}
