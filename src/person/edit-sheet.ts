/**
 * Changing a file of the profile by its lines: a value is put where it stands, a new line behind its like, and every
 * other byte stays. Works on the text as it is now, so that two changes of different keys both survive. Pure.
 */

import { contestedField, withoutContested } from "../format/conflict.ts";
import { appendText } from "../format/edit-body.ts";
import { eolOf } from "../format/markdown.ts";
import { outlineOf } from "../format/outline.ts";
import { descriptionLength } from "../format/sentence.ts";
import { spliced } from "../format/splice.ts";
import { oneLine } from "../guard/one-line.ts";
import { type Category, fieldNamed } from "./categories.ts";
import { readSheet, sheetValuesOf } from "./sheet.ts";
import { isSaidOfFile, type Lines, type PersonSheet } from "./sheet-lines.ts";

export interface NewEntry {
  /** A day. */
  readonly at: string;
  readonly topic?: string | undefined;
  readonly text: string;
}

export interface SheetChange {
  readonly set: readonly (readonly [key: string, value: string])[];
  /** As they were named: of two names for one field the one that is written there is meant. */
  readonly unset: readonly string[];
  readonly add: readonly NewEntry[];
}

export function changeSheet(category: Category, text: string, { set, unset, add }: SheetChange): string {
  let changed = text;
  for (const key of unset) changed = withoutKey(category, changed, key);
  // A value that is set is the one that holds, whatever two machines said before.
  for (const [key, value] of set)
    changed = withoutContested(withValue(category, changed, key, value), `${contestedField}${key}`);
  for (const entry of add) changed = withEntry(category, changed, entry);
  return changed;
}

/** Takes these lines out, and nothing else. */
export function withoutLines(text: string, lines: readonly Lines[]): string {
  return spliced(text, ...lines.map(({ from, to }) => ({ from, to, text: "" })));
}

export function printSheetField(key: string, value: string, lead = "- "): string {
  return `${lead}**${key}**: ${value}`;
}

export function printEntry({ at, topic, text }: NewEntry): string {
  return topic === undefined ? `- ${at} ${text}` : `- ${at} ${topic}: ${text}`;
}

/** What the file says in one line, the values first: shown where there is no room for more. */
export function describeSheet(sheet: PersonSheet): string {
  const said = [
    ...[...sheetValuesOf(sheet)].map(([key, value]) => `${key}: ${value}`),
    ...sheet.entries.toReversed().map(({ topic, text }) => (topic === undefined ? text : `${topic}: ${text}`)),
    ...sheet.notes.map(({ text }) => text),
  ];
  return oneLine(said.join("; "), descriptionLength);
}

/** Is something said in it? */
export function isBlank({ entries, notes, ...sheet }: PersonSheet): boolean {
  return sheetValuesOf({ entries, notes, ...sheet }).size + entries.length + notes.length === 0;
}

function withValue(category: Category, text: string, key: string, value: string): string {
  const { fields } = readSheet(category, text);
  const found = fields.find((field) => field.key === key);
  if (found?.value === value) return text;
  if (found !== undefined) {
    const isBare = /^(?:[\r\n]|$)/.test(text.slice(found.valueFrom)) && !/[ \t]$/.test(text.slice(0, found.valueFrom));
    const gap = isBare ? " " : "";
    return spliced(text, { from: found.valueFrom, to: found.valueTo, text: gap + value });
  }
  const last = fields.at(-1);
  const line = printSheetField(key, value, leadFor(fields, key));
  return last === undefined ? firstLine(text, line) : behind(text, last.to, line);
}

/** As the others stand, the outermost of them. */
function leadFor(fields: PersonSheet["fields"], key: string): string {
  const lead = fields.reduce(
    (least, one) => (inset(one.lead) <= inset(least) ? one.lead : least),
    fields[0]?.lead ?? "- ",
  );
  return isSaidOfFile(key) && lead.trim() === "" ? "- " : lead;
}

function inset(lead: string): number {
  return lead.length - lead.trimStart().length;
}

/** Every line of that very name, else of the field it means: where one went alone, the next would count. */
function withoutKey(category: Category, text: string, label: string): string {
  const { fields, entries } = readSheet(category, text);
  const isWritten = fields.some((field) => field.label === label) || entries.some(({ topic }) => topic === label);
  const key = isWritten ? label : fieldNamed(category, label);
  return withoutLines(text, [
    ...fields.filter((field) => (isWritten ? field.label : field.key) === key),
    ...entries.filter(({ topic }) => topic === key),
  ]);
}

/** What was noted in the same words on the same day is there already. */
function withEntry(category: Category, text: string, entry: NewEntry): string {
  const { entries } = readSheet(category, text);
  const isSame = (other: NewEntry) => other.text === entry.text && other.topic === entry.topic;
  if (entries.some((other) => isSame(other) && other.at.slice(0, 10) === entry.at.slice(0, 10))) return text;
  const last = entries.at(-1);
  const line = printEntry(entry);
  const isListed = last !== undefined && /^ {0,3}[-*+]/.test(text.slice(last.from));
  return isListed ? behind(text, last.to, line) : appendText(text, line);
}

/** Below the title, before what else stands there. */
function firstLine(text: string, line: string): string {
  const { headings, eol, bodyEnd } = outlineOf(text);
  const next = headings[1];
  if (headings[0]?.level !== 1 || next === undefined || next.start >= bodyEnd) return appendText(text, line);
  return spliced(text, { from: next.start, to: next.start, text: `${line}${eol}${eol}` });
}

function behind(text: string, at: number, line: string): string {
  const eol = eolOf(text);
  const isBroken = text[at - 1] === "\n";
  return spliced(text, { from: at, to: at, text: isBroken ? `${line}${eol}` : `${eol}${line}` });
}
