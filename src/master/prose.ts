/**
 * Paragraphs of a model or an agent instead of the learnings of a theme they tell, a lead for the status, and an agent's own
 * list of decisions: made from the statements, and held against them sentence by sentence. What they do not say is dropped;
 * what is left of little is none. Pure.
 */

import { checkedSentencesOf, inventedIn } from "../capture/verify.ts";
import { bytesOf, type MasterLine, printLine, sourceMark, whyOf } from "./lines.ts";
import type { Master } from "./master.ts";
import { headings, lineKeyOf, mayBeTold, type Paragraph, type Prose, themesIn, toldIn } from "./print-master.ts";
import { plainLine } from "./statement.ts";
import { telling } from "./subject.ts";

/** What one paragraph is made from. */
export interface ParagraphSource {
  /** The theme, or `status`. */
  readonly name: string;
  readonly lines: readonly MasterLine[];
  readonly mostBytes: number;
  /** What each of its lines takes of that if it is not told; nothing where they stand below the paragraph anyway. */
  readonly sizes: ReadonlyMap<MasterLine, number>;
  /** What else may bear it out. */
  readonly among?: readonly MasterLine[];
}

export interface Checked {
  readonly prose: Prose;
  /** Sentences the statements do not bear out. */
  readonly refused: readonly string[];
  /** Paragraphs that are not used, each with why. */
  readonly warnings: readonly string[];
}

/** Fewer lines read as well by themselves. */
const LEAST = 3;
const STATUS_BYTES = 600;
const LONGEST_SENTENCE = 400;
const LONGEST_NAME = 60;
const MOST_SOURCES = 3;

export function paragraphSourcesOf(master: Master): ParagraphSource[] {
  const { lines } = master;
  const tellable = lines.filter(mayBeTold);
  const status = tellable.filter(({ part }) => part === "status");
  const lead =
    status.length >= LEAST ? [{ name: "status", lines: status, mostBytes: STATUS_BYTES, sizes: new Map() }] : [];
  const themes = themesIn(lines).map(({ name, lines: all }) => ({ name, lines: learned(all.filter(mayBeTold)) }));
  const told = themes.filter(({ lines: own }) => own.length >= LEAST);
  return [
    ...lead,
    ...told.map(({ name, lines: own }) => {
      const sizes = new Map(own.map((line) => [line, bytesIn(master, line)]));
      return { name, lines: own, mostBytes: [...sizes.values()].reduce((sum, one) => sum + one, 0), sizes };
    }),
  ];
}

const DECISIONS = "decisions";
const DECISIONS_BYTES = 600;

/** What an agent may make its own list of decisions from; it is held against everything the master may tell. */
export function decisionSourceOf(master: Master): ParagraphSource[] {
  const lines = master.lines.filter((line) => mayBeTold(line) && line.part === DECISIONS);
  const sizes = new Map(lines.map((line) => [line, bytesIn(master, line)]));
  const mostBytes = DECISIONS_BYTES + [...sizes.values()].reduce((sum, one) => sum + one, 0);
  return lines.length === 0
    ? []
    : [{ name: DECISIONS, lines, mostBytes, sizes, among: master.lines.filter(mayBeTold) }];
}

/** With its line break. */
function bytesIn({ shown }: Master, line: MasterLine): number {
  return bytesOf(printLine(line, shown.get(line) ?? "gist")) + 1;
}

function learned(lines: readonly MasterLine[]): MasterLine[] {
  return lines.filter(({ part }) => part === "learnings");
}

/** As a writer is shown it: one statement a line, in whole. */
export function passageText({ lines }: ParagraphSource): string {
  return statementsOf(lines);
}

function statementsOf(lines: readonly MasterLine[]): string {
  return lines.map((line) => `- ${line.text}${whyOf(line)}`).join("\n");
}

