/** A showing printed again from what the ledger noted of it, with each memory's words as they were then. Pure but for `textOf`. */

import { parseMemory } from "../format/parse.ts";
import type { Quoted } from "../guard/envelope.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { sha256Of } from "../model/sha256.ts";
import { print } from "../search/rank/pack.ts";
import type { Gone, ShownMemory, ShownStep } from "../trail/shown-step.ts";
import { printer } from "./ledger.ts";
import { textOfWords } from "./shown-words.ts";

/** The bytes a memory had when it was shown, or undefined where nobody has them any more. */
type TextOf = (memory: ShownMemory) => Buffer | undefined;

interface Missing {
  /** Which of all that was shown, from 1; 0 for Cairn's own words around it. */
  readonly place: number;
  readonly id?: string;
  readonly because: string;
}

interface Replay {
  /** `identical` where the text is the one that was printed, to the last character. */
  readonly state: "identical" | "incomplete" | "different";
  readonly text: string;
  readonly missing: readonly Missing[];
}

const reasons: Readonly<Record<Gone["gone"], string>> = {
  erased: "it was taken out for good",
  old: "the session's own steps are kept for trail.maxDays",
  long: "it was too long to be noted",
};

export function replayed(line: ShownStep, textOf: TextOf): Replay {
  const missing: Missing[] = [];
  const gone = (place: number, because: string, id?: string) => missing.push({ place, because, ...defined({ id }) });
  const around = (words: readonly string[] | Gone | undefined) => {
    if (words !== undefined && "gone" in words) gone(0, reasons[words.gone]);
    return words === undefined || "gone" in words ? "" : words.join("");
  };
  const entries = inOrder(line).map((one, n): Quoted => {
    if ("gone" in one) {
      gone(n + 1, reasons[one.gone]);
      return placeholder(reasons[one.gone]);
    }
    if ("pieces" in one) return { about: one.about, text: one.pieces.join("") };
    const id = `${one.scope}:${one.id}`;
    const text = wordsOf(one, textOf);
    if (typeof text === "string") return { about: { id, ...one.about }, text };
    gone(n + 1, text.because, id);
    return placeholder(text.because, { id, ...one.about });
  });
  const { kinds = "" } = line;
  const text = print({ before: around(line.before), after: around(line.after), kinds, entries });
  if (missing.length > 0) return { state: "incomplete", text, missing };
  return { state: sha256Of(text) === line.print ? "identical" : "different", text, missing };
}

/** Memories and steps as they stood among each other. */
function inOrder({ memories, steps = [] }: ShownStep) {
  const all: (ShownStep["memories"][number] | (typeof steps)[number])[] = [...memories];
  for (const step of [...steps].sort((a, b) => a.place - b.place)) all.splice(step.place, 0, step);
  return all;
}

function wordsOf(memory: ShownMemory, textOf: TextOf): string | { readonly because: string } {
  const { words, path } = memory;
  if (words === undefined) return { because: `an older Cairn printed it; this one prints as ${printer}` };
  if (typeof words === "object" && "pieces" in words) return words.pieces.join("");
  const bytes = textOf(memory);
  if (bytes === undefined) return { because: "its text of that time is not kept" };
  const { title, description, body } = parseMemory(bytes.toString("utf8"), path).written;
  // A file may hold a secret that somebody wrote into it; what was shown never did.
  return textOfWords({ title, description, body: redact(body).text }, words);
}

function placeholder(because: string, about: Quoted["about"] = {}): Quoted {
  return { about, text: `[${because}]` };
}
