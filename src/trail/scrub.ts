/** Taking words out of trails for good: a line that says any sentence of them goes whole. Raw material may be lost; words may not stay. Pure. */

import { says } from "./said.ts";
import { type Doomed, shownWithout } from "./shown-left.ts";
import { lineIn, type Summed, type TrailLine } from "./step.ts";

/** The text without such lines, or undefined where there are none. What was shown stays, without them. */
export function withoutWords(trail: string, doomed: Doomed): string | undefined {
  const lines = trail.split("\n");
  const kept = lines.flatMap((line) => lineWithout(line, doomed) ?? []);
  return kept.length === lines.length && kept.every((line, n) => line === lines[n]) ? undefined : kept.join("\n");
}

/** Undefined where nothing of it may stay. */
function lineWithout(text: string, doomed: Doomed): string | undefined {
  const line = lineIn(text);
  if (line?.is === "shown") return printedIfOther(shownWithout(line, doomed), line, text);
  const left = line?.is === "state" ? printedIfOther(stateWithout(line, doomed), line, text) : text;
  return says(left, doomed.sentences) ? undefined : left;
}

/** A line nothing was taken out of stays as it stands, byte for byte. */
function printedIfOther(left: TrailLine, line: TrailLine, text: string): string {
  const print = JSON.stringify(left);
  return print === JSON.stringify(line) ? text : print;
}

function stateWithout({ state, ...line }: Summed, { memories }: Doomed): Summed {
  const names = new Set(memories.map(({ scope, id }) => `${scope}:${id}`));
  const shown = Object.entries(state.shown).map(([context, all]) => [context, all.filter((name) => !names.has(name))]);
  return { ...line, state: { ...state, shown: Object.fromEntries(shown) } };
}
