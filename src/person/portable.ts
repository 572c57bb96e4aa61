/**
 * The profile as one Markdown file, and back. A part a category, between lines that only a reader of the source sees;
 * what is exported, imported and exported again is the same, byte for byte. Hand-made files with headings of these names
 * are read too. Pure.
 */

import { scanMarkdown, tidyBody } from "../format/markdown.ts";
import { titleHeading } from "../format/outline.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { type Category, categoryNames, categoryRow, isCategory, labelKeyOf } from "./categories.ts";

export const largestPortable = 262_144;
const MOST_LINES = 3_000;
const HEAD =
  "<!-- What is known of you, as Cairn exports it: a part for each category. cairn user import reads it. -->";
const MARK = /^<!-- cairn user: ([a-z]{1,20}) -->$/;
/** What they said for good stands last: it is no category. */
const WORDS = "words";
const LIKE_A_MARK = /^(\\*)(?=<!-- cairn user: )/;
/** Line ends and tabs stay; no file of words has others. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

export type Portable = ReadonlyMap<Category, string>;

export function printPortable(parts: Portable, words: readonly string[] = []): string {
  const printed = categoryNames.flatMap((category) => {
    const body = parts.get(category);
    if (body === undefined || body.trim() === "") return [];
    const lines = portableBody(category, redact(body).text).split("\n");
    return [`<!-- cairn user: ${category} -->\n${lines.map((line) => line.replace(LIKE_A_MARK, "\\$1")).join("\n")}\n`];
  });
  const said = words.map((line) => `- ${redact(line).text.replace(UNSEEN, "").replaceAll(/\s+/g, " ").trim()}\n`);
  const last = said.length === 0 ? [] : [`<!-- cairn user: ${WORDS} -->\n# In your own words\n\n${said.join("")}`];
  return [`${HEAD}\n`, ...printed, ...last].join("\n");
}

/** The lines of a file that are what somebody said in their own words. */
export function wordsIn(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const at = lines.indexOf(`<!-- cairn user: ${WORDS} -->`);
  if (at < 0) return [];
  const end = lines.findIndex((line, n) => n > at && MARK.test(line));
  const said = lines.slice(at, end < 0 ? undefined : end).filter((line) => /^- \S/.test(line));
  return said.map((line) => line.slice(2).replace(UNSEEN, "").replaceAll(/\s+/g, " ").trim());
}

/** Bounded, clean and with its title: what a part says, however it was written. */
export function portableBody(category: Category, body: string): string {
  const clean = tidyBody(body.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(UNSEEN, ""));
  return titleHeading(scanMarkdown(clean).headings) === undefined
    ? `# ${categoryRow(category).title}\n\n${clean}`.trim()
    : clean;
}

/** Throws where the file is none of the sort; what it holds is for the caller to judge. */
export function parsePortable(text: string): Portable {
  if (text.includes("\0")) throw notAProfile("It holds a NUL character.");
  const lines = text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  if (lines.length > MOST_LINES) throw notAProfile(`It has more than ${MOST_LINES} lines.`);
  const parts = lines.some((line) => MARK.test(line)) ? markedParts(lines) : headedParts(lines);
  if (parts.size === 0 && wordsIn(text).length === 0) throw notAProfile("It has no part of a profile.");
  return new Map([...parts].map(([category, own]) => [category, portableBody(category, own.join("\n"))]));
}

function markedParts(lines: readonly string[]): Map<Category, string[]> {
  const parts = new Map<Category, string[]>();
  let own: string[] | undefined;
  for (const line of lines) {
    const name = MARK.exec(line)?.[1];
    if (name === WORDS) own = undefined;
    else if (name === undefined) own?.push(line.replace(/^\\(?=\\*<!-- cairn user: )/, ""));
    else own = begin(parts, name);
  }
  return parts;
}

function begin(parts: Map<Category, string[]>, name: string): string[] {
  if (!isCategory(name)) throw notAProfile(`There is no category called ${name}.`);
  if (parts.has(name)) throw notAProfile(`It has two parts called ${name}.`);
  const own: string[] = [];
  parts.set(name, own);
  return own;
}

/** `## Preferences`, `# User Preferences`: each begins a part, whatever its level. */
function headedParts(lines: readonly string[]): Map<Category, string[]> {
  const parts = new Map<Category, string[]>();
  let own: string[] | undefined;
  for (const line of lines) {
    const category = categoryHeaded(line);
    if (category === undefined) own?.push(line);
    else own = parts.get(category) ?? begin(parts, category);
  }
  return parts;
}

function categoryHeaded(line: string): Category | undefined {
  const heading = /^#{1,3}[ \t]+(.{1,60})$/.exec(line)?.[1];
  const key = heading === undefined ? undefined : labelKeyOf(heading)?.replace(/^(?:user|my)-/, "");
  return isCategory(key) ? key : undefined;
}

function notAProfile(message: string): CairnError {
  return new CairnError("VALIDATION_ERROR", `That file is no profile. ${message}`, {
    field: "subject",
    hint: "Nothing was changed. Give a file as user export writes it, or one with headings such as ## Preferences.",
  });
}
