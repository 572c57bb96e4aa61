/** Why a memory is shown, or is not, in words: the strongest of what speaks for and against it. Pure. */

import { wordsOf } from "../../text/analyse.ts";
import { stemOf } from "../../text/stem.ts";
import type { Matched } from "./evidence.ts";
import type { DoorWeights } from "./features.ts";
import { addsOf, type Part, type Weighing } from "./judge.ts";

export interface Reason {
  /** In words, without a full stop. */
  readonly says: string;
  /** Log-odds. */
  readonly adds: number;
  /** Missing where it is no word or file of the memory: how it fared before, and what it is worth. */
  readonly about?: About;
}

/** Parts that tell one reason together. */
const REASONS = {
  named: ["named"],
  code: ["code"],
  title: ["title", "topic"],
  text: ["words", "second", "body", "covers"],
  tags: ["tags"],
  choice: ["chooses"],
  kind: ["refersTo"],
  files: ["guards", "file", "folder", "path"],
} as const satisfies Record<string, readonly Part[]>;
type About = keyof typeof REASONS;

/** A memory of the kind that was asked for need not hold a word of the question. */
const OF_WORDS: ReadonlySet<About | undefined> = new Set(["named", "code", "title", "text", "tags"]);

/** Whether it speaks for the memory, and by what it says. */
export function tellsWords({ adds, about }: Reason): boolean {
  return adds > 0 && OF_WORDS.has(about);
}

const NAMED = "named in the prompt: ";
const LEAST = 0.05;
const MOST_WORDS = 4;

/** The heaviest first, a name before all others. `inWords` gives a stem as it was said or written. */
export function reasonsOf(
  weighing: Weighing,
  weights: DoorWeights,
  { named, inWords }: { readonly named: string | undefined; readonly inWords: (stem: string) => string },
): Reason[] {
  const parts = new Map(addsOf(weighing.evidence, weights).map(({ part, adds }) => [part as Part, adds]));
  const reasons: Reason[] = (Object.keys(REASONS) as About[]).map((about) => ({
    about,
    adds: REASONS[about].reduce((sum, part) => sum + (parts.get(part) ?? 0), 0),
    says: sayingOf(about, weighing.evidence.matched, named, inWords),
  }));
  return [...reasons, ...weighing.priors]
    .filter(({ adds, says }) => Math.abs(adds) >= LEAST && says !== "")
    .sort((a, b) => Number(isName(b)) - Number(isName(a)) || Math.abs(b.adds) - Math.abs(a.adds));
}

const STANDING_FOR = /(?<= for )“([^”]+)”/g;

/** What of its text says the same stands in the index as a stem: "redy" is told as the text has it, "Redis". */
export function inItsWords(says: string, text: () => string): string {
  let words: Map<string, string> | undefined;
  const wordFor = (stem: string) => {
    words ??= new Map(wordsOf(text()).map((word) => [stemOf(word), word]));
    return words.get(stem) ?? stem;
  };
  return says.replace(STANDING_FOR, (_, stems: string) => `“${stems.split(" ").map(wordFor).join(" ")}”`);
}

function isName({ says }: Reason): boolean {
  return says.startsWith(NAMED);
}

function sayingOf(
  about: About,
  matched: Matched,
  named: string | undefined,
  inWords: (stem: string) => string,
): string {
  const quoted = (stems: readonly string[]) =>
    stems
      .slice(0, MOST_WORDS)
      .map((stem) => `“${inWords(stem)}”`)
      .join(", ");
  const otherwise = matched.otherwise
    .slice(0, MOST_WORDS)
    .map(([said, says]) => `“${inWords(said)}” for “${inWords(says)}”`)
    .join(", ");
  switch (about) {
    case "named":
      return named === undefined ? "" : `${NAMED}${named}`;
    case "code":
      return matched.code === undefined ? "" : `it holds what was said letter by letter: ${matched.code}`;
    case "title":
      return matched.title.length === 0
        ? otherwise && `its title says it otherwise: ${otherwise}`
        : `words of its title were said: ${quoted(matched.title)}`;
    case "text": {
      const shared = quoted([...matched.title, ...matched.body]);
      if (shared === "") return otherwise && `it says it in other words: ${otherwise}`;
      return `it shares words with what was said: ${[shared, otherwise].filter((text) => text !== "").join("; ")}`;
    }
    case "tags":
      return matched.tags.length === 0 ? "" : `its tags were said: ${quoted(matched.tags)}`;
    case "choice":
      return "a choice, and it is a decision";
    case "kind":
      return "a question, and it tells how things are";
    case "files":
      return matched.file === undefined
        ? "its words stand in the path of a touched file"
        : `about a file that was touched: ${matched.file}`;
  }
}
