/**
 * Paragraphs of a model or an agent instead of a theme's learnings, and a lead for the status: made from the statements,
 * and held against them sentence by sentence. What they do not say is dropped; what is left of little is none. Pure.
 */

import { inventedIn, sentencesOf } from "../distill/verify.ts";
import { bytesOf, type Line, printLine, sourceMark, whyOf } from "./lines.ts";
import type { Master } from "./master.ts";
import { headings, mayBeTold, themesIn } from "./print-master.ts";
import { plain } from "./statement.ts";

/** What one paragraph is made from. */
export interface Passage {
  /** The theme, or `status`. */
  readonly name: string;
  readonly lines: readonly Line[];
  readonly mostBytes: number;
}

export interface Checked {
  readonly prose: ReadonlyMap<string, string>;
  /** Sentences the statements do not bear out. */
  readonly refused: readonly string[];
}

/** Fewer lines read as well by themselves. */
const LEAST = 3;
const STATUS_BYTES = 600;
const LONGEST_SENTENCE = 400;
const MOST_SOURCES = 3;

export function passagesOf({ lines, shown }: Master): Passage[] {
  const tellable = lines.filter(mayBeTold);
  const status = tellable.filter(({ part }) => part === "status");
  const lead = status.length >= LEAST ? [{ name: "status", lines: status, mostBytes: STATUS_BYTES }] : [];
  const themes = themesIn(lines).map(({ name, lines: all }) => ({ name, lines: learned(all.filter(mayBeTold)) }));
  const told = themes.filter(({ lines: own }) => own.length >= LEAST);
  return [
    ...lead,
    ...told.map(({ name, lines: own }) => {
      const bytes = own.map((line) => bytesOf(printLine(line, shown.get(line) ?? "gist")) + 1);
      return { name, lines: own, mostBytes: bytes.reduce((sum, one) => sum + one, 0) };
    }),
  ];
}

function learned(lines: readonly Line[]): Line[] {
  return lines.filter(({ part }) => part === "learnings");
}

/** As a writer is shown it: one statement a line, in whole. */
export function passageText({ lines }: Passage): string {
  return lines.map((line) => `- ${line.text}${whyOf(line)}`).join("\n");
}

/** `written` by the name of the passage. */
export function checkProse(passages: readonly Passage[], written: ReadonlyMap<string, string>): Checked {
  const prose = new Map<string, string>();
  const refused: string[] = [];
  for (const passage of passages) {
    const text = written.get(passage.name) ?? "";
    const sentences = sentencesOf(text).map((sentence) => plain(sentence, LONGEST_SENTENCE));
    const source = `${passage.name}\n${passageText(passage)}`;
    const isBorne = (sentence: string) => inventedIn([sentence], source).length === 0;
    const kept = sentences.filter(isBorne);
    refused.push(...sentences.filter((sentence) => !kept.includes(sentence)));
    const paragraph = kept.length * 2 <= sentences.length ? "" : withSources(kept.join(" "), passage);
    if (paragraph !== "" && bytesOf(paragraph) <= passage.mostBytes) prose.set(passage.name, paragraph);
  }
  return { prose, refused };
}

/** Where each of its statements can be read. */
function withSources(text: string, { lines }: Passage): string {
  const all = lines.flatMap(({ sources, isMemory }) => sources.map((id) => sourceMark(id, isMemory)));
  const marks = [...new Set(all)];
  const more = marks.length - MOST_SOURCES;
  return `${text} ${marks.slice(0, MOST_SOURCES).join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An agent's page: a heading a passage, whatever its level; the status by its section's name. */
export function writtenPassages(page: string): Map<string, string> {
  const passages = new Map<string, string>();
  for (const block of page.split(/^#{1,4}[ \t]+/m).slice(1)) {
    const [heading = "", ...lines] = block.split("\n");
    const text = lines.join("\n").trim();
    const name = heading.trim().toLowerCase() === headings.status.toLowerCase() ? "status" : heading.trim();
    if (text !== "" && !passages.has(name)) passages.set(name, text);
  }
  return passages;
}
