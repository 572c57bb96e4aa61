/**
 * A kind's content and the sections that hold it: prose, lists, and pairs of `option: reason`, as the kind's row says.
 * What is printed reads back as itself; text that would look like a heading is escaped on the way out.
 */

import { type Kind, kindRow, type SectionRule } from "../model/kind.ts";
import type { Section, Written } from "../model/memory.ts";
import { jsonFrom } from "../text/json.ts";
import { mapLines, scanMarkdown, tidyBody, trimBlankLines, withEol } from "./markdown.ts";

export interface Pair {
  readonly option: string;
  readonly reason: string;
}

/** By the names of the row's `field`s. */
export type Content = Readonly<Record<string, string | readonly string[] | readonly Pair[]>>;

const HEADING = /^( {0,3})(\\*)(#{1,2}(?:[ \t]|$))/;
const FENCE = /^(?:```|~~~)/;
const BULLET = /^ {0,1}(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;

/** The second-level sections of a body, in order; a first-level heading ends one. */
export function sectionsOf(body: string): Section[] {
  const text = withEol(body, "\n");
  const { headings } = scanMarkdown(text);
  return headings.flatMap((heading, i) => {
    if (heading.level !== 2) return [];
    const end = headings[i + 1]?.start ?? text.length;
    return [{ heading: heading.text, text: trimBlankLines(text.slice(heading.next, end)) }];
  });
}

/** What a memory says in the sections of its kind; sections of other names are not content. */
export function contentOf({ kind, body }: Pick<Written, "kind" | "body">): Content {
  const sections = sectionsOf(body);
  const content: Record<string, Content[string]> = Object.create(null);
  for (const rule of kindRow(kind).sections) {
    const section = sections.find(({ heading }) => isHeadingOf(rule, heading));
    const text = section?.text ?? (sections.length === 0 ? boldParagraph(body, rule.heading) : "");
    if (text !== "") content[rule.field] = readSection(rule, text);
  }
  return content;
}

/** As the row calls it, or as other writers do: the name of the field is such a one. */
export function isHeadingOf({ heading, field, also = [] }: SectionRule, given: string): boolean {
  const plain = given
    .replace(/\s*\(optional\)$/i, "")
    .toLowerCase()
    .replaceAll("_", " ");
  return [heading, field.replaceAll("_", " "), ...also].some((name) => name.toLowerCase() === plain);
}

/** The section that says what the memory says; else the first that is expected. */
export function gistRule(kind: Kind): SectionRule | undefined {
  const { sections } = kindRow(kind);
  return sections.find(({ gist }) => gist) ?? sections.find(({ required }) => required);
}

/** The words a memory is summed up from: of one with sections, the telling one. */
export function tellingPart(kind: Kind, body: string): string {
  const rule = gistRule(kind);
  if (rule === undefined || !body.includes("## ")) return body;
  return sectionsOf(body).find(({ heading }) => isHeadingOf(rule, heading))?.text || body;
}

/** Claude Code writes `**Why:** …` where Cairn has a section: the paragraph that such a label opens. */
function boldParagraph(body: string, heading: string): string {
  const lines = body.split("\n");
  const labels = [`**${heading}:**`, `**${heading}**:`];
  const at = lines.findIndex((line) => labels.some((label) => line.startsWith(label)));
  if (at < 0) return "";
  const end = lines.findIndex((line, i) => i > at && (line.trim() === "" || line.startsWith("**")));
  const paragraph = lines.slice(at, end < 0 ? undefined : end).join("\n");
  return paragraph.slice((labels[0] as string).length).trim();
}

/** The sections of a kind in the order of its row; fields the row does not know are left out. */
export function printContent(kind: Kind, content: Content): string {
  return kindRow(kind)
    .sections.flatMap((rule) => {
      const value = Object.hasOwn(content, rule.field) ? content[rule.field] : undefined;
      const text = value === undefined ? "" : escapeHeadings(sectionText(value));
      return text === "" ? [] : [`## ${rule.heading}\n${text}`];
    })
    .join("\n\n");
}

/** A heading inside a text would end its section: a backslash keeps it text. */
export function escapeHeadings(text: string): string {
  return mapLines(text, (line) => line.replace(HEADING, "$1\\$2$3"));
}

function unescapeHeadings(text: string): string {
  return mapLines(text, (line) => line.replace(/^( {0,3})\\(\\*#{1,2}(?:[ \t]|$))/, "$1$2"));
}

function readSection(rule: SectionRule, text: string): Content[string] {
  const said = unescapeHeadings(text);
  if (rule.as === "prose") return said;
  const parts = readList(said);
  return rule.as === "list" ? parts : parts.map(readPair);
}

/** What a section says, before its headings are escaped. */
export function sectionText(value: Content[string]): string {
  return tidyBody(typeof value === "string" ? value : value.map(printPart).join("\n"));
}

/** Bulleted or numbered lines, each with the indented lines below it; plain paragraphs are one part each. */
function readList(text: string): string[] {
  const parts: string[][] = [];
  let bulleted = false;
  let blank = true;
  for (const line of text.split("\n")) {
    const bullet = BULLET.exec(line);
    const last = parts.at(-1);
    if (bullet !== null) {
      parts.push([line.slice(bullet[0].length)]);
      bulleted = true;
    } else if (last === undefined || (blank && line.trim() !== "" && !(bulleted && line.startsWith("  ")))) {
      parts.push([line]);
      bulleted = false;
    } else last.push(line.startsWith("  ") && bulleted ? line.slice(2) : line);
    blank = line.trim() === "";
  }
  return parts.map((lines) => lines.join("\n").trim()).filter((part) => part !== "");
}

/** A fence starts on a line of its own, so that it is seen to open and to close. */
function printPart(part: string | Pair): string {
  const text = tidyBody(typeof part === "string" ? part : printPair(part)).trimStart();
  const lines = (FENCE.test(text) ? `\n${text}` : text).split("\n");
  return `- ${lines.map((line, i) => (i === 0 || line === "" ? line : `  ${line}`)).join("\n")}`.replace(
    /^- \n/,
    "-\n",
  );
}

/** An option that holds a colon, or starts like a quoted one, is quoted. */
function printPair({ option, reason }: Pair): string {
  const name = option === "" || /^["\s]|:\s|[:\s]$|\n/.test(option) ? JSON.stringify(option) : option;
  if (reason === "") return name === option ? name : `${name}:`;
  return FENCE.test(reason.trimStart()) ? `${name}:\n${reason.trimStart()}` : `${name}: ${reason}`;
}

function readPair(part: string): Pair {
  const quoted = /^("(?:[^"\\\n]|\\.)*"):(?:\s|$)/.exec(part);
  if (quoted !== null) {
    // Where it is none: quoted by a person, with escapes of their own.
    const option = jsonFrom(quoted[1] as string);
    if (typeof option === "string") return { option, reason: part.slice(quoted[0].length).trim() };
  }
  const colon = /:(?:\s|$)/.exec(part);
  if (colon === null) return { option: part, reason: "" };
  return { option: part.slice(0, colon.index).trim(), reason: part.slice(colon.index + 1).trim() };
}
