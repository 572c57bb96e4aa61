/** Changes below the front matter: title, body, sections, change log. Each touches the lines it names and no other. */

import type { Change } from "../model/memory.ts";
import { type Eol, type Heading, joinedLine, scanMarkdown, tidyBody, withEol } from "./markdown.ts";
import { bodyOf, changesHeading, mostChanges, type Outline, outlineOf, printChange, titleHeading } from "./outline.ts";
import { escapeHeadings } from "./sections.ts";
import { contentEnd, contentStart, spliced } from "./splice.ts";

export interface SectionEdit {
  readonly heading: string;
  readonly text: string;
  readonly mode: "replace" | "append";
  /** The headings of the kind, in their order: where a section is missing, it is put in its place among them. */
  readonly order?: readonly string[];
}

/** The heading says the title; without one it becomes the first line. */
export function setTitle(text: string, title: string): string {
  const { headings, eol, bodyStart } = outlineOf(text);
  const heading = titleHeading(headings);
  const wanted = joinedLine(title);
  if (heading?.text === wanted || wanted === "") return text;
  if (heading === undefined) return putAt(text, bodyStart, `# ${wanted}`, eol);
  const said = text.slice(heading.start, heading.end).replace(/^ {0,3}#[ \t]*/, "");
  return spliced(text, { from: heading.end - said.length, to: heading.end, text: wanted });
}

/** Everything but front matter and change log. A body without a title of its own keeps the one there is. */
export function setBody(whole: string, body: string): string {
  const wanted = tidyBody(body);
  if (wanted === bodyOf(outlineOf(whole))) return whole;
  const text = withoutTail(whole);
  const outline = outlineOf(text);
  const old = titleHeading(outline.headings);
  if (old === undefined || titleHeading(scanMarkdown(wanted).headings) !== undefined) {
    return replaceFrom(outline, outline.bodyStart, wanted);
  }
  if (text.slice(outline.bodyStart, old.start).trim() === "") return replaceFrom(outline, old.next, wanted);
  const title = text.slice(old.start, old.end);
  return replaceFrom(outline, outline.bodyStart, wanted === "" ? title : `${title}\n\n${wanted}`);
}

/** What stands below the change log is part of the body that is replaced. */
function withoutTail(text: string): string {
  const { log } = outlineOf(text);
  return log === undefined ? text : text.slice(0, log.tailAt);
}

/** What a person wrote below the change log moves above it, so that what is added to the body comes after it. */
function withTailAbove(text: string): string {
  const above = withoutTail(text);
  const tail = tidyBody(text.slice(above.length));
  return tail === "" ? text : appendText(above, tail);
}

/** At the end of the body, before the change log, a blank line between. */
export function appendText(text: string, added: string): string {
  const wanted = tidyBody(added);
  if (wanted === "") return text;
  const { text: closed, bodyStart, bodyEnd, eol } = closeFence(withTailAbove(text));
  const end = contentEnd(closed, bodyStart, bodyEnd);
  if (end === bodyStart) return putAt(closed, bodyStart, wanted, eol);
  return spliced(closed, { from: end, to: end, text: eol + eol + withEol(wanted, eol) });
}

/** Created when missing: in its place, or at the end. Headings inside the text are escaped, so that it stays one section. */
export function setSection(whole: string, edit: SectionEdit): string {
  const text = withTailAbove(whole);
  const edited = withSection(text, edit);
  return edited === text ? whole : edited;
}

function withSection(text: string, { heading, text: added, mode, order = [] }: SectionEdit): string {
  const wanted = escapeHeadings(tidyBody(added));
  const name = joinedLine(heading);
  const outline = mode === "append" ? closeFence(text) : outlineOf(text);
  const found = sectionRange(outline, name);
  if (found === undefined) return newSection(text, wanted === "" ? `## ${name}` : `## ${name}\n${wanted}`, order, name);
  if (wanted === "" && (mode === "append" || found.from === found.to)) return text;
  const { from, to } = found;
  if (from === to) return intoEmptySection(outline, found, wanted);
  const lines = withEol(wanted, outline.eol);
  if (mode === "append") return spliced(outline.text, { from: to, to, text: outline.eol + lines });
  return tidyBody(text.slice(from, to)) === wanted ? text : spliced(text, { from, to, text: lines });
}

/** Before the first section that comes after it in the order, else behind the last that comes before it, else at the end. */
function newSection(text: string, block: string, order: readonly string[], name: string): string {
  const { headings, bodyEnd, eol } = outlineOf(text);
  const sections = headings.filter(({ level, start }) => level <= 2 && start < bodyEnd);
  const rank = ({ text: said }: Heading) => order.findIndex((one) => one.toLowerCase() === said.toLowerCase());
  const own = order.indexOf(name);
  const after = sections.find((section) => rank(section) > own);
  const before = sections.findLastIndex((section) => rank(section) >= 0 && rank(section) < own);
  const at = own < 0 ? undefined : (after ?? (before < 0 ? undefined : sections[before + 1]))?.start;
  return at === undefined
    ? appendText(text, block)
    : spliced(text, { from: at, to: at, text: withEol(block, eol) + eol + eol });
}

/** With its heading, where there is one of that name. */
export function dropSection(text: string, name: string): string {
  const { headings, bodyEnd } = outlineOf(text);
  const at = headings.findIndex((heading) => heading.level === 2 && heading.text === name);
  const section = headings[at];
  if (section === undefined) return text;
  return spliced(text, { from: section.start, to: headings[at + 1]?.start ?? bodyEnd, text: "" });
}

/** The newest 50 stay. */
export function addChanges(text: string, changes: readonly Change[]): string {
  if (changes.length === 0) return text;
  const { log, eol } = outlineOf(text);
  if (log === undefined) return addChanges(withLog(text), changes);
  const fresh = changes.slice(-mostChanges);
  const gone = log.entries.slice(0, Math.max(0, log.entries.length + fresh.length - mostChanges));
  const at = log.entries.at(-1)?.end ?? log.heading.next;
  const added = breakBefore(text, at, eol) + fresh.map((change) => printChange(change) + eol).join("");
  const cuts = gone.map(({ start, end }) => ({ from: start, to: end, text: "" }));
  return spliced(text, ...cuts, { from: at, to: at, text: added });
}

/** An empty change log at the end. */
export function withLog(text: string): string {
  const { text: closed, eol, bodyStart } = closeFence(text);
  const end = contentEnd(closed, bodyStart, closed.length);
  const breaks = closed.slice(end).split("\n").length - 1;
  const gap = end === bodyStart || breaks > 1 ? "" : eol;
  return `${closed}${breakBefore(closed, closed.length, eol)}${gap}## ${changesHeading}${eol}`;
}

/** A fence left open would swallow what is added below it. */
function closeFence(text: string): Outline {
  const outline = outlineOf(text);
  if (outline.openFence === undefined) return outline;
  const end = contentEnd(text, outline.bodyStart, outline.bodyEnd);
  return outlineOf(spliced(text, { from: end, to: end, text: outline.eol + outline.openFence }));
}

interface SectionRange {
  readonly title: Heading;
  /** The lines that say something; both the same when none does. */
  readonly from: number;
  readonly to: number;
}

function sectionRange({ text, headings, bodyEnd }: Outline, name: string): SectionRange | undefined {
  const sections = headings.filter(({ level }) => level === 2);
  const fold = (heading: string) => heading.toLowerCase();
  const title =
    sections.find((heading) => heading.text === name) ?? sections.find((heading) => fold(heading.text) === fold(name));
  if (title === undefined) return undefined;
  const end = headings[headings.indexOf(title) + 1]?.start ?? bodyEnd;
  const to = contentEnd(text, title.next, end);
  return { title, from: contentStart(text, title.next, to), to };
}

function intoEmptySection({ text, eol }: Outline, { title }: SectionRange, wanted: string): string {
  const next = text.slice(title.next);
  const gap = next === "" || /^[ \t]*\r?\n/.test(next) ? "" : eol;
  const lines = breakBefore(text, title.next, eol) + withEol(wanted, eol) + eol + gap;
  return spliced(text, { from: title.next, to: title.next, text: lines });
}

/** The body's lines from `start` on, the blank ones around them left as they are. */
function replaceFrom({ text, bodyStart, bodyEnd, eol }: Outline, start: number, wanted: string): string {
  const to = contentEnd(text, start, bodyEnd);
  const from = contentStart(text, start, to);
  if (tidyBody(text.slice(from, to)) === wanted) return text;
  if (from < to) return spliced(text, { from, to, text: withEol(wanted, eol) });
  if (start === bodyStart) return putAt(text, start, wanted, eol);
  return putAt(text, start, `${text[start - 1] === "\n" ? "" : "\n"}\n${wanted}`, eol);
}

/** A block of its own, before whatever follows. */
function putAt(text: string, at: number, block: string, eol: Eol): string {
  const rest = text.slice(at);
  const gap = rest === "" || /^[ \t]*\r?\n/.test(rest) ? "" : eol;
  const before = block.startsWith("\n") ? "" : breakBefore(text, at, eol);
  return spliced(text, { from: at, to: at, text: `${before}${withEol(block, eol)}${eol}${gap}` });
}

/** A break, unless a line starts there anyway. */
function breakBefore(text: string, at: number, eol: Eol): string {
  const before = text.charCodeAt(at - 1);
  return at === 0 || before === 10 || (at === 1 && before === 0xfeff) ? "" : eol;
}
