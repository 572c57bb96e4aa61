/**
 * Where something was settled in a session, heard far better than what: picks with what was chosen over what, answers,
 * corrections, rules, yeses, an interrupt with what was said after it, a failing command that passes after a change.
 * Gathered for the session's own model, which understands them. Pure.
 */

import { sentencesIn } from "../../text/sentences.ts";
import { isAssent, picksIn } from "./picks.ts";
import { headCues, personCues } from "./said-cues.ts";
import type { AskSegment, PersonSegment, Segment, TextSegment, ToolSegment } from "./segment.ts";
import { unitsIn } from "./units.ts";

export interface Signal {
  readonly is: "answer" | "pick" | "yes" | "plan" | "correction" | "rule" | "said" | "fixed";
  /** The words of the session it rests on, the person's first. */
  readonly quotes: readonly string[];
  /** What it was chosen over. */
  readonly over: readonly string[];
  readonly turn: number;
  readonly exchange: number;
  /** The surer it is that something was settled, the higher. */
  readonly weight: number;
}

const WEIGHTS = { answer: 5, pick: 4, rule: 3, correction: 3, plan: 3, fixed: 2, yes: 2, said: 1 } as const;
const MOST_SENTENCES = 4;
const SHORTEST = 3;

export function settledSignals(segments: readonly Segment[]): Signal[] {
  const signals: Signal[] = [];
  const failing = new Map<string, ToolSegment>();
  let edited: string | undefined;
  for (const [at, segment] of segments.entries()) {
    if (segment.is === "ask") signals.push(...answersIn(segment));
    if (segment.is === "plan" && segment.isRejected !== true) signals.push(...planSignals(segment));
    if (segment.is === "person") signals.push(...personSignals(segments, at, segment));
    if (segment.is !== "tool") continue;
    if (segment.edits.length > 0) edited = segment.edits[0];
    if (segment.command === "") continue;
    const key = commandKey(segment.command);
    const failed = failing.get(key);
    if (segment.failed) failing.set(key, segment);
    else if (failed !== undefined) {
      failing.delete(key);
      if (edited !== undefined && CHECKS.test(key)) signals.push(fixedSignal(failed, segment, edited));
    }
  }
  return signals;
}

/** Tests, builds and checks: what passes again tells that something was found. */
const CHECKS =
  /\b(?:test|tests|vitest|jest|pytest|tsc|build|lint|check|cargo|go|make|mvn|gradle|rspec|tox|ruff|mypy|clippy)\b/;

function commandKey(command: string): string {
  return command
    .replace(/\s*(?:2>&1|\|.*|>.*)$/s, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
}

function fixedSignal(failed: ToolSegment, passed: ToolSegment, edited: string): Signal {
  const error =
    failed.printed
      .split("\n")
      .find((line) => /error|fail|expected|assert|panic|exception/i.test(line))
      ?.trim() ?? "";
  const quotes = [
    `${commandKey(passed.command)} passes after a change of ${edited.split("/").slice(-2).join("/")}`,
    error.slice(0, 120),
  ];
  return {
    is: "fixed",
    quotes: quotes.filter((quote) => quote !== ""),
    over: [],
    turn: passed.turn,
    exchange: passed.exchange,
    weight: WEIGHTS.fixed,
  };
}

const PLAN_LINES = 3;

/** What a plan chooses, in its own lines: those that say what goes where, and what is not done. */
function planSignals({ text, turn, exchange }: TextSegment): Signal[] {
  const chosen = unitsIn(text).filter(({ text: line, under }) => CHOOSES.test(line) || headCues.decision.test(under));
  return chosen
    .slice(0, PLAN_LINES)
    .map(({ text: line }) => ({ is: "plan", quotes: [line], over: [], turn, exchange, weight: WEIGHTS.plan }));
}

const CHOOSES =
  /→|\b(?:instead of|rather than|out of scope|pre-existing|will (?:use|be|not)|should|must|not stay|keep|rename|no longer)\b/i;

function answersIn(segment: AskSegment): Signal[] {
  return segment.answered.map(({ question, answer, options }) => ({
    is: "answer" as const,
    quotes: [answer, question],
    over: options.map((option) => option.split(": ", 1)[0]!).filter((name) => !answer.includes(name)),
    turn: segment.turn,
    exchange: segment.exchange,
    weight: WEIGHTS.answer,
  }));
}

function personSignals(segments: readonly Segment[], at: number, segment: PersonSegment): Signal[] {
  const { turn, exchange } = segment;
  const signal = (is: Signal["is"], quotes: readonly string[], over: readonly string[] = []): Signal => {
    return { is, quotes, over, turn, exchange, weight: WEIGHTS[is] };
  };
  const picks = picksIn(segments, at);
  const picked = picks.map(({ by, said, offer, over }) => signal(by === "yes" ? "yes" : "pick", [said, offer], over));
  const isAfterInterrupt = segments.slice(Math.max(0, at - 2), at).some(({ is }) => is === "interrupt");
  const sentences = sentencesIn(segment.own).filter(
    (one) => one.split(/\s+/).length >= SHORTEST || /\p{Script=Han}{4}/u.test(one),
  );
  const said = sentences
    .filter((sentence) => !picks.some((pick) => pick.said.includes(sentence)))
    .flatMap((sentence, n) => {
      const is = sortOf(sentence, isAfterInterrupt && n === 0);
      return is === undefined ? [] : [signal(is, [sentence])];
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_SENTENCES);
  return [...picked, ...said];
}

/** What a person's sentence settles, if anything; in the first prompt of a session it asks for the task. */
function sortOf(sentence: string, isAfterInterrupt: boolean): Signal["is"] | undefined {
  if (personCues.praise.test(sentence) && sentence.split(/\s+/).length < 6) return undefined;
  const isQuestion = /[?？]\s*$/.test(sentence);
  if (personCues.correctionStart.test(sentence) || isAfterInterrupt) return "correction";
  if (personCues.strongRule.test(sentence) && !isQuestion) return "rule";
  if (personCues.correction.test(sentence)) return "correction";
  if (personCues.rule.test(sentence)) return isQuestion ? "said" : "rule";
  return isQuestion || personCues.report.test(sentence) || isAssent(sentence) ? undefined : "said";
}
