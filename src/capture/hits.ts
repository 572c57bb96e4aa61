/** The sentences of a session in which a cue was found and stands, with what boosts it near by. Pure. */

import { isMachineText } from "../text/prose.ts";
import { isFailedResult } from "../transcripts/lean-turns.ts";
import type { Turn } from "../transcripts/turn.ts";
import { type Line, linesOf, type Tag } from "./cue-lines.ts";
import type { FoundCue } from "./cue-matcher.ts";
import { type Picked, pickOf } from "./pick.ts";
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
  /** When that was, where the session tells. */
  readonly said: string | undefined;
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

const COMPLAINT =
  /\b(?:fail(?:s|ed|ing)?|broken|breaks|broke|crash(?:es|ed)?|error|down|unreachable|stuck|hangs?|red again|(?:doesn't|does not|won't|isn't|not) (?:work(?:ing)?|start|build|compile|load))\b/i;
const LOOKED_AT = 4_000;

/** Listens to a session turn by turn, and holds none but what was last said. */
export class SessionHits {
  readonly #byKind = new Map<TextKind, Hit[]>();
  #turns = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** What the person may pick from: the agent's last words, behind what it was asked. */
  #offered = "";
  #asked = "";

  add(turn: Turn): void {
    const [place, { by, text }] = [this.#turns++, turn];
    if (isFailure(turn)) this.#failedAt = place;
    if (turn.agent !== undefined || (by !== "person" && by !== "agent") || text === "" || isMachineText(text)) return;
    const lines = linesOf(turn);
    if (lines.some(({ found }) => found.length > 0))
      this.#keep(hitsOf(lines, { turn, place, afterFailure: place - this.#failedAt <= AFTER_FAILURE }));
    const picked = by === "person" ? pickOf(text, this.#offered) : undefined;
    if (picked !== undefined) this.#keep([pickHit(turn, place, picked)]);
    this.#offered = by === "agent" ? `${this.#asked}\n${text}` : "";
    if (by === "agent") this.#asked = "";
    else if (text.length < LOOKED_AT) this.#asked = text;
  }

  /** In the order of the session. */
  of(kind: TextKind): readonly Hit[] {
    return this.#byKind.get(kind) ?? [];
  }

  #keep(hits: readonly Hit[]): void {
    for (const hit of hits) {
      const own = this.#byKind.get(hit.kind);
      if (own === undefined) this.#byKind.set(hit.kind, [hit]);
      else own.push(hit);
    }
  }
}

/** A tool failed, or a person says that something does. */
function isFailure(turn: Turn): boolean {
  const { by, text } = turn;
  return by === "person" ? text.length < LOOKED_AT && COMPLAINT.test(text) : isFailedResult(turn);
}

interface Said {
  readonly turn: Turn;
  readonly place: number;
  readonly afterFailure: boolean;
}

function hitsOf(lines: readonly Line[], { turn, place, afterFailure }: Said): Hit[] {
  const hits: Hit[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.found.length === 0 || isTakenBack(lines[at + 1])) continue;
    for (const kind of kindsIn(line)) {
      const cue = standingCue(lines, at, kind);
      if (cue === undefined) continue;
      const boosters = boostersOf(lines, at, kind, cue);
      const hasCause = boosters.some((booster) => CAUSES.has(booster));
      if (kind === "runbook" && afterFailure && line.voice === "agent") boosters.push(FAILURE);
      if (isBorneOut(line, kind, cue, lines[at + 1])) boosters.push(CONSEQUENCE);
      const isOutright = cue.tag.role === "cured" ? afterFailure && hasCause : cue.tag.role !== "primary";
      const { text, fromLine, toLine } = textOf(lines, at);
      hits.push({
        kind,
        turn: place,
        sentence: at,
        said: turn.at,
        voice: line.voice,
        text,
        fromLine,
        toLine,
        isOutright,
        cue: cue.cue,
        boosters,
      });
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

function kindsIn({ found }: Line): readonly TextKind[] {
  return textKinds.filter((kind) => found.some(({ tag }) => tag.kind === kind));
}

/** Words that boost a cue stand near it, or say it once more in the same sentence, and are not the cue itself. */
function boostersOf(lines: readonly Line[], at: number, kind: TextKind, cue: FoundCue<Tag>): string[] {
  const boosters = new Set<string>();
  for (let near = Math.max(0, at - NEAR); near <= at + NEAR && near < lines.length; near++) {
    for (const { tag, from, to, cue: other } of lines[near]!.found) {
      if (tag.kind !== kind || !(tag.role === "boosters" || (near === at && tag.role === "outright"))) continue;
      if (near !== at || from >= cue.to || cue.from >= to) boosters.add(other);
    }
  }
  return [...boosters];
}

function pickHit(turn: Turn, place: number, picked: Picked): Hit {
  return {
    kind: "decision",
    turn: place,
    sentence: 0,
    said: turn.at,
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
