/**
 * What a file of the profile says: fields (`- **detail**: short`, and the ways other programs write them), dated entries,
 * and whatever else a person wrote there. Reading only; never throws, whatever the text. Pure.
 */

import { conflictLinesIn, outlineOf } from "../format/outline.ts";
import type { Category } from "./categories.ts";
import {
  fieldOfLine,
  isEmptyValue,
  type Lines,
  type PersonSheet,
  readLines,
  type SheetEntry,
  type SheetField,
} from "./sheet-lines.ts";

export function readSheet(category: Category, text: string): PersonSheet {
  const outline = outlineOf(text);
  const { bodyStart, bodyEnd, log } = outline;
  const sheet = readLines(category, text, [
    ...between(bodyStart, bodyEnd, conflictLinesIn(outline)),
    ...(log === undefined ? [] : [{ from: log.tailAt, to: text.length }]),
  ]);
  return { ...sheet, fields: namedApart(sheet.fields) };
}

/** What stands there but for these lines: versions nobody chose yet say nothing. */
function between(from: number, to: number, without: readonly Lines[]): Lines[] {
  const ends = [...without.map((lines) => lines.from), to];
  const starts = [from, ...without.map((lines) => lines.to)];
  return starts.map((start, n) => ({ from: start, to: ends[n] ?? to })).filter((part) => part.from < part.to);
}

/** Of two names for one field the field's own counts, else the first; the other is a key by itself, so that both are seen. */
function namedApart(fields: readonly SheetField[]): SheetField[] {
  const owners = new Map<string, string>();
  for (const { key, label } of fields) if (label === key || !owners.has(key)) owners.set(key, label);
  return fields.map((field) => (owners.get(field.key) === field.label ? field : { ...field, key: field.label }));
}

/** The value that counts, by key, in the order of the file. */
export function sheetValuesOf({ fields }: PersonSheet): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of fields) if (!values.has(key) && !isEmptyValue(value)) values.set(key, value);
  return values;
}

export interface SaidLine extends Lines {
  readonly key?: string | undefined;
  readonly words: string;
}

/** Everything the file says, in its order, each with the key it stands under: also of a note that is like a field. */
export function saidLinesIn(category: Category, text: string): SaidLine[] {
  const { fields, entries, notes } = readSheet(category, text);
  const said: SaidLine[] = [
    ...fields.map(({ key, value, from, to }) => ({ key, words: value, from, to })),
    ...entries.map(({ topic, text: words, from, to }) => ({ key: topic, words, from, to })),
    ...notes.map(({ text: words, from, to }) => ({ key: fieldOfLine(category, words)?.key, words, from, to })),
  ];
  return said.sort((a, b) => a.from - b.from);
}

/** An entry as it is told: its day, its topic, its words. */
export function entryLine({
  at,
  topic,
  text,
}: Pick<SheetEntry, "at" | "text"> & { topic?: string | undefined }): string {
  return `${at.slice(0, 10)} ${topic === undefined ? "" : `${topic}: `}${text}`;
}
