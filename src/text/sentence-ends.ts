/**
 * Where the sentences of a text end: the one place that knows. Not at a short form, an initial or the number of a step, nor
 * inside a number; but before each step of a list that stands in one line, so that a step stays with its number. Pure.
 */

import { isShortForm } from "./abbreviations.ts";

interface SentenceEnd {
  /** Behind its stop, and behind the quotation mark or bracket that closes after it. */
  readonly end: number;
  /** Where the next one begins. */
  readonly next: number;
  /** The next one is a step of a list, with its number. */
  readonly isStep: boolean;
}

const STOP = /[.!?…](?<![.!?…]{2})[.!?…]*["'”’»›)\]]{0,2}[*_]{0,3}(?=\s|$)|[。！？｡]+[」』）】》”’)"']{0,3}|\n/g;

/** What the next sentence has to begin with: as a reader sees it; with anything but a small letter; with anything. */
type NextBegins = "sentence" | "sign" | "any";
const BEGINS = { sentence: /^[\p{Lu}\p{Lo}\p{N}`"'“„‘«‹¿¡(*•「『（-]/u, sign: /^\P{Ll}/u, any: /^/ };

/** A line ends a sentence too. */
export function sentenceEnds(text: string, beginning: NextBegins = "sentence"): SentenceEnd[] {
  const steps = stepsIn(text);
  const ends: SentenceEnd[] = [];
  const add = (end: number, next: number, isStep: boolean) => {
    if (end > (ends.at(-1)?.next ?? 0) && next < text.length) ends.push({ end, next, isStep });
  };
  let [step, number] = [0, 0];
  // What stands before a step ends there, also where it has no stop.
  const addSteps = (before: number) => {
    for (; step < steps.length && steps[step]!.at < before; step++)
      add(beforeSpaces(text, steps[step]!.at), steps[step]!.at, true);
  };
  let blanksEnd = 0;
  for (const { index, 0: stop } of text.matchAll(STOP)) {
    // Of many empty lines the first says it all, and each would be looked at to the last.
    if (stop === "\n" && index < blanksEnd) continue;
    const end = stop === "\n" ? beforeSpaces(text, index) : index + stop.length;
    const next = behindSpaces(text, end);
    if (stop === "\n") blanksEnd = next;
    for (; number < steps.length && steps[number]!.end < end; number++);
    if (steps[number]?.end === end || !isEnd(text, { index, stop, next, beginning })) continue;
    addSteps(end);
    add(end, next, steps[step]?.at === next);
    if (steps[step]?.at === next) step++;
  }
  addSteps(text.length);
  return ends;
}

interface Stop {
  readonly index: number;
  readonly stop: string;
  readonly next: number;
  readonly beginning: NextBegins;
}

function isEnd(text: string, { index, stop, next, beginning }: Stop): boolean {
  if (stop === "\n") return true;
  if (/^[。！？｡]/.test(stop)) return /[。！？｡]$/.test(stop) || next > index + stop.length;
  const isOmission = /^(?:…|\.{2,})/.test(stop);
  if (isOmission && /[([]/.test(text[index - 1] ?? "")) return false; // "f(...)"
  const isElided = stop.includes("…") && !/[.!?]/.test(stop);
  if (beginning !== "any" || isElided) {
    if (!BEGINS[isElided ? "sentence" : beginning].test(text.slice(next, next + 2))) return false;
    // " … " and "(!)" stand in the middle of what they are said of.
    if (isOmission && index > 0 && /\s/.test(text[index - 1]!)) return false;
    if (/^[!?]+\)/.test(stop) && text[index - 1] === "(") return false;
  }
  return !/^\.(?!\.)/.test(stop) || !isShortForm(text, index, next);
}

function behindSpaces(text: string, at: number): number {
  let end = at;
  while (end < text.length && SPACE.test(text[end]!)) end++;
  return end;
}

function beforeSpaces(text: string, at: number): number {
  let end = at;
  while (end > 0 && SPACE.test(text[end - 1]!)) end--;
  return end;
}

const SPACE = /\s/;

interface Step {
  readonly n: number;
  readonly at: number;
  /** Behind its number. */
  readonly end: number;
}

const NUMBER = /(?<!\S)\(?(\d{1,2})[.)](?=[^\S\n]+\S)/g;
const SOME_NUMBER = /\d[.)]\s/;
/** A number behind these counts or names something: "to 2. ". */
const COUNTS =
  /(?:^|\s)(?:to|of|is|are|was|be|at|than|by|least|most|only|from|and|or|with|for|in|on|about|step|option|phase|version|v|no|number|=|[<>]=?)\s+$/i;

/** The numbers of lists: those that begin a line, and those in a line that count on from 1, behind a stop or a colon. */
function stepsIn(text: string): Step[] {
  if (!SOME_NUMBER.test(text)) return [];
  const found = [...text.matchAll(NUMBER)].map((match) => ({
    n: Number(match[1]),
    at: match.index,
    end: match.index + match[0].length,
  }));
  const steps: Step[] = [];
  let [last, lineStart, lineEnd] = [0, 0, endOfLine(text, 0)];
  for (const [i, step] of found.entries()) {
    for (; lineEnd < step.at; last = 0) {
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    const later = found.slice(i + 1, i + 40).filter(({ at }) => at < lineEnd);
    if (!isStep(text, { step, last, later, before: text.slice(Math.max(lineStart, step.at - 40), step.at) })) continue;
    steps.push(step);
    last = step.n;
  }
  return steps;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

interface Place {
  readonly step: Step;
  /** The number of the step before it in its line. */
  readonly last: number;
  readonly later: readonly Step[];
  readonly before: string;
}

function isStep(text: string, { step, last, later, before }: Place): boolean {
  const led = before.trimEnd();
  if (led === "") return true;
  const isNext = step.n === last + 1;
  const stop = /[.!?…。！？][)\]"'”’»*_`]{0,3}$/.exec(led);
  if (stop !== null) {
    const at = step.at - before.length + stop.index;
    return isNext || (!/\d\.$/.test(led) && !(stop[0] === "." && isShortForm(text, at, step.at)));
  }
  if (!isNext) return false;
  const goesOn = later.some(({ n }) => n === step.n + 1);
  if (/[^\s:：][:：]["'*_)\]]{0,3}$/.test(led)) return true;
  if (/[,;–—-]$/.test(led)) return last > 0 || goesOn;
  return last > 0 && !later.some(({ n }) => n === step.n) && (goesOn || !COUNTS.test(before));
}
