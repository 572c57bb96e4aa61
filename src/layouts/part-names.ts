/**
 * Names for the parts of one file, by their words and not by their place: what is put in before a part, or taken out, makes
 * no other part of it. Two that say the same are told apart by a number. Pure.
 */

import { idFrom } from "./printed.ts";

/** One for each file. */
export function partNames(): (words: string) => string {
  const given = new Map<string, number>();
  return (words) => {
    const name = idFrom(words, "topic");
    const times = (given.get(name) ?? 0) + 1;
    given.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
}
