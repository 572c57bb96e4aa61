/**
 * The text of a topic as lines with their days: what is known, what held earlier and until when, what is to be checked.
 * Lines and sections that somebody else wrote stay as they are. Pure.
 */

import { dropSection, setSection } from "../format/edit-body.ts";
import { joinedLine } from "../format/markdown.ts";
import { sectionsOf } from "../format/sections.ts";
import { firstSentence } from "../format/sentence.ts";
import { defined } from "../model/defined.ts";
import { kindRow } from "../model/kind.ts";

export interface TopicLine {
  /** The days on which it was said, oldest first. */
  readonly days: readonly string[];
  /** The day on which something else took its place. */
  readonly until?: string;
  readonly text: string;
  /** Lines somebody indented below it: they move with it. */
  readonly below?: readonly string[];
}

/** A line that is not of this form is somebody's own. */
export type TopicPart = TopicLine | { readonly raw: string };

export interface TopicPage {
  readonly known: readonly TopicPart[];
  readonly earlier: readonly TopicPart[];
  /** Whole lines: Cairn's are made anew by every dream, others stay. */
  readonly checks: readonly string[];
}

export const topicSections = { overview: "Overview", known: "Known", earlier: "Earlier", checks: "To Check" } as const;

const LINE = /^- (\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*)(?: until (\d{4}-\d\d-\d\d))?: (.+)$/;
const LONGEST_LINE = 400;
const order = kindRow("topic").sections.map(({ heading }) => heading);

export function isLine(part: TopicPart): part is TopicLine {
  return "text" in part;
}

export function parseTopic(body: string): TopicPage {
  const sections = sectionsOf(body);
  const partsOf = (heading: string) => {
    const text = sections.find((section) => section.heading === heading)?.text ?? "";
    return text.split("\n").filter((line) => line !== "");
  };
  return {
    known: partsIn(partsOf(topicSections.known)),
    earlier: partsIn(partsOf(topicSections.earlier)),
    checks: partsOf(topicSections.checks),
  };
}

const OWN_CHECK = /^- \S+: .+ (?:is gone|changed since it was written|moved to .+)\.$/;

/** With those that no dream wrote. */
export function withChecks(page: TopicPage, wanted: readonly string[]): TopicPage {
  return { ...page, checks: [...page.checks.filter((line) => !OWN_CHECK.test(line)), ...wanted] };
}

/** A description that begins one of the page's lines was written by Cairn; any other by somebody else. */
export function isOwnDescription(description: string, { known, earlier }: TopicPage): boolean {
  const begun = description.replace(/\s*…$/, "");
  return begun === "" || [...known, ...earlier].some((part) => isLine(part) && part.text.startsWith(begun));
}

/** Only the sections that say something else than before are touched. */
export function withPage(body: string, page: TopicPage): string {
  const before = parseTopic(body);
  const texts = { known: printed(page.known), earlier: printed(page.earlier), checks: page.checks.join("\n") };
  const old = { known: printed(before.known), earlier: printed(before.earlier), checks: before.checks.join("\n") };
  let text = body;
  for (const name of ["known", "earlier", "checks"] as const) {
    if (texts[name] === old[name]) continue;
    const heading = topicSections[name];
    text = texts[name] === "" ? dropSection(text, heading) : sectionSet(text, heading, texts[name]);
  }
  return text;
}

export function withOverview(body: string, prose: string): string {
  return sectionSet(body, topicSections.overview, prose);
}

function sectionSet(body: string, heading: string, text: string): string {
  return setSection(body, { heading, text, mode: "replace", order });
}

/** One line, and no longer than one, without the #words at its end: the topic has them as tags, the log has the whole. */
export function lineText(text: string): string {
  const bare = joinedLine(text).replace(/(?:\s+#\p{L}[\p{L}\p{N}_-]*)+$/u, "");
  // Behind the days on which it was said, its own day must be told apart from these.
  const line = bare.replace(/^(?=\d{4}-\d\d-\d\d(?:,|\s))/, "On ");
  return line.length <= LONGEST_LINE ? line : `${firstSentence(line, LONGEST_LINE - 2).replace(/…$/, "")} …`;
}

function partsIn(lines: readonly string[]): TopicPart[] {
  const parts: TopicPart[] = [];
  for (const line of lines) {
    const above = parts.at(-1);
    if (above !== undefined && isLine(above) && /^\s+\S/.test(line))
      parts[parts.length - 1] = { ...above, below: [...(above.below ?? []), line] };
    else parts.push(partIn(line));
  }
  return parts;
}

function partIn(line: string): TopicPart {
  const [, days = "", until, text = ""] = LINE.exec(line) ?? [];
  if (text === "") return { raw: line };
  return { days: days.split(", "), ...defined({ until }), text };
}

function printed(parts: readonly TopicPart[]): string {
  return parts.map(printPart).join("\n");
}

export function printPart(part: TopicPart): string {
  if (!isLine(part)) return part.raw;
  const until = part.until === undefined ? "" : ` until ${part.until}`;
  return [`- ${part.days.join(", ")}${until}: ${part.text}`, ...(part.below ?? [])].join("\n");
}
