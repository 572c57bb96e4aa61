/**
 * Whether words speak of what a memory is about: who changes their mind names what it was about. In doubt they do not, and
 * the person is asked. Pure.
 */

import { stemsOf } from "../text/analyse.ts";
import { countShared } from "../text/likeness.ts";
import { stopWords } from "../text/stop-words.ts";

/** Said of many a thing: no matter of its own. */
const COMMON = new Set(stemsOf("use using always never want need make keep run set new old work"));
const FEWEST = 2;

/** `told`: its title and text. */
export function speaksOf(words: string, told: string): boolean {
  const [said, known] = [contentOf(words), contentOf(told)];
  return countShared(said, known) >= Math.max(1, Math.min(FEWEST, said.size, known.size));
}

function contentOf(text: string): Set<string> {
  return new Set(
    stemsOf(text).filter((word) => !stopWords.has(word) && !COMMON.has(word) && /[\p{L}\p{N}]{2}/u.test(word)),
  );
}
