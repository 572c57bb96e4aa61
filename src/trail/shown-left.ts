/** What is left of a showing when something of it may not stay: its place is kept, so that nobody is told less was shown. Pure. */

import { says } from "./said.ts";
import { nothingYet } from "./session-state.ts";
import type { Gone, ShownMemory, ShownStep } from "./shown-step.ts";
import type { TrailLine } from "./step.ts";

/** What is taken out for good. */
export interface Doomed {
  readonly sentences: ReadonlySet<string>;
  readonly memories: readonly { readonly scope: string; readonly id: string; readonly path: string }[];
}

const erased: Gone = { gone: "erased" };
const old: Gone = { gone: "old" };

/** The hash of the whole goes with the first word: whoever has the rest could try what was there. */
export function shownWithout(line: ShownStep, doomed: Doomed): ShownStep {
  const left: ShownStep = {
    ...line,
    memories: line.memories.map((memory) => memoryWithout(memory, doomed)),
    ...(line.steps === undefined
      ? {}
      : { steps: line.steps.map((step) => ({ place: step.place, ...piecesWithout(step, doomed) })) }),
    ...(line.before === undefined ? {} : { before: wordsWithout(line.before, doomed) }),
    ...(line.after === undefined ? {} : { after: wordsWithout(line.after, doomed) }),
    ...(line.wishes === undefined
      ? {}
      : { wishes: line.wishes.filter((name) => !doomed.memories.some(({ scope, id }) => `${scope}:${id}` === name)) }),
    ...(line.leftOut === undefined ? {} : { leftOut: line.leftOut.filter((one) => !isDoomed(one, doomed)) }),
  };
  if (JSON.stringify(left) === JSON.stringify(line)) return line;
  const { print: _, ...rest } = left;
  return rest;
}

function memoryWithout(memory: ShownMemory | Gone, doomed: Doomed): ShownMemory | Gone {
  if ("gone" in memory) return memory;
  const { words, about } = memory;
  const isSaid = typeof words === "object" && "pieces" in words && saysIt(words.pieces, doomed);
  if (isDoomed(memory, doomed) || isSaid) return erased;
  const names = doomed.memories.some(({ id }) => about?.["status"]?.split(/\s+/).includes(id));
  if (!names || about === undefined) return memory;
  const { status: _, ...besides } = about;
  return { ...memory, about: besides };
}

function isDoomed(one: { scope: string; id: string; path?: string }, { memories }: Doomed): boolean {
  return memories.some(({ scope, id, path }) => scope === one.scope && (id === one.id || path === one.path));
}

function piecesWithout<T extends Gone | { readonly pieces: readonly string[] }>(step: T, doomed: Doomed): T | Gone {
  return "pieces" in step && saysIt(step.pieces, doomed) ? erased : step;
}

function wordsWithout(words: readonly string[] | Gone, doomed: Doomed): readonly string[] | Gone {
  return "gone" in words || !saysIt(words, doomed) ? words : erased;
}

function saysIt(pieces: readonly string[], { sentences }: Doomed): boolean {
  return says(JSON.stringify(pieces.join("")), sentences);
}

/** Of an old trail: what was shown, in which session, when it was off the record; none of the session's own steps. */
const outlasting: ReadonlySet<TrailLine["is"]> = new Set(["start", "shown", "compacted", "flag", "end", "trimmed"]);

export function outlastingLines(lines: readonly TrailLine[]): TrailLine[] {
  return lines
    .flatMap(barely)
    .filter(({ is }) => is === "state" || outlasting.has(is))
    .map((line) => (line.is === "shown" ? withoutSteps(line) : line));
}

/** Of what was summed up only this outlasts it: whose words it may be a copy of, and that they are nobody's to keep. */
function barely(line: TrailLine): TrailLine[] {
  if (line.is !== "state") return [line];
  const { ancestors = [], offTheRecord } = line.state;
  if (ancestors.length === 0 && !offTheRecord) return [];
  return [{ is: "state", at: line.at, state: { ...nothingYet, ancestors, offTheRecord } }];
}

function withoutSteps({ steps, ...line }: ShownStep): ShownStep {
  return steps === undefined ? line : { ...line, steps: steps.map(({ place }) => ({ place, ...old })) };
}
