/**
 * What a sub-agent of the running host is given to draft from: the drafter's rules and the session's words, in one file.
 * It may read that file and nothing else; what it says last is its intent, and the memory is put together in code.
 */

import type { Kind } from "../../model/kind.ts";
import { drafterRules } from "./drafter-words.ts";

const BREAK = "\n\n=== the session ===\n";

/** `words`: the session's own, as a drafter is shown them. */
export function drafterFile(kind: Kind, words: string): string {
  return `${drafterRules(kind)}${BREAK}${words}`;
}

/** The session's words in such a file. */
export function wordsIn(file: string): string {
  const at = file.indexOf(BREAK);
  return at < 0 ? "" : file.slice(at + BREAK.length);
}
