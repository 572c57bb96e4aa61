/** A person's words without what the client recorded as pasted into them. Pure. */

import type { Turn } from "./turn.ts";

/** Stands where a paste was. */
export const PASTED = "[pasted text]";
/** A shorter one on a line is a name or a path, and part of what is said. */
const LONGEST_NAME = 120;

export function* withoutPastes(turns: Iterable<Turn>, pastes: readonly string[]): Generator<Turn, void, undefined> {
  const long = pastes
    .map((paste) => paste.trim())
    .filter((paste) => paste.includes("\n") || paste.length > LONGEST_NAME);
  for (const turn of turns) {
    const text = turn.by === "person" ? long.reduce(withoutPaste, turn.text) : turn.text;
    yield text === turn.text ? turn : { ...turn, text };
  }
}

function withoutPaste(text: string, paste: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(paste.replaceAll("\r\n", "\n"))
    .map((part) => part.trim())
    .join(`\n${PASTED}\n`)
    .trim();
}
