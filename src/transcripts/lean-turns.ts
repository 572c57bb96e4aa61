/**
 * Turns for who must hold a whole session at once: of what tools printed and machines put in, the beginning and the end.
 * What was said stays whole; `result.size` still says how much there was.
 */

import type { Turn } from "./turn.ts";

const KEPT = 2_000;

export function* leanTurns(turns: Iterable<Turn>): Generator<Turn, void, undefined> {
  for (const turn of turns) {
    const isLong = turn.text.length > 3 * KEPT && (turn.by === "tool" || turn.by === "machine");
    yield isLong
      ? { ...turn, text: `${copied(turn.text.slice(0, KEPT))}\n…\n${copied(turn.text.slice(-KEPT))}` }
      : turn;
  }
}

/** A slice would hold on to the whole text it was cut from. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
