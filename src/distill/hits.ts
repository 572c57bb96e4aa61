/**
 * The sentences of a session in which a cue was found and stands: not negated, not asked, not merely considered, not
 * part of another phrase. Whose words they are decides what they weigh. Pure.
 */

import { negations, refusals, retractions } from "../model/triage-cues.ts";
import { isFailedResult } from "../transcripts/lean-turns.ts";
import type { Turn } from "../transcripts/turn.ts";
import { CueMatcher, type Found } from "./cue-matcher.ts";
import { type Picked, pickOf } from "./pick.ts";
import { isBrought, isLong, isMachineText, paragraphsOf } from "./prose.ts";
import { cuesOf, type TextKind, textKinds } from "./triaged-kinds.ts";
import { type Sentence, sentencesOf } from "./words.ts";

/**
 * What a voice's words weigh, where they say a thing outright and where they only point to it. The person's alone can
 * settle a thing; a page that was brought along, or what was printed and pasted, never does.
 */
export const voices = {
  person: { outright: 2, pointing: 1 },
  agent: { outright: 1, pointing: 0.5 },
  brought: { outright: 0.5, pointing: 0.25 },
  pasted: { outright: 0.25, pointing: 0.125 },
} as const;
export type Voice = keyof typeof voices;

/** How many sentences before and after are near. */
export const NEAR = 3;
/** "I see the problem." is nothing without what follows. */
const SHORT_SENTENCE = 7;
/** A cue is turned round by a negation this many words before it. */
const NEGATED_WITHIN = 3;

export interface Hit {
  readonly kind: TextKind;
  /** The turn's place in the session, and the sentence's in the turn. */
  readonly turn: number;
  readonly sentence: number;
  readonly voice: Voice;
  readonly text: string;
  readonly fromLine: number;
  readonly toLine: number;
  readonly isOutright: boolean;
  readonly cue: string;
  readonly boosters: readonly string[];
  /** What was picked, where it is a pick among what the agent had offered. */
  readonly picked?: Picked;
}

type Role =
  | "outright"
  | "outrightByPerson"
  | "outrightByAgent"
  | "setsRight"
  | "cured"
  | "bounds"
  | "follows"
  | "anchors"
  | "primary"
  | "boosters"
  | "against"
  | "doubts";
interface Tag {
  readonly kind: TextKind;
  readonly role: Role;
}

/** A failure is near for so many turns. */
const AFTER_FAILURE = 10;
const FAILURE = "a failure before it";
const CONSEQUENCE = "what follows from it, or why";
/** What was cured after a failure, and why it had failed, is told in so many words. */
const CAUSES: ReadonlySet<string> = new Set([
  "because",
  "since",
  "due to",
  "caused by",
  "root cause",
  "weil|wieder|jetzt",
  "turned|turns out",
  "reason .. .. was|were|is",
  "came|comes from",
  "what happened",
  "had expired|changed|moved|been",
  "already taken|used|running",
]);
const ROLES: readonly Role[] = [
  "outright",
  "outrightByPerson",
  "outrightByAgent",
  "setsRight",
  "cured",
  "bounds",
  "follows",
  "anchors",
  "primary",
  "boosters",
  "against",
  "doubts",
];
const NEGATIONS = new Set(negations);

interface Line {
  readonly sentence: Sentence;
  readonly voice: Voice;
  /** Of the paragraph's first line. */
  readonly line: number;
  readonly found: readonly Found<Tag>[];
}

let matcher: CueMatcher<Tag> | undefined;

/** Made when first wanted: a command that triages nothing does not pay for it. */
function cueMatcher(): CueMatcher<Tag> {
  matcher ??= new CueMatcher(
    textKinds.flatMap((kind) =>
      ROLES.flatMap((role) => (cuesOf(kind)[role] ?? []).map((cue) => [cue, { kind, role }] as const)),
    ),
  );
  return matcher;
}

export function hitsIn(turns: readonly Turn[]): Hit[] {
  const hits: Hit[] = [];
  let offered = "";
  let asked = "";
  let failedAt = Number.NEGATIVE_INFINITY;
  for (const [at, turn] of turns.entries()) {
    if (isFailure(turn)) failedAt = at;
    if (turn.agent !== undefined || (turn.by !== "person" && turn.by !== "agent") || turn.text === "") continue;
    if (isMachineText(turn.text)) continue;
    hits.push(...hitsOf(linesOf(turn), at, at - failedAt <= AFTER_FAILURE));
    const picked = turn.by === "person" ? pickOf(turn.text, offered) : undefined;
    if (picked !== undefined) hits.push(pickHit(turn, at, picked));
    offered = turn.by === "agent" ? `${asked}\n${turn.text}` : "";
    asked = turn.by === "person" && turn.text.length < LOOKED_AT ? turn.text : turn.by === "agent" ? "" : asked;
  }
  return hits;
}

