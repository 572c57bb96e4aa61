/** What another tool says of a memory besides, and no field of ours says: a section of its own at the end, a line each. Pure. */

import { plainWords } from "../text/json.ts";

export function alsoRecorded(said: Iterable<readonly [string, unknown]>): string {
  const lines = new Set<string>();
  for (const [key, value] of said) {
    const words = plainWords(value).replaceAll("\n", " ");
    if (words !== "") lines.add(`- ${key}: ${words}`);
  }
  return lines.size === 0 ? "" : `## Also Recorded\n${[...lines].join("\n")}`;
}
