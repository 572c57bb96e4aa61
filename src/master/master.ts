/**
 * The master as a value: from sources, what the project tells, facts and the lines of a person to one text within its size.
 * The same input gives the same bytes, however much of it was known before. Pure.
 */

import { lowestTrust, type Trust } from "../model/trust.ts";
import { counted } from "../text/counted.ts";
import { masterLinesOf, type Told } from "./assemble.ts";
import { type DriftFacts, driftOf } from "./drift.ts";
import { fitted, heaviestAmong, lightestFirst } from "./fit.ts";
import type { Folds, KeptFold } from "./kept-fold.ts";
import {
  bytesOf,
  capital,
  changedLine,
  type Form,
  forms,
  type MasterLine,
  parts,
  printLine,
  textInForm,
} from "./lines.ts";
import { type HandLine, isNote, notesHeading } from "./previous.ts";
import {
  footerOf,
  headings,
  heaviestFirst,
  mayBeTold,
  noProse,
  type Prose,
  printMaster,
  type SourceCounts,
  type Structure,
  stillTrue,
  themesIn,
} from "./print-master.ts";
import type { MasterSource } from "./statement.ts";
import { telling } from "./subject.ts";

/** Of a file: what its front matter and its change log take. */
const FRONT_BYTES = 1_000;
const NOTE_BYTES = 200;
/** No line is shorter: more of them cannot find room. */
const SHORTEST_LINE = 50;
const MOST_LINES = 2_000;
const ARCHIVE_BYTES = 48_000;
/** So many lines mostly fill it: only where they do not are the rest put in order too. */
const ARCHIVE_LINES = 800;
/** Of the whole, what a person may fill with notes. */
const NOTES_SHARE = 0.25;

interface MasterInput {
  readonly sources: readonly MasterSource[];
  readonly told: readonly Told[];
  readonly maxBytes: number;
  /** What was concluded from the same beginning before; see `KeptFold`. */
  readonly folds?: Folds<KeptFold>;
}

/** Before anything is compared with the project: the lines that may find room, and those that cannot. */
export interface MasterDraft {
  readonly lines: readonly MasterLine[];
  readonly left: readonly MasterLine[];
  readonly counts: SourceCounts;
  readonly trust: Trust;
  readonly maxBytes: number;
  /** Ids of decisions that hold no longer. */
  readonly reversed: ReadonlySet<string>;
}

export interface Finish {
  readonly facts: DriftFacts;
  readonly hand: readonly HandLine[];
  readonly day: string;
  readonly structure: Structure;
  /** By theme or part; see `Page`. */
  readonly prose?: Prose;
  /** The id under which what leaves is kept. */
  readonly archive: string;
}

export interface Master {
  readonly body: string;
  readonly trust: Trust;
  readonly left: readonly MasterLine[];
  /** What a person wrote that found no room, word for word. */
  readonly leftNotes: readonly string[];
  /** Those that found room. */
  readonly lines: readonly MasterLine[];
  readonly shown: ReadonlyMap<MasterLine, Form>;
  /** Statements that do not fit the project any more, with why. */
  readonly drifted: readonly { readonly text: string; readonly source: string; readonly marks: readonly string[] }[];
}

export function draftMaster({ sources, told, maxBytes, folds }: MasterInput): MasterDraft {
  const all = masterLinesOf(sources, told, folds);
  const most = Math.min(MOST_LINES, Math.ceil(maxBytes / SHORTEST_LINE));
  const heaviest = new Set(lightestFirst(heaviestAmong(all, most)).slice(-most));
  const count = (isOne: (source: MasterSource) => boolean) => sources.filter(isOne).length;
  return {
    lines: all.filter((line) => heaviest.has(line)),
    left: all.filter((line) => !heaviest.has(line)),
    counts: {
      conversations: count(({ kind }) => kind === "session_summary"),
      documents: count(({ kind }) => kind === "document"),
      others: count(({ kind }) => kind !== "session_summary" && kind !== "document"),
    },
    trust: lowestTrust("derived", ...sources.map(({ trust }) => trust)),
    maxBytes,
    get reversed() {
      return reversedIn(all);
    },
  };
}

