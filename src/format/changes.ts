/** The change log at a memory's end: `## Changes`, one line an entry, oldest first. */

import type { Change } from "../model/memory.ts";
import { joinedLine } from "./markdown.ts";

export const changesHeading = "Changes";
export const mostChanges = 50;

const ENTRY = /^[-*+][ \t]+(\d{4}-\d\d-\d\d\S*)(?:[ \t]+(.*))?$/;

/** An entry and the characters it stands on, its line break included. */
export interface LoggedChange {
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
export function readChanges(text: string, from: number, to: number): ReadLog | undefined {
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
