/**
 * What was shown in which session at which moment: the lines that `why` reads. A line holds all it takes to print the
 * same text again but the words of memories, which log and file have by their hash.
 */

import { defined } from "../model/defined.ts";
import type { Memory } from "../model/memory.ts";
import { sha256Of } from "../model/sha256.ts";
import type { Packed } from "../search/rank/pack.ts";
import type { PlaceShown, ShownMemory, ShownStep, ShownSteps } from "../trail/shown-step.ts";
import type { Around } from "./moment.ts";
import { inPieces, shownWordsOf } from "./shown-words.ts";
import { isUnasked, noteFate } from "./usage.ts";

/** Changes whenever the same memories would be printed otherwise. */
export const printer = 2;

const MOST_LEFT_OUT = 10;
/** A longer line would not be one write. */
const LONGEST_LINE = 14_000;

export interface ShownNow {
  readonly packed: Packed;
  /** In the order in which they were packed; undefined in the place of what is no memory. */
  readonly hits: readonly (ShownHit | undefined)[];
  /** Told in Cairn's own words in front of them. */
  readonly wishes?: readonly Memory[];
}

interface ShownHit {
  readonly memory: Memory;
  readonly why: readonly string[];
  readonly score?: number;
}

type When = Pick<ShownStep, "moment" | "turn" | "agent" | "budgetTokens">;

export function noteShown({ cairn, trail, at }: Around, when: When, now: ShownNow): void {
  const { moment, turn = "", agent = "", budgetTokens } = when;
  const line: ShownStep = {
    is: "shown",
    at,
    moment,
    ...(turn === "" ? {} : { turn }),
    ...(agent === "" ? {} : { agent }),
    turns: trail.state().turns,
    budgetTokens,
    tokens: now.packed.tokens,
    ...printedIn(now),
    ...leftOutOf(now),
    ...(now.wishes === undefined || now.wishes.length === 0
      ? {}
      : { wishes: now.wishes.map(({ scope, id }) => `${scope}:${id}`) }),
    print: sha256Of(now.packed.text),
    printer,
  };
  trail.append(JSON.stringify(line).length <= LONGEST_LINE ? line : withoutPieces(line));
  if (isUnasked(moment) && !trail.state().offTheRecord)
    noteFate(
      cairn,
      "shown",
      line.memories.flatMap((memory) => ("gone" in memory ? [] : [memory])),
    );
}

function printedIn({ packed: { printed, places }, hits }: ShownNow) {
  const memories: ShownMemory[] = [];
  const steps: (PlaceShown & ShownSteps)[] = [];
  for (const [place, { about, text }] of printed.entries.entries()) {
    const hit = hits[places[place]!];
    const said = Object.fromEntries(Object.entries(about).filter((pair): pair is [string, string] => !!pair[1]));
    if (hit === undefined) steps.push({ place, about: said, pieces: inPieces(text) });
    else memories.push(shownMemory(hit, said, text));
  }
  return {
    memories,
    ...(steps.length === 0 ? {} : { steps }),
    ...(printed.before === "" ? {} : { before: inPieces(printed.before) }),
    ...(printed.after === "" ? {} : { after: inPieces(printed.after) }),
    ...(printed.kinds === "" ? {} : { kinds: printed.kinds }),
  };
}

function shownMemory({ memory, why, score }: ShownHit, about: Record<string, string>, text: string): ShownMemory {
  const { scope, id, path, hash } = memory;
  const { id: _, ...besides } = about;
  return {
    scope,
    id,
    path,
    hash,
    why,
    ...defined({ score }),
    words: shownWordsOf(memory, text),
    about: besides,
  };
}

function leftOutOf({ packed, hits }: ShownNow): Pick<ShownStep, "leftOut"> {
  const packedOnes = new Set(packed.places);
  const leftOut = hits
    .flatMap((hit, place) => (hit === undefined || packedOnes.has(place) ? [] : [hit]))
    .slice(0, MOST_LEFT_OUT)
    .map(({ memory: { scope, id }, why, score }) => ({ scope, id, why, ...defined({ score }) }));
  return leftOut.length === 0 ? {} : { leftOut };
}

/** That it was shown is worth more than every word around it. */
function withoutPieces(line: ShownStep): ShownStep {
  const gone = { gone: "long" } as const;
  return {
    ...line,
    ...(line.before === undefined ? {} : { before: gone }),
    steps: (line.steps ?? []).map(({ place }) => ({ place, ...gone })),
  };
}