const COMPLAINT =
  /\b(?:fail(?:s|ed|ing)?|broken|breaks|broke|crash(?:es|ed)?|error|down|unreachable|stuck|hangs?|red again|(?:doesn't|does not|won't|isn't|not) (?:work(?:ing)?|start|build|compile|load))\b/i;
const LOOKED_AT = 4_000;

/** A tool failed, or a person says that something does. */
function isFailure(turn: Turn): boolean {
  const { by, text } = turn;
  return by === "person" ? text.length < LOOKED_AT && COMPLAINT.test(text) : isFailedResult(turn);
}

function linesOf(turn: Turn): Line[] {
  const isPage = turn.by === "person" && (turn.brought === true || isBrought(turn.text));
  const lines: Line[] = [];
  for (const { text, line, isPasted } of paragraphsOf(turn.text)) {
    const spoken = turn.by === "agent" ? "agent" : isPage || isLong(text) ? "brought" : "person";
    for (const sentence of sentencesOf(text)) {
      lines.push({ sentence, voice: isPasted ? "pasted" : spoken, line, found: cueMatcher().find(sentence.words) });
    }
  }
  return lines;
}

function hitsOf(lines: readonly Line[], turn: number, afterFailure: boolean): Hit[] {
  const hits: Hit[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.found.length > 0 && isTakenBack(lines[at + 1])) continue;
    for (const kind of kindsIn(line)) {
      const cue = cueOf(line, kind, lines[at + 1]) ?? correctionIn(line, kind, lines[at - 1]);
      if (cue === undefined) continue;
      const boosters = boostersOf(lines.slice(Math.max(0, at - NEAR), at + NEAR + 1), kind, line, cue);
      const hasCause = boosters.some((booster) => CAUSES.has(booster));
      if (kind === "runbook" && afterFailure && line.voice === "agent") boosters.push(FAILURE);
      if (isBorneOut(line, kind, cue, lines[at + 1])) boosters.push(CONSEQUENCE);
      const isOutright = cue.tag.role === "cured" ? afterFailure && hasCause : cue.tag.role !== "primary";
      const { voice } = line;
      hits.push({ kind, turn, sentence: at, voice, ...textOf(lines, at), isOutright, cue: cue.cue, boosters });
    }
  }
  return hits;
}

/** "But actually, that's not the real reason": within the first words of what follows. */
const FIRST_WORDS = 8;
let takers: CueMatcher<true> | undefined;

function isTakenBack(next: Line | undefined): boolean {
  if (next === undefined) return false;
  takers ??= new CueMatcher(retractions.map((cue) => [cue, true] as const));
  return takers.find(next.sentence.words.slice(0, FIRST_WORDS)).some(({ from }) => from <= 1);
}

/** The sentence on one line, with the next one where it says little, and where they stand. */
function textOf(lines: readonly Line[], at: number): Pick<Hit, "text" | "fromLine" | "toLine"> {
  const own = lines[at]!;
  const next = own.sentence.words.length < SHORT_SENTENCE ? lines[at + 1] : undefined;
  const last = next ?? own;
  const raw = next === undefined ? own.sentence.raw : `${own.sentence.raw} ${next.sentence.raw}`;
  return {
    text: raw.replace(/\s+/g, " ").trim(),
    fromLine: own.line + own.sentence.fromLine,
    toLine: last.line + last.sentence.toLine,
  };
}

function kindsIn({ found }: Line): TextKind[] {
  return found.length === 0 ? [] : textKinds.filter((kind) => found.some(({ tag }) => tag.kind === kind));
}

/** The strongest cue of a kind that stands in a sentence; at most one counts. */
function cueOf(line: Line, kind: TextKind, next: Line | undefined): Found<Tag> | undefined {
  const own = line.found.filter(({ tag }) => tag.kind === kind);
  if (own.length === 0 || line.sentence.isQuestion || own.some(({ tag }) => tag.role === "doubts")) return undefined;
  const against = own.filter(({ tag }) => tag.role === "against");
  const standing = own.filter(
    (found) =>
      isHeard(found.tag.role, line.voice) &&
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

const REFUSALS = new Set(refusals);

/** "No, not ssh. We deploy with kubectl": what a person says after a no, there or in the sentence before, is how it is. */
function correctionIn(line: Line, kind: TextKind, before: Line | undefined): Found<Tag> | undefined {
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
function isBorneOut({ found }: Line, kind: TextKind, cue: Found<Tag>, next: Line | undefined): boolean {
  const own = found.filter(({ tag }) => tag.kind === kind);
  return (
    own.some((other) => other.tag.role === "follows" && other.from >= cue.to) ||
    own.some((other) => other.tag.role === "anchors" && !isCrossed(other, cue)) ||
    (next?.found.some(({ tag, from }) => tag.kind === kind && tag.role === "follows" && from <= 1) ?? false)
  );
}

function isCrossed(a: Found<Tag>, b: Found<Tag>): boolean {
  return a.from < b.to && b.from < a.to;
}

function isHeard(role: Role, voice: Voice): boolean {
  if (role === "outrightByPerson") return voice === "person";
  if (role === "outrightByAgent" || role === "cured") return voice === "agent";
  return role === "outright" || role === "bounds" || role === "primary";
}

function isNegated(words: readonly string[], from: number): boolean {
  return words.slice(Math.max(0, from - NEGATED_WITHIN), from).some((word) => NEGATIONS.has(word));
}

/** Words that boost a cue stand near it, or say it once more in the same sentence, and are not the cue itself. */
function boostersOf(near: readonly Line[], kind: TextKind, own: Line, cue: Found<Tag>): string[] {
  const found = near.flatMap((line) =>
    line.found.filter(
      ({ tag, from, to }) =>
        tag.kind === kind &&
        (tag.role === "boosters" || (line === own && tag.role === "outright")) &&
        !(line === own && from < cue.to && cue.from < to),
    ),
  );
  return [...new Set(found.map((booster) => booster.cue))];
}

function pickHit(turn: Turn, at: number, picked: Picked): Hit {
  return {
    kind: "decision",
    turn: at,
    sentence: 0,
    voice: "person",
    text: turn.text.trim().split("\n", 1)[0]!,
    fromLine: 1,
    toLine: 1,
    isOutright: true,
    cue: "a pick among what was offered",
    boosters: [],
    picked,
  };
}
