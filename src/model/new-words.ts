/** Words that take the place of others: a pipe that brought nothing is no new text. */

import { CairnError } from "./error.ts";

/** The most bytes a text may have that is handed in. */
export const largestText = 900_000;
const HEADING = /^#[ \t]+[^\n]*\n*/;

/** `rid`: what to do instead, where nothing was what they wanted. A lone heading says nothing either. */
export function newText(text: string, rid: string): string {
  if (text.replace(HEADING, "").trim() !== "") return text;
  throw new CairnError("VALIDATION_ERROR", "The new text is empty.", {
    field: "body",
    hint: `Give a text; ${rid}.`,
  });
}

export function newTitle(title: string): string {
  if (title !== "") return title;
  throw new CairnError("VALIDATION_ERROR", "A title has at least one character.", {
    field: "title",
    hint: "Leave it out to keep the title there is.",
  });
}
