/** `user export` and `user import`: the profile as one file, out and in. What exists is kept unless overwriting is asked for. */

import { dirname, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { createFile } from "../disk/durable.ts";
import { NotAFileError, readFileAt, TooLargeError } from "../disk/files.ts";
import { appendText } from "../format/edit-body.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { idFromTitle } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { isOfAgent } from "../model/trust.ts";
import { isFolder } from "../places/paths.ts";
import type { ChangeContext } from "../store/change-context.ts";
import type { Plan } from "../store/door.ts";
import { planRemember } from "../store/remember.ts";
import { inRun } from "../store/runs.ts";
import type { Store } from "../store/store.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import type { Category } from "./categories.ts";
import { changeSheet, isBlank, type SheetChange, withoutLines } from "./edit-sheet.ts";
import { planPerson } from "./plan-person.ts";
import { largestPortable, type Portable, parsePortable, printPortable, wordsIn } from "./portable.ts";
import { importedWords, profileIn, wordsOfPerson } from "./profile.ts";
import { sensitiveIn } from "./sensitive.ts";
import { entryLine, readSheet, type SaidLine, saidLinesIn, sheetValuesOf } from "./sheet.ts";
import type { PersonSheet } from "./sheet-lines.ts";
import { strangeIn } from "./statement.ts";

export function exported(store: Store): string {
  const parts = new Map(profileIn(store).map(({ category, memory }) => [category, memory.body]));
  const words = wordsOfPerson(store).flatMap(({ id }) => store.read(id) ?? []);
  return printPortable(parts, words.map(lineOf));
}

/** Never over a file that is there. */
export function writeExport(cairn: Cairn, to: string, text: string): string {
  const path = resolve(cairn.cwd, to);
  if (!isFolder(dirname(path))) {
    throw new CairnError("NOT_FOUND", `There is no folder for ${to}.`, {
      field: "to",
      hint: "Nothing was written. Make the folder first, or name another place.",
    });
  }
  if (createFile(path, Buffer.from(text))) return path;
  throw new CairnError("CREATE_OVERWRITE_ERROR", `There is a file called ${to} already.`, {
    field: "to",
    hint: "Nothing was written. Choose another name, or take that file away first.",
  });
}

interface Handed {
  /** What may be kept of it. */
  readonly parts: Portable;
  /** Of their own words, those that may be. */
  readonly lines: readonly string[];
  readonly left: readonly Taken[];
  /** Keys and values that are kept although Cairn knows no such; what is no part of a profile. */
  readonly warnings: readonly string[];
}

/** `given`: the text itself, where no file holds it. */
export function readImport(cairn: Cairn, name: string, given?: string): Handed {
  const text = given === undefined ? textAt(resolve(cairn.cwd, name), name) : bounded(given);
  const whole = parsePortable(text);
  const read = [...whole].map(([category, body]) => ({ category, ...keepable(category, body) }));
  const said = wordsIn(text).map((line) => redact(line).text);
  if (said.length > MOST_LINES) throw tooMuch(`It has more than ${MOST_LINES} lines in your own words.`);
  const doubtful = said.flatMap((words) => whyNot({ key: undefined, words }) ?? []);
  return {
    parts: new Map(read.map(({ category, body }) => [category, body])),
    lines: said.filter((words) => whyNot({ key: undefined, words }) === undefined),
    left: [
      ...read.flatMap(({ category, left }) => left.map((text) => ({ category, what: "left" as const, text }))),
      ...doubtful.map((why) => ({ category: "words" as const, what: "left" as const, text: `a line: ${why}` })),
    ],
    warnings: read.flatMap(({ category, body }) => strangeIn(category, [...sheetValuesOf(readSheet(category, body))])),
  };
}

/** One line of what an import does. */
interface Taken {
  readonly category: Category | "words";
  readonly what: "added" | "replaced" | "kept" | "same" | "left";
  readonly text: string;
}

/** What it would do to the files as they are. */
export function takenFrom(store: Store, { parts, lines = [] }: ImportedParts, overwrite: boolean): Taken[] {
  const there = new Map(profileIn(store).map(({ category, sheet }) => [category, sheet]));
  const values = [...parts].flatMap(([category, body]) =>
    takenInto(category, readSheet(category, body), there.get(category), overwrite),
  );
  return [...values, ...takenWords(store, lines).map((line) => ({ category: "words" as const, ...line }))];
}

interface ImportedParts {
  readonly parts: Portable;
  readonly lines?: readonly string[];
  /** The import all of it belongs to, where it is a part of one. */
  readonly run?: string;
}

export async function importParts(
  cairn: Cairn,
  store: Store,
  { parts, lines = [], run }: ImportedParts,
  overwrite: boolean,
): Promise<void> {
  if (isOfAgent(cairn.surface)) {
    throw new CairnError("SECURITY_ERROR", "Only the person imports a profile.", {
      hint: "Nothing was changed. They can do it at their own terminal, outside the agent: cairn user import <file> --yes.",
    });
  }
  if (parts.size > 0) await cairn.change(store, (context) => inRun(planImport(context, cairn, parts, overwrite), run));
  await importOwnWords(cairn, store, lines);
}

function planImport(context: ChangeContext, cairn: Cairn, parts: Portable, overwrite: boolean): Plan<undefined> {
  const steps = [...parts].flatMap(([category, body]) => {
    const edit = (text: string) => (text === "" ? body : merged(category, text, body, overwrite));
    const common = { category, summary: "imported", source: cairn.sourceFor("user") };
    return planPerson(context, { ...common, edit, trust: "imported" }).steps;
  });
  return { steps, result: undefined };
}

/** Values that are new, entries and lines that are not there; others only where that was asked for. */
function merged(category: Category, text: string, body: string, overwrite: boolean): string {
  const [own, other] = [readSheet(category, text), readSheet(category, body)];
  if (isBlank(own)) return appendText(text, body.replace(/^#[ \t][^\n]*\n*/, ""));
  const known = sheetValuesOf(own);
  const set = [...sheetValuesOf(other)].filter(
    ([key, value]) => known.get(key) !== value && (overwrite || !known.has(key)),
  );
  const change: SheetChange = { set, unset: [], add: other.entries.filter((entry) => !isIn(own.entries, entry)) };
  const lines = other.notes.filter(({ text: said }) => !own.notes.some((note) => note.text === said));
  const changed = changeSheet(category, text, change);
  return lines.length === 0 ? changed : appendText(changed, lines.map(({ text: said }) => said).join("\n"));
}

function takenInto(category: Category, other: PersonSheet, own: PersonSheet | undefined, overwrite: boolean): Taken[] {
  const known = own === undefined ? new Map<string, string>() : sheetValuesOf(own);
  const values = [...sheetValuesOf(other)].map(([key, value]): Taken => {
    const before = known.get(key);
    if (before === value) return { category, what: "same", text: `${key}: ${value}` };
    if (before === undefined) return { category, what: "added", text: `${key}: ${value}` };
    return overwrite
      ? { category, what: "replaced", text: `${key}: ${value} (was ${before})` }
      : { category, what: "kept", text: `${key}: ${before} (the file says ${value})` };
  });
  const entries = other.entries.map((entry): Taken => {
    return { category, what: isIn(own?.entries ?? [], entry) ? "same" : "added", text: entryLine(entry) };
  });
  const notes = other.notes.map(({ text }): Taken => {
    return { category, what: own?.notes.some((note) => note.text === text) ? "same" : "added", text };
  });
  return [...values, ...entries, ...notes];
}

function isIn(entries: PersonSheet["entries"], { at, topic, text }: PersonSheet["entries"][number]): boolean {
  return entries.some((one) => one.at === at && one.topic === topic && one.text === text);
}

const MOST_VALUES = 100;
const MOST_LINES = 500;
const LONGEST = 10_000;

/** The part without the lines that are not kept, and what these are; their own words are not repeated. */
function keepable(category: Category, body: string): { readonly body: string; readonly left: readonly string[] } {
  const { fields, entries, notes, headings } = readSheet(category, body);
  if (fields.length > MOST_VALUES || entries.length + notes.length > MOST_LINES) {
    throw tooMuch(`The part ${category} has more than ${MOST_VALUES} values or ${MOST_LINES} lines.`);
  }
  const said: SaidLine[] = [
    ...saidLinesIn(category, body),
    ...headings.map(({ text, ...line }) => ({ ...line, words: text })),
  ];
  const doomed = said.flatMap((line) => {
    const why = whyNot(line);
    return why === undefined ? [] : [{ ...line, why }];
  });
  const left = doomed.map(({ key, why }) => `${key === undefined || whyNot({ words: key }) ? "a line" : key}: ${why}`);
  return { body: withoutLines(body, doomed), left };
}

function whyNot({ key, words }: Pick<SaidLine, "key" | "words">): string | undefined {
  if (words.length > LONGEST) return `it has more than ${LONGEST} characters`;
  const what = sensitiveIn(key, words);
  return what === undefined ? undefined : `it looks like ${what}`;
}

function bounded(text: string): string {
  if (Buffer.byteLength(text) > largestPortable) throw tooMuch(`The text has more than ${largestPortable} bytes.`);
  return text;
}

function textAt(path: string, shown: string): string {
  let bytes: Buffer | undefined;
  try {
    bytes = readFileAt(path, largestPortable);
  } catch (error) {
    if (error instanceof TooLargeError) throw tooMuch(`The file has more than ${largestPortable} bytes.`);
    const isRefused = error instanceof NotAFileError || (error instanceof Error && "code" in error);
    if (!isRefused) throw error;
    throw unreadable(`${shown} cannot be read: ${error.message}.`);
  }
  if (bytes === undefined) throw unreadable(`There is no file called ${shown}.`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unreadable("The file is not text in UTF-8.");
  }
}

function unreadable(message: string): CairnError {
  return new CairnError("READ_ERROR", message, {
    field: "subject",
    hint: "Name a Markdown file as user export writes it.",
  });
}

function tooMuch(message: string): CairnError {
  return new CairnError("VALIDATION_ERROR", message, {
    field: "subject",
    hint: "Nothing was changed. Shorten it, or import it in parts.",
  });
}

interface TakenLine {
  readonly what: "added" | "same" | "left";
  readonly text: string;
}

/** What a person said for good, on one line; a title that only begins what follows is not said twice. */
function lineOf({ title, body }: Memory): string {
  const below = body.replace(/^# .*\n*/, "").trim() || title;
  return (below.startsWith(title.replace(/[.…]+$/, "")) ? below : `${title}: ${below}`).replaceAll(/\s+/g, " ");
}

/**
 * What an import would do with lines that may be kept: one that is not there becomes a preference everywhere, and counts as
 * imported, since a file is not their voice. One whose memory would be called as one that is here adds nothing to it:
 * what a person said themselves is neither joined nor lowered by a file, and what they put away stays away.
 */
function takenWords(store: Store, lines: readonly string[]): TakenLine[] {
  const known = new Map<string, boolean>();
  const note = (name: string, isActive: boolean) => known.set(name, isActive || known.get(name) === true);
  for (const { id, status } of store.memories()) note(id, status === "active");
  for (const { id, kind, status } of store.memories()) {
    const memory = kindRow(kind).type === "feedback" ? store.read(id) : undefined;
    if (memory !== undefined) note(lineOf(memory), status === "active");
  }
  return [...new Set(lines)].map((text) => {
    const id = idFromTitle(wishOf(text).title, KIND);
    const isActive = known.get(text) ?? known.get(id);
    note(id, isActive ?? true);
    if (isActive === undefined) return { what: "added", text };
    return isActive ? { what: "same", text } : { what: "left", text: "a line: you put it away here" };
  });
}

async function importOwnWords(cairn: Cairn, store: Store, lines: readonly string[]): Promise<void> {
  const source = { ...cairn.sourceFor("user"), client: importedWords };
  for (const { what, text } of takenWords(store, lines)) {
    if (what !== "added") continue;
    const wish = { ...wishOf(text), source };
    await cairn.change(store, (context) => planRemember(context, wish));
  }
}

const KIND = "preference";

function wishOf(text: string): Wish {
  const source = { client: importedWords };
  return wishFrom({ kind: KIND, text, trust: "imported", source });
}
