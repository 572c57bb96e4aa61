/** The sentences of a session in which a cue was found and stands, with what boosts it near by. Pure. */

import { isFailedResult } from "../transcripts/lean-turns.ts";
import type { Turn } from "../transcripts/turn.ts";
import { type Line, linesOf, type Tag } from "./cue-lines.ts";
import type { Found } from "./cue-matcher.ts";
import { type Picked, pickOf } from "./pick.ts";
import { isMachineText } from "./prose.ts";
import { isBorneOut, isTakenBack, standingCue } from "./standing-cue.ts";
import { type TextKind, textKinds } from "./triaged-kinds.ts";
import type { Voice } from "./voices.ts";

/** How many sentences before and after are near. */
export const NEAR = 3;
/** "I see the problem." is nothing without what follows. */
const SHORT_SENTENCE = 7;

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

function hitsOf(lines: readonly Line[], turn: number, afterFailure: boolean): Hit[] {
  const hits: Hit[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.found.length > 0 && isTakenBack(lines[at + 1])) continue;
    for (const kind of kindsIn(line)) {
      const cue = standingCue(lines, at, kind);
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
