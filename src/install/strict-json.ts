/** Why the host does not read a file that should be JSON, and what to do about it. Pure. */

import { JsonFault, type Looseness, parseJson } from "../text/json-text.ts";

export interface Unreadable {
  /** Goes on from the file's name. */
  readonly why: string;
  readonly next: string;
  /** Only a comment or a trailing comma stands in the way. */
  readonly isLoose: boolean;
}

/** Undefined if the text is strict JSON. */
export function unreadable(text: string): Unreadable | undefined {
  if (text.trim() === "") return { why: "is empty", next: "Delete it, or write {} into it.", isLoose: false };
  try {
    const { loose } = parseJson(text);
    return loose && looseness(loose);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { why: `is not JSON: line ${error.line}`, next: "Mend that line.", isLoose: false };
  }
}

function looseness({ line, what }: Looseness): Unreadable {
  return { why: `has a ${what} in line ${line}`, next: `Take the ${what} out: JSON has none.`, isLoose: true };
}