/** `written` by the name of the passage, in whatever case. */
export function checkProse(passages: readonly ParagraphSource[], written: ReadonlyMap<string, string>): Checked {
  const prose = new Map<string, Paragraph>();
  const refused: string[] = [];
  const byName = new Map([...written].map(([name, text]) => [name.toLowerCase(), text]));
  const asked = new Set(passages.map(({ name }) => name.toLowerCase()));
  const unasked = [...written.keys()].filter((name) => !asked.has(name.toLowerCase()));
  const warnings = unasked.map((name) => `${quoted(name)} is left out: it belongs below a heading of the material.`);
  for (const passage of passages) {
    const text = byName.get(passage.name.toLowerCase()) ?? "";
    const parted = passage.name === DECISIONS ? entriesIn(text) : checkedSentencesOf(text);
    const sentences = parted.map((sentence) => plainLine(sentence, LONGEST_SENTENCE));
    const source = `${passage.name}\n${statementsOf(passage.among ?? passage.lines)}`;
    const isBorne = (sentence: string) => inventedIn([sentence], source).length === 0;
    const kept = sentences.filter(isBorne);
    refused.push(...sentences.filter((sentence) => !kept.includes(sentence)));
    if (sentences.length === 0) continue;
    const isLittle = kept.length * 2 <= sentences.length;
    const made = passage.name === DECISIONS ? decisionsOf : paragraphOf;
    const paragraph = isLittle ? "too little of it is borne out" : made(kept, passage);
    if (typeof paragraph !== "string") prose.set(passage.name, paragraph);
    else warnings.push(`${quoted(passage.name)} is left out: ${paragraph}.`);
  }
  return { prose, refused, warnings };
}

function quoted(name: string): string {
  if (name === "") return "What stands below no heading";
  return `The paragraph “${plainLine(name === "status" || name === DECISIONS ? headings[name] : name, LONGEST_NAME)}”`;
}

/** Of a list its entries, else its lines. */
function entriesIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const listed = lines.filter((line) => ENTRY.test(line)).map((line) => line.replace(ENTRY, ""));
  return listed.length > 0 ? listed : lines.filter((line) => line !== "");
}

const ENTRY = /^(?:[-*+]|\d{1,3}[.)])\s+/;

/** A line a decision, each with where it can be read: what it tells, or else what it shares most words with. */
function decisionsOf(kept: readonly string[], { lines, among = lines, mostBytes, sizes }: ParagraphSource) {
  const printed = kept.map((words) => {
    const told = toldIn(words, lines);
    return { told, text: `- ${withSources(words, told.length > 0 ? told : nearest(words, among))}` };
  });
  const told = new Set(printed.flatMap((one) => one.told));
  const text = printed.map((one) => one.text).join("\n");
  const untold = lines.filter((line) => !told.has(line)).reduce((sum, line) => sum + (sizes.get(line) ?? 0), 0);
  if (bytesOf(text) > mostBytes - untold) return tooLong(text, mostBytes - untold);
  return { text, tells: new Set([...told].map(lineKeyOf)) };
}

function nearest(words: string, lines: readonly MasterLine[]): MasterLine[] {
  const own = new Set(telling(words));
  const rated = lines.map((line) => ({ line, shared: telling(line.text).filter((word) => own.has(word)).length }));
  const [best] = rated.sort((a, b) => b.shared - a.shared);
  return best === undefined || best.shared === 0 ? [] : [best.line];
}

function tooLong(text: string, room: number): string {
  return `it takes more room (${bytesOf(text)} bytes) than what it tells (${room})`;
}

/** With the lines it tells, and where they can be read; or why there is none. */
function paragraphOf(kept: readonly string[], { name, lines, mostBytes, sizes }: ParagraphSource): Paragraph | string {
  const words = kept.join(" ");
  const told = toldIn(`${name}\n${words}`, lines);
  const untold = lines.filter((line) => !told.includes(line));
  const text = withSources(words, told);
  const room = mostBytes - untold.reduce((sum, line) => sum + (sizes.get(line) ?? 0), 0);
  if (told.length === 0) return "it tells none of the statements";
  if (bytesOf(text) > room) return tooLong(text, room);
  return { text, tells: new Set(told.map(lineKeyOf)) };
}

function withSources(text: string, lines: readonly MasterLine[]): string {
  const all = lines.flatMap(({ sources, isMemory }) => sources.map((id) => sourceMark(id, isMemory)));
  const marks = [...new Set(all)].filter((mark) => !text.includes(mark));
  const more = marks.length - MOST_SOURCES;
  return `${text} ${marks.slice(0, MOST_SOURCES).join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An agent's page: a heading a passage, whatever its level; status and decisions by their section's name. Below none, by none. */
export function writtenPassages(page: string): Map<string, string> {
  const [before = "", ...blocks] = page.split(/^#{1,4}[ \t]+/m);
  const passages = new Map(before.trim() === "" ? [] : [["", before.trim()]]);
  for (const block of blocks) {
    const [heading = "", ...lines] = block.split("\n");
    const text = lines.join("\n").trim();
    const called = heading.trim().toLowerCase();
    const name =
      (["status", DECISIONS] as const).find((part) => headings[part].toLowerCase() === called) ?? heading.trim();
    if (text !== "") passages.set(name, [passages.get(name) ?? "", text].join("\n").trim());
  }
  return passages;
}
