/**
 * Which cue of a kind stands in a sentence: not negated, not asked, not merely considered, not part of another phrase,
 * not taken back by what follows. Pure.
 */

import type { Line, Tag } from "./cue-lines.ts";
import { CueMatcher, type FoundCue } from "./cue-matcher.ts";
import { negations, refusals, retractions } from "./triage-cues.ts";
import type { TextKind } from "./triaged-kinds.ts";
import type { Voice } from "./voices.ts";

/** A cue is turned round by a negation this many words before it. */
const NEGATED_WITHIN = 3;
const NEGATIONS = new Set(negations);
const REFUSALS = new Set(refusals);
/** "But actually, that's not the real reason": within the first words of what follows. */
const FIRST_WORDS = 8;

/** The strongest; at most one of a kind counts in a sentence. */
export function standingCue(lines: readonly Line[], at: number, kind: TextKind): FoundCue<Tag> | undefined {
  const line = lines[at]!;
  return cueOf(line, kind, lines[at + 1]) ?? correctionIn(line, kind, lines[at - 1]);
}

let takers: CueMatcher<true> | undefined;

export function isTakenBack(next: Line | undefined): boolean {
  if (next === undefined) return false;
  takers ??= new CueMatcher(retractions.map((cue) => [cue, true] as const));
  return takers.find(next.sentence.words.slice(0, FIRST_WORDS)).some(({ from }) => from <= 1);
}

function cueOf(line: Line, kind: TextKind, next: Line | undefined): FoundCue<Tag> | undefined {
  const own = line.found.filter(({ tag }) => tag.kind === kind);
  if (own.length === 0 || line.sentence.isQuestion || own.some(({ tag }) => tag.role === "doubts")) return undefined;
  const against = own.filter(({ tag }) => tag.role === "against");
  const standing = own.filter(
    (found) =>
      isHeard(found.tag, line.voice) &&
      !against.some((other) => isCrossed(other, found)) &&
      !isNegated(line.sentence.words, found.from),
  );
  const outright = standing.filter(({ tag }) => tag.role.startsWith("outright"));
  return (
    outright.find((found) => isBorneOut(line, kind, found, next)) ??
    outright[0] ??
    standing.find(({ tag }) => tag.role === "cured") ??
    standing.find((found) => found.tag.role === "bounds" && isBorneOut(line, kind, found, next)) ??
    standing.find(({ tag }) => tag.role === "primary")
  );
}

/** "No, not ssh. We deploy with kubectl": what a person says after a no, there or in the sentence before, is how it is. */
function correctionIn(line: Line, kind: TextKind, before: Line | undefined): FoundCue<Tag> | undefined {
  const { sentence, voice, found } = line;
  if (voice !== "person" || sentence.isQuestion) return undefined;
  const isAfterNo = refuses(line) || refuses(before);
  if (!isAfterNo || found.some(({ tag }) => tag.role === "doubts")) return undefined;
  return found.find(({ tag }) => tag.kind === kind && tag.role === "setsRight");
}

function refuses(line: Line | undefined): boolean {
  return line?.voice === "person" && !line.sentence.isQuestion && REFUSALS.has(line.sentence.words[0] ?? "");
}

/** Why it is so stands beside it, or what follows from it behind it, in the sentence or at the beginning of the next. */
export function isBorneOut({ found }: Line, kind: TextKind, cue: FoundCue<Tag>, next: Line | undefined): boolean {
  const own = found.filter(({ tag }) => tag.kind === kind);
  return (
    own.some((other) => other.tag.role === "follows" && other.from >= cue.to) ||
    own.some((other) => other.tag.role === "anchors" && !isCrossed(other, cue)) ||
    (next?.found.some(
      ({ tag, from }) => tag.kind === kind && tag.role === "follows" && (from <= 1 || kind === "runbook"),
    ) ??
      false)
  );
}

function isCrossed(a: FoundCue<Tag>, b: FoundCue<Tag>): boolean {
  return a.from < b.to && b.from < a.to;
}

function isHeard({ kind, role }: Tag, voice: Voice): boolean {
  // An agent tells all day long what failed and that it works.
  if (role === "bounds" && kind === "runbook") return voice === "person";
  if (role === "outrightByPerson") return voice === "person";
  if (role === "outrightByAgent" || role === "cured") return voice === "agent";
  return role === "outright" || role === "bounds" || role === "primary";
}

function isNegated(words: readonly string[], from: number): boolean {
  return words.slice(Math.max(0, from - NEGATED_WITHIN), from).some((word) => NEGATIONS.has(word));
}
