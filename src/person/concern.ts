/** Whether a line concerns a topic: every word of the topic stands in it, in whatever form. Pure. */

import { outlineOf } from "../format/outline.ts";
import type { Written } from "../model/memory.ts";
import { type Category, categoryRow } from "./categories.ts";
import { type Lines, readSheet } from "./sheet.ts";

interface ConcernedLine extends Lines {
  readonly text: string;
}

/** How words are compared; handed in, so that a topic is looked for as recall looks. */
type StemsOf = (text: string) => readonly string[];

export function isAbout(topic: string, text: string, stemsOf: StemsOf): boolean {
  const wanted = stemsOf(topic);
  if (wanted.length === 0) return flat(topic) !== "" && flat(text).includes(flat(topic));
  const known = new Set(stemsOf(text.replaceAll(/[-_]/g, " ")).concat(stemsOf(text)));
  return wanted.every((word) => known.has(word));
}

/** The lines of a file of the profile, in its order; the heading at its top is its title, and stays a heading. */
export function linesAbout(category: Category, text: string, topic: string, stemsOf: StemsOf): ConcernedLine[] {
  const { fields, entries, notes, headings } = readSheet(category, text);
  return [...fields, ...entries, ...notes, ...headings.filter((line) => !/^#[ \t]/.test(line.text))]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({ from, to, text: text.slice(from, to).trim() }))
    .filter((line) => isAbout(topic, line.text, stemsOf));
}

/** Entries of the change log that name it. */
export function logLinesAbout(text: string, topic: string, stemsOf: StemsOf): Lines[] {
  const entries = outlineOf(text).log?.entries ?? [];
  return entries
    .filter(({ change }) => isAbout(topic, change.summary, stemsOf))
    .map(({ start, end }) => ({ from: start, to: end }));
}

function flat(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** What else in a file may say it: its description, its tags, a title somebody gave it. */
export function besidesAbout(
  category: Category,
  { title, description, tags, aliases }: Pick<Written, "title" | "description" | "tags" | "aliases">,
  topic: string,
  stemsOf: StemsOf,
): string[] {
  const given = title === categoryRow(category).title ? [] : [title];
  return [...given, description, ...tags, ...aliases].filter((text) => isAbout(topic, text, stemsOf));
}
