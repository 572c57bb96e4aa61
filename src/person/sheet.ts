/**
 * What a file of the profile says, line by line: fields (`- **detail**: short`, and the ways other programs write
 * them), dated entries, and whatever else a person wrote there. Reading only; never throws, whatever the text. Pure.
 */

import { outlineOf } from "../format/outline.ts";
import { type Category, fieldNamed, keyOf } from "./categories.ts";

/** From `from` up to `to`, the last line's break included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface SheetField extends Lines {
  readonly key: string;
  readonly value: string;
  /** What stands before the label: blanks and a bullet. */
  readonly lead: string;
  /** Where the value stands. */
  readonly valueFrom: number;
  readonly valueTo: number;
}

export interface SheetEntry extends Lines {
  /** As it is written: a day, or a time. */
  readonly at: string;
  readonly topic?: string;
  readonly text: string;
}

export interface SheetNote extends Lines {
  readonly text: string;
}

export interface Sheet {
  /** The first of a name counts; the others are here too. */
  readonly fields: readonly SheetField[];
  readonly entries: readonly SheetEntry[];
  /** Lines that say something else, one each. */
  readonly notes: readonly SheetNote[];
}

const FIELD =
  /^( {0,3}(?:[-*+][ \t]{1,4})?)(?:\*\*([^*:\n]{1,60})(?::\*\*|\*\*[ \t]?:)|([^\s*:`[(][^*:\n]{0,59}):(?=[ \t]|$))[ \t]*/u;
const BULLET = /^ {0,3}[-*+][ \t]/;
const ENTRY =
  /^ {0,3}[-*+][ \t]{1,4}(?:\*\*)?(\d{4}-\d\d-\d\d(?:T[0-9:.]{5,12}Z?)?)(?:\*\*)?(?:[ \t]{0,2}[:–—-])?(?:[ \t]+|$)/;
const DATED_HEADING = /^ {0,3}#{2,4}[ \t]+\[?(\d{4}-\d\d-\d\d)\]?[ \t]{0,2}[:–—-]?[ \t]*/;
const TOPIC = /^(?:\*\*)?([^*:\n]{1,60}?)(?::\*\*|\*\*[ \t]?:|:)(?:[ \t]+|$)/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const MOST_WORDS = 3;

/** Said of the file, not of the person. */
const OF_THE_FILE = new Set(["created", "updated", "last-updated", "version", "date"]);
/** A place that is kept for a value is none. */
const EMPTY =
  /^(?:\[[^\]]{0,80}\]|<[^>]{0,80}>|\(?(?:none yet|not (?:yet )?(?:set|known|specified|recorded)|unknown|unset|tbd|todo|n\/a)\)?\.?|[-–—_.…?]{0,8})$/i;

export function readSheet(category: Category, text: string): Sheet {
  const sheet = { fields: [] as SheetField[], entries: [] as SheetEntry[], notes: [] as SheetNote[] };
  const { bodyStart, bodyEnd, log } = outlineOf(text);
  readLines(category, linesIn(text, bodyStart, bodyEnd), sheet);
  if (log !== undefined) readLines(category, linesIn(text, log.tailAt, text.length), sheet);
  return sheet;
}

/** The value that counts, by key, in the order of the file. */
export function valuesOf({ fields }: Sheet): Map<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of fields) if (!values.has(key) && !isEmptyValue(value)) values.set(key, value);
  return values;
}

export interface SaidLine extends Lines {
  readonly key?: string | undefined;
  readonly words: string;
}

/** Everything the file says, in its order, each with the key it stands under: also of a note that is like a field. */
export function saidIn(category: Category, text: string): SaidLine[] {
  const { fields, entries, notes } = readSheet(category, text);
  const said: SaidLine[] = [
    ...fields.map(({ key, value, from, to }) => ({ key, words: value, from, to })),
    ...entries.map(({ topic, text: words, from, to }) => ({ key: topic, words, from, to })),
    ...notes.map(({ text: words, from, to }) => ({ key: fieldIn(category, words)?.key, words, from, to })),
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

export function isEmptyValue(value: string): boolean {
  return EMPTY.test(value.trim());
}

/** A line as a field, where it is one: `naming: camelCase`. */
export function fieldIn(category: Category, line: string): { key: string; value: string } | undefined {
  const bulleted = BULLET.test(line) ? line : `- ${line.trimStart()}`;
  return ENTRY.test(bulleted) ? undefined : fieldOf(category, { text: bulleted, from: 0, to: bulleted.length });
}

interface Line extends Lines {
  /** Without its break. */
  readonly text: string;
}

interface Growing {
  readonly fields: SheetField[];
  readonly entries: SheetEntry[];
  readonly notes: SheetNote[];
}

function readLines(category: Category, lines: readonly Line[], sheet: Growing): void {
  let fence = false;
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    if (FENCE.test(line.text)) fence = !fence;
    else if (!fence && DATED_HEADING.test(line.text)) n += take(sheet, headed(lines, n)) - 1;
    else if (!fence && ENTRY.test(line.text)) n += take(sheet, listed(lines, n)) - 1;
    else if (!fence && HEADING.test(line.text)) continue;
    else readPlain(category, line, sheet, fence);
  }
}

function readPlain(category: Category, line: Line, sheet: Growing, isCode: boolean): void {
  if (line.text.trim() === "") return;
  const field = isCode ? undefined : fieldOf(category, line);
  if (field === undefined) sheet.notes.push({ from: line.from, to: line.to, text: line.text.trim() });
  else if (!OF_THE_FILE.has(field.key)) sheet.fields.push(field);
}

function fieldOf(category: Category, { text, from, to }: Line): SheetField | undefined {
  const found = FIELD.exec(text);
  if (found === null) return undefined;
  const [whole, lead = "", bold, plain = ""] = found;
  const isProse = bold === undefined && (!BULLET.test(lead) || plain.trim().split(/\s+/).length > MOST_WORDS);
  const key = isProse ? undefined : keyOf(bold ?? plain);
  if (key === undefined) return undefined;
  const value = text.slice(whole.length).trimEnd();
  const valueFrom = from + whole.length;
  return { key: fieldNamed(category, key), value, lead, valueFrom, valueTo: valueFrom + value.length, from, to };
}

/** A line of a list and what is indented below it. */
function listed(lines: readonly Line[], at: number): { entry: SheetEntry; lines: number } {
  const first = lines[at]!;
  const [whole, day = ""] = ENTRY.exec(first.text) ?? [""];
  let end = at + 1;
  while (end < lines.length && /^(?: {2,}|\t)\S/.test(lines[end]!.text)) end++;
  const more = lines.slice(at + 1, end).map(({ text }) => text.trim());
  const entry = entryOf(day, [first.text.slice(whole.length), ...more].join(" "), first.from, lines[end - 1]!.to);
  return { entry, lines: end - at };
}

/** A heading with a day, and the lines up to the next heading. */
function headed(lines: readonly Line[], at: number): { entry: SheetEntry; lines: number } {
  const first = lines[at]!;
  const [whole, day = ""] = DATED_HEADING.exec(first.text) ?? [""];
  let end = at + 1;
  while (end < lines.length && !HEADING.test(lines[end]!.text)) end++;
  const more = lines.slice(at + 1, end).map(({ text }) => text.replace(/^[ \t]*[-*+][ \t]+/, "").replaceAll("**", ""));
  const said = more.map((text) => text.trim()).filter((text) => text !== "");
  const title = first.text.slice(whole.length).trim();
  const text = [title, said.join("; ")].filter((part) => part !== "").join(": ");
  return { entry: entryOf(day, text, first.from, lines[end - 1]!.to), lines: end - at };
}

function take({ entries }: Growing, { entry, lines }: { entry: SheetEntry; lines: number }): number {
  if (!isEmptyValue(entry.text)) entries.push(entry);
  return lines;
}

function entryOf(at: string, said: string, from: number, to: number): SheetEntry {
  const found = TOPIC.exec(said);
  const isTopic = found !== null && (found[1] ?? "").trim().split(/\s+/).length <= MOST_WORDS;
  const topic = isTopic ? keyOf(found[1] ?? "") : undefined;
  if (topic === undefined || found === null) return { at, text: said.trim(), from, to };
  return { at, topic, text: said.slice(found[0].length).trim(), from, to };
}

function linesIn(text: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to; ) {
    const lineBreak = text.indexOf("\n", at);
    const next = lineBreak < 0 || lineBreak >= to ? to : lineBreak + 1;
    lines.push({ text: text.slice(at, next).replace(/\r?\n$/, ""), from: at, to: next });
    at = next;
  }
  return lines;
}
