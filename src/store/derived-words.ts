/** Title and description of a memory whose writer gave none: by rule from its text, and again when the text is replaced. Pure. */

import { joinedLine, scanMarkdown } from "../format/markdown.ts";
import { titleHeading } from "../format/outline.ts";
import { descriptionLength, firstSentence } from "../format/sentence.ts";
import type { Written } from "../model/memory.ts";

const TITLE_FROM_TEXT = 80;

/** The heading a text begins with, else its first sentence. */
export function titleFromText(text: string): string {
  const heading = /^#[ \t]+(.+)/.exec(text)?.[1];
  return firstSentence(joinedLine(heading ?? firstSentence(text, TITLE_FROM_TEXT)), TITLE_FROM_TEXT);
}

export function descriptionFrom(text: string, title: string): string {
  return (firstSentence(text) || title).slice(0, descriptionLength);
}

/** What the old text had given them gives way to what the new one gives; what somebody gave stays. */
export function derivedAgain({ title, description, body }: Written, text: string): Partial<Written> {
  const old = withoutTitle(body);
  const keepsTitle = title !== titleFromText(old) || titleHeading(scanMarkdown(text).headings) !== undefined;
  const newTitle = keepsTitle ? title : titleFromText(text) || title;
  return {
    ...(newTitle === title ? {} : { title: newTitle }),
    ...(description === descriptionFrom(old, title) ? { description: descriptionFrom(text, newTitle) } : {}),
  };
}

function withoutTitle(body: string): string {
  const heading = titleHeading(scanMarkdown(body).headings);
  return heading === undefined ? body : `${body.slice(0, heading.start)}${body.slice(heading.next)}`.trim();
}
