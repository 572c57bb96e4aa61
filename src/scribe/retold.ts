/**
 * Whether an agent tells again what it read elsewhere: so many words in a row that stood in what came from outside, in
 * whatever turn of the session. Then they are worth what they were worth there. Pure.
 */

import type { ToolUse, Turn } from "../transcripts/turn.ts";

/** So many words in a row are no chance. */
const RUN = 5;

/** Worked out once for a session: it is asked for every passage. */
const known = new WeakMap<readonly Turn[], ReadonlySet<string>>();

export function isRetold(turns: readonly Turn[], turn: number, isOutside: (use: ToolUse) => boolean): boolean {
  const outside = known.get(turns) ?? outsideRuns(turns, isOutside);
  known.set(turns, outside);
  return outside.size > 0 && runsIn(turns[turn]?.text ?? "").some((run) => outside.has(run));
}

function outsideRuns(turns: readonly Turn[], isOutside: (use: ToolUse) => boolean): ReadonlySet<string> {
  const uses = turns.flatMap((turn) => turn.uses ?? []).filter(isOutside);
  const ids = new Set(uses.map(({ id }) => id));
  const texts = turns.filter(({ result }) => result !== undefined && ids.has(result.of)).map(({ text }) => text);
  return new Set(texts.flatMap(runsIn));
}

function runsIn(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, -RUN + 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}