/** Asked where a person's own line names a source. */
function reversedIn(lines: readonly MasterLine[]): Set<string> {
  const ended = new Set(lines.filter(({ part }) => part === "evolution").flatMap((line) => line.sources));
  for (const line of lines) if (line.part !== "evolution") for (const id of line.sources) ended.delete(id);
  return ended;
}

export function finishMaster(draft: MasterDraft, finish: Finish): Master {
  const { facts, day, structure, archive } = finish;
  const footer = footerOf(draft.counts, day);
  const notes = fittedNotes(finish.hand.filter(isNote), draft.maxBytes * NOTES_SHARE);
  const made = draft.lines.map((line) => held(line, facts));
  const room = roomFor(draft, footer) - bytesOf(notes.text);
  const own = finish.hand.filter((line) => !isNote(line));
  const hand = fittedLines(own, own.length === 0 ? 0 : room - headingBytes(made));
  const reversed = hand.kept.some(({ ids }) => ids.length > 0) ? draft.reversed : NONE;
  const lines = [...withoutReworded(made, hand.kept), ...hand.kept.map((line) => handLine(line, reversed))];
  const prose = stillTrue(finish.prose ?? noProse, lines.filter(mayBeTold));
  const lead = bytesOf(prose.get("status")?.text ?? "") + bytesOf(prose.get("decisions")?.text ?? "");
  const { shown, left } = fitted(lines, room - headingBytes(lines) - lead);
  const gone = [...left.filter(({ byHand }) => byHand === undefined), ...draft.left];
  const leftByHand = [...notes.left, ...hand.left, ...left.flatMap(({ byHand }) => byHand ?? [])];
  const body = printMaster({
    lines,
    shown,
    structure,
    prose,
    footer,
    notes: notes.text,
    leftNote: noteOf(gone, archive),
  });
  const drifted = lines
    .filter((line) => shown.has(line) && line.drift.length > 0)
    .map(({ text, sources, drift }) => ({ text, source: sources[0] ?? "", marks: drift }));
  const told = { drifted, lines: lines.filter((line) => shown.has(line)), shown };
  return { body, trust: draft.trust, left: gone, leftNotes: leftByHand, ...told };
}

const NONE: ReadonlySet<string> = new Set();

/** With what is gone of what it names: nearly none has any. */
function held(line: MasterLine, facts: DriftFacts): MasterLine {
  const drift = isHeld(line) ? driftOf(line, facts) : [];
  return drift.length === 0 ? line : changedLine(line, { drift });
}

/** What holds, what was learned and what is open is said of today; what happened is not. */
function isHeld({ part, isMemory }: MasterLine): boolean {
  return isMemory && (part === "decisions" || part === "learnings" || part === "questions");
}

function roomFor({ maxBytes }: MasterDraft, footer: string): number {
  return maxBytes - FRONT_BYTES - NOTE_BYTES - bytesOf(footer);
}

/** Every heading that could stand there. */
function headingBytes(lines: readonly MasterLine[]): number {
  const themes = themesIn(lines).map(({ name }) => 2 * (bytesOf(name) + 8));
  const sections = parts.map((part) => bytesOf(headings[part]) + 24);
  return [...themes, ...sections].reduce((sum, bytes) => sum + bytes, 0);
}

function noteOf(left: readonly MasterLine[], archive: string): string {
  if (left.length === 0) return "";
  return `_${counted(left.length, "lighter point")} found no room here: [[${archive}]] has them, and their sources do._`;
}

/** What left, weightiest first and in short, by section. Beyond its own size it is told how many more there are. */
export function archiveOf(left: readonly MasterLine[], notes: readonly string[] = []): string {
  const kept: { part: MasterLine["part"]; text: string }[] = [];
  let room = ARCHIVE_BYTES;
  for (const line of heaviestLeft(left)) {
    const text = printLine(line, "gist");
    room -= bytesOf(text) + 1;
    if (room < 0) break;
    kept.push({ part: line.part, text });
  }
  const sections = parts.flatMap((part) => {
    const own = kept.filter((line) => line.part === part).map(({ text }) => text);
    return own.length === 0 ? [] : [`## ${headings[part]}\n\n${own.join("\n")}`];
  });
  const more = left.length - kept.length;
  const note =
    more === 0 ? [] : [`_${counted(more, "more point")} in the summaries themselves: list them with status all._`];
  const byHand = notes.length === 0 ? [] : [`## ${notesHeading}\n\n${notes.join("\n")}`];
  return ["What found no room in the master, in short.", ...sections, ...note, ...byHand].join("\n\n");
}

