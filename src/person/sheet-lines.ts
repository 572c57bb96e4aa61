/**
 * The lines of a file of the profile, one by one: where each field, entry and note begins and ends. What stands below a
 * field, further in, is part of it. Never throws, whatever the text. Pure.
 */

import { type Category, fieldNamed, labelKeyOf } from "./categories.ts";

/** From `from` up to `to`, the last line's break included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface SheetField extends Lines {
  readonly key: string;
  /** The name it is written by, as a key. */
  readonly label: string;
  /** What stands below it, further in, belongs to it. */
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

interface SheetNote extends Lines {
  readonly text: string;
}

export interface PersonSheet {
  /** The first of a name counts; the others are here too. */
  readonly fields: readonly SheetField[];
  readonly entries: readonly SheetEntry[];
  /** Lines that say something else, one each. */
  readonly notes: readonly SheetNote[];
  readonly headings: readonly SheetNote[];
}

const FIELD =
  /^( {0,3}(?:[-*+][ \t]{1,4})?)(?:\*\*([^*:\n]{1,60})(?::\*\*|\*\*[ \t]?:)|([^\s*:`[(][^*:\n]{0,59}):(?=[ \t]|$))[ \t]*/u;
const BULLET = /^ {0,3}[-*+][ \t]/;
const ITEM = /^[ \t]*[-*+][ \t]+/;
const ENTRY =
  /^ {0,3}[-*+][ \t]{1,4}(?:\*\*)?(\d{4}-\d\d-\d\d(?:T[0-9:.]{5,12}Z?)?)(?:\*\*)?(?:[ \t]{0,2}[:–—-])?(?:[ \t]+|$)/;
const DATED_HEADING = /^ {0,3}#{2,4}[ \t]+\[?(\d{4}-\d\d-\d\d)\]?[ \t]{0,2}[:–—-]?[ \t]*/;
const TOPIC = /^(?:\*\*)?([^*:\n]{1,60}?)(?::\*\*|\*\*[ \t]?:|:)(?:[ \t]+|$)/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const MOST_WORDS = 3;

/** Said of the file, not of the person, on a line that is no part of a list. */
const OF_THE_FILE = new Set(["created", "updated", "last-updated", "version", "date"]);
/** A place that is kept for a value is none; a list in brackets is one. */
const EMPTY =
  /^(?:\[(?![^\],]{1,30}(?:,[^\],]{1,30}){1,20}\])[^\]]{0,80}\]|\[(?:e\.?g\b|your\b|list\b)[^\]]{0,80}\]|<[^>]{0,80}>|\(?(?:none yet|not (?:yet )?(?:set|known|specified|recorded)|unknown|unset|tbd|todo|n\/a)\)?\.?|[-–—_.…?]{0,8})$/i;

/** Of the parts of a text between these places. */
export function readLines(category: Category, text: string, parts: readonly Lines[]): PersonSheet {
  const sheet: Growing = { fields: [], entries: [], notes: [], headings: [] };
  for (const { from, to } of parts) readPart(category, linesIn(text, from, to), sheet);
  return sheet;
}

/** A line by itself as a field, where it is one: `naming: camelCase`. */
export function fieldOfLine(category: Category, line: string): SheetField | undefined {
  const bulleted = BULLET.test(line) ? line : `- ${line.trimStart()}`;
  return ENTRY.test(bulleted) ? undefined : fieldOf(category, { text: bulleted, from: 0, to: bulleted.length });
}

export function isEmptyValue(value: string): boolean {
  return EMPTY.test(value.trim());
}

export function isSaidOfFile(key: string): boolean {
  return OF_THE_FILE.has(key);
}

interface Line extends Lines {
  /** Without its break. */
  readonly text: string;
}

interface Growing {
  readonly fields: SheetField[];
  readonly entries: SheetEntry[];
  readonly notes: SheetNote[];
  readonly headings: SheetNote[];
}

function readPart(category: Category, lines: readonly Line[], sheet: Growing): void {
  let fence = false;
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n]!;
    if (FENCE.test(line.text)) fence = !fence;
    else if (!fence && DATED_HEADING.test(line.text)) n += take(sheet, headed(lines, n)) - 1;
    else if (!fence && ENTRY.test(line.text)) n += take(sheet, listed(lines, n)) - 1;
    else if (!fence && HEADING.test(line.text)) sheet.headings.push(noteOf(line));
    else n += readPlain(category, lines, n, sheet, fence) - 1;
  }
}

function noteOf({ text, from, to }: Line): SheetNote {
  return { from, to, text: text.trim() };
}

/** How many lines it took. */
function readPlain(category: Category, lines: readonly Line[], at: number, sheet: Growing, isCode: boolean): number {
  const line = lines[at]!;
  if (line.text.trim() === "") return 1;
  const field = isCode ? undefined : fieldOf(category, line);
  if (field === undefined) {
    sheet.notes.push(noteOf(line));
    return 1;
  }
  if (OF_THE_FILE.has(field.label) && !BULLET.test(field.lead)) return 1;
  const below = belowOf(category, lines, at, field);
  sheet.fields.push(withBelow(field, below));
  return 1 + below.length;
}

/** Lines further in go with the field above them, and so does a list under a name that has no value beside it. */
function belowOf(category: Category, lines: readonly Line[], at: number, { lead, value }: SheetField): Line[] {
  const isHead = value === "" && !BULLET.test(lead);
  const belongs = ({ text }: Line) => /^(?: {2,}|\t)\s*\S/.test(text) || (isHead && BULLET.test(text));
  const isItsOwn = ({ text, ...line }: Line) =>
    FENCE.test(text) || ENTRY.test(text) || HEADING.test(text) || fieldOf(category, { text, ...line }) !== undefined;
  let end = at + 1;
  while (end < lines.length && belongs(lines[end]!) && !isItsOwn(lines[end]!)) end++;
  return lines.slice(at + 1, end);
}

function withBelow(field: SheetField, below: readonly Line[]): SheetField {
  const last = below.at(-1);
  if (last === undefined) return field;
  const said = below.map(({ text }) => (ITEM.test(text) ? `, ${text.replace(ITEM, "")}` : ` ${text.trim()}`).trimEnd());
  const value = `${field.value}${said.join("")}`.replace(/^[, ]+/, "");
  return { ...field, value, valueTo: last.from + last.text.trimEnd().length, to: last.to };
}

function fieldOf(category: Category, { text, from, to }: Line): SheetField | undefined {
  const found = FIELD.exec(text);
  if (found === null) return undefined;
  const [whole, lead = "", bold, plain = ""] = found;
  const isProse = bold === undefined && (!BULLET.test(lead) || plain.trim().split(/\s+/).length > MOST_WORDS);
  const label = isProse ? undefined : labelKeyOf(bold ?? plain);
  if (label === undefined) return undefined;
  const value = text.slice(whole.length).trimEnd();
  const valueFrom = from + whole.length;
  const place = { valueFrom, valueTo: valueFrom + value.length, from, to };
  return { key: fieldNamed(category, label), label, value, lead, ...place };
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
  const topic = isTopic ? labelKeyOf(found[1] ?? "") : undefined;
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
