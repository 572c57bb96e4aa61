/** From a document of the project to what it is about: its title and the first sentence of its chief sections. Pure. */

import { scanMarkdown, withEol } from "../format/markdown.ts";
import { firstSentence } from "../format/sentence.ts";
import { type DistilledSource, plainLine, type Statement } from "./statement.ts";

const MOST_SECTIONS = 4;
const LONGEST = 200;
/** Sections every project has, which say nothing of this one. */
const USUAL = /^(?:install|licen[cs]e|contribut|usage|table of contents|contents|badges|acknowledge|getting started)/i;

/** Said to whoever reads it with a machine's eyes: no word about the project. */
const ORDER =
  /\b(?:ignore|disregard|forget|override)\s+(?:all|any|every|previous|prior|earlier|the above|your)\b|\byou are (?:now|an? (?:ai|assistant|agent|model))\b|\bsystem prompt\b|\b(?:ai|language) (?:assistant|model|agent)s? (?:must|should|shall)\b/i;

interface DocumentRead {
  readonly path: string;
  readonly text: string;
}

export function distilDocument({ path, text: whole }: DocumentRead): DistilledSource {
  const body = withEol(whole, "\n").replace(/^---\n[\s\S]{0,4000}?\n---\n/, "");
  const { headings } = scanMarkdown(body);
  const lead = firstSentence(body.slice(headings.find(({ level }) => level === 1)?.next ?? 0), LONGEST);
  const sections = headings.filter(({ level, text: name }) => level === 2 && !USUAL.test(name));
  const told = sections.slice(0, MOST_SECTIONS).flatMap(({ text: name, next }) => {
    const following = headings.find(({ start }) => start >= next)?.start ?? body.length;
    const said = firstSentence(body.slice(next, following), LONGEST);
    return said === "" ? [] : [`${plainLine(name, 60)}: ${said}`];
  });
  const statements = [lead, ...told]
    .map((line): Statement => ({ sort: "learning", text: plainLine(line, LONGEST + 60) }))
    .filter(({ text }) => text !== "" && !ORDER.test(text));
  return { at: "", statements, paths: [path] };
}

export function documentTitle({ path, text }: DocumentRead): string {
  return plainLine(scanMarkdown(text).headings.find(({ level }) => level === 1)?.text || path, 80);
}