function* heaviestLeft(left: readonly MasterLine[]): Generator<MasterLine> {
  const first = heaviestAmong(left, ARCHIVE_LINES);
  yield* heaviestFirst(first);
  if (first.length === left.length) return;
  const yielded = new Set(first);
  yield* heaviestFirst(left.filter((line) => !yielded.has(line)));
}

/**
 * Which line of the master a person's own line stands for: of those with a source it names, in its section, that stand there
 * no longer, the one it shares most words with. All others stay, and a line that only names a source replaces nothing.
 */
function withoutReworded(lines: readonly MasterLine[], hand: readonly HandLine[]): MasterLine[] {
  const replaced = new Set(hand.flatMap((own) => (own.ids.length === 0 ? [] : (rewordedBy(own, lines) ?? []))));
  return lines.filter((line) => !replaced.has(line));
}

function rewordedBy(
  { section, text, ids, beside = [] }: HandLine,
  lines: readonly MasterLine[],
): MasterLine | undefined {
  const missing = lines.filter(
    (line) => headings[line.part] === section && ids.includes(line.sources[0] ?? "") && !isAmong(beside, line),
  );
  const words = new Set(telling(text.replace(/\[\[[^\]]*\]\]/g, " ")));
  const shared = missing.map((line) => telling(line.text).filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  return most === 0 && missing.length > 1 ? undefined : missing[shared.indexOf(most)];
}

/** What comes after a line's words. */
const REST = /^\s+(?:\(|\[\[|— because )/;

function isAmong(printed: readonly string[], line: Pick<MasterLine, "text">): boolean {
  const starts = forms.map((form) => `- ${capital(textInForm(line, form))}`);
  return printed.some((one) => starts.some((start) => one.startsWith(start) && REST.test(one.slice(start.length))));
}

/** As much of the notes as has room, from the first on, each line once and whole. */
function fittedNotes(notes: readonly HandLine[], most: number): { text: string; left: readonly string[] } {
  const lines = onceEach(notes.map(({ text }) => text));
  const heading = `## ${notesHeading}`;
  let room = most - bytesOf(heading) - 4;
  const end = lines.findIndex((line) => {
    room -= bytesOf(line) + 1;
    return room < 0;
  });
  const kept = end < 0 ? lines : lines.slice(0, end);
  const left = end < 0 ? [] : lines.slice(end).filter((line) => line !== "");
  const text = kept.join("\n").trimEnd();
  return { text: text === "" ? "" : `${heading}\n\n${text}`, left };
}

/** Blank lines aside. */
function onceEach(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter((line) => line === "" || (!seen.has(line) && seen.add(line)));
}

/** Of the lines of lists, from the first on, as many as have room. */
function fittedLines(lines: readonly HandLine[], most: number): { kept: HandLine[]; left: readonly string[] } {
  let room = most;
  const end = lines.findIndex(({ text }) => {
    room -= bytesOf(text) + 1;
    return room < 0;
  });
  if (end < 0) return { kept: [...lines], left: [] };
  return { kept: lines.slice(0, end), left: lines.slice(end).map(({ text }) => text) };
}

function handLine({ section, text, ids }: HandLine, reversed: ReadonlySet<string>): MasterLine {
  const own = parts.find((part) => headings[part] === section) ?? "learnings";
  const isOver = own === "decisions" && ids.length > 0 && ids.every((id) => reversed.has(id));
  const nothing = { drift: [], tags: [], paths: [], files: [], sources: ids, isMemory: true };
  const part = isOver ? "evolution" : own;
  return { part, text, at: "", trust: "stated", weight: 1_000, isKept: true, byHand: text, ...nothing };
}
