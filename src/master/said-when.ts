/**
 * When each line of a summary was first said, as its own log of changes tells: a session that goes on adds its lines at the
 * end of a section and counts them, so those above were said before. Pure.
 */

import type { Memory } from "../model/memory.ts";

type Logged = Pick<Memory, "changes" | "created">;

const CONTINUED = /^summarized: /;

/** For each of so many lines below the heading, a time before `last`; undefined where it was said then. */
export function saidWhen(
  { changes, created }: Logged,
  heading: string,
  lines: number,
  last: string,
): (string | undefined)[] {
  const continued = changes.filter(({ summary }) => CONTINUED.test(summary)).reverse();
  const when: (string | undefined)[] = [];
  for (const [n, { at, summary }] of continued.entries()) {
    for (let more = addedTo(heading, summary); more > 0; more--) when.unshift(n === 0 ? undefined : before(at, last));
  }
  const first = continued.length === 0 ? undefined : before(created ?? changes[0]?.at, last);
  while (when.length < lines) when.unshift(first);
  return when.slice(-lines);
}

function addedTo(heading: string, summary: string): number {
  const parts = summary.replace(CONTINUED, "").split("; ");
  const more = parts.map((part) => /^(.+): (\d{1,4}) more$/.exec(part)).find((found) => found?.[1] === heading)?.[2];
  return Number(more ?? 0);
}

function before(at: string | undefined, last: string): string | undefined {
  return at !== undefined && Date.parse(at) < Date.parse(last) ? at : undefined;
}
