/**
 * Where something was settled in a session, heard far better than what: picks with what was chosen over what, answers,
 * corrections, rules, yeses, an interrupt with what was said after it, a failing command that passes after a change.
 * Gathered for the session's own model, which understands them. Pure.
 */

import { sha256Of } from "../../model/sha256.ts";
import { wholeStart } from "../../text/lines.ts";
import { isAssent } from "../../text/request.ts";
import { sentencesIn } from "../../text/sentences.ts";
import type { Turn } from "../../transcripts/turn.ts";
import { picksIn } from "./picks.ts";
import { headCues, isPlainQuestion, personCues, tellsHowItIs } from "./said-cues.ts";
import type { AskSegment, PersonSegment, SessionSegment, TextSegment, ToolSegment } from "./segment.ts";
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

const WEIGHTS = { answer: 5, pick: 4, rule: 3, correction: 3, plan: 3, fixed: 1, yes: 2, said: 1 } as const;
const MATTER_DIGITS = 12;
const MOST_SENTENCES = 6;
const SHORTEST = 3;
const LONG_PROMPT = 80;
const LONG_SENTENCE = 25;

/** By the prompts they were said in: what stands before a prompt changes no more. */
export type SaidSignals = WeakMap<PersonSegment, readonly Signal[]>;

/** `known`: of a session that goes on, what was found in it before. */
export function settledSignals(segments: readonly SessionSegment[], known: SaidSignals = new WeakMap()): Signal[] {
  const signals: Signal[] = [];
  const failing = new Map<string, ToolSegment>();
  const mended = new Set<string>();
  let edited: string | undefined;
  for (const [at, segment] of segments.entries()) {
    if (segment.is === "ask") signals.push(...answersIn(segment));
    if (segment.is === "plan" && segment.isRejected !== true) signals.push(...planSignals(segment));
    if (segment.is === "person") {
      const said = known.get(segment) ?? personSignals(segments, at, segment);
      known.set(segment, said);
      signals.push(...said);
    }
    if (segment.is !== "tool") continue;
    if (segment.edits.length > 0) edited = segment.edits[0];
    if (segment.command === "") continue;
    const key = commandKey(segment.command);
    const failed = failing.get(key);
    if (segment.failed) failing.set(key, segment);
    else if (failed !== undefined) {
      failing.delete(key);
      // What fails and passes again and again is the ordinary course of work: the first time is told.
      if (edited !== undefined && CHECKS.test(key) && !mended.has(key))
        signals.push(fixedSignal(failed, segment, edited));
      mended.add(key);
    }
  }
  return signals;
}

/** Tests, builds and checks: what passes again tells that something was found. */
const CHECKS =
  /\b(?:test|tests|vitest|jest|pytest|tsc|build|lint|check|cargo|go|make|mvn|gradle|rspec|tox|ruff|mypy|clippy)\b/;

function commandKey(command: string): string {
  const plain = command.replace(/\s*(?:2>&1|\|.*|>.*)$/s, "").replace(/\s+/g, " ");
  return wholeStart(plain.trim(), 80);
}

function fixedSignal(failed: ToolSegment, passed: ToolSegment, edited: string): Signal {
  const error =
    failed.printed
      .split("\n")
      .find((line) => /error|fail|expected|assert|panic|exception/i.test(line))
      ?.trim() ?? "";
  const quotes = [
    `${commandKey(passed.command)} passes after a change of ${edited.split("/").slice(-2).join("/")}`,
    wholeStart(error, 120),
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

const PLAN_LINES = 5;
/** What a plan says it does not do, or does instead, the code will not show. */
const SET_ASIDE = /\b(?:instead of|rather than|out of scope|pre-existing|not stay|no longer|will not)\b/i;

/** What a plan chooses, in its own lines: those that say what goes where, and what is not done. */
function planSignals({ text, turn, exchange }: TextSegment): Signal[] {
  const chosen = unitsIn(text).filter(({ text: line, under }) => CHOOSES.test(line) || headCues.decision.test(under));
  const first = chosen.filter(({ text: line }) => SET_ASIDE.test(line));
  return [...first, ...chosen.filter((one) => !first.includes(one))]
    .slice(0, PLAN_LINES)
    .map(({ text: line }) => ({ is: "plan", quotes: [line], over: [], turn, exchange, weight: WEIGHTS.plan }));
}

const CHOOSES =
  /→|\b(?:instead of|rather than|out of scope|pre-existing|will (?:use|be|not)|should|must|not stay|keep|rename|no longer)\b/i;

function answersIn(segment: AskSegment): Signal[] {
  return segment.answered.map(({ question, answer, options }) => ({
    is: "answer" as const,
    quotes: [options.find((option) => option.startsWith(answer)) ?? answer, question],
    over: options.map((option) => option.split(": ", 1)[0]!).filter((name) => !answer.includes(name)),
    turn: segment.turn,
    exchange: segment.exchange,
    weight: WEIGHTS.answer,
  }));
}

function personSignals(segments: readonly SessionSegment[], at: number, segment: PersonSegment): Signal[] {
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
  // Of a long prompt, or one around a paste, only what says so itself settles anything.
  const isMuch = segment.hasPaste || segment.own.split(/\s+/).length > LONG_PROMPT;
  const said = sentences
    .filter((sentence) => !picks.some((pick) => pick.said.includes(sentence)))
    .flatMap((sentence, n) => {
      const is = sortOf(sentence, isAfterInterrupt && n === 0);
      if (is === undefined || (is === "said" && (isMuch || !maySettle(sentence)))) return [];
      return [signal(is, [sentence])];
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_SENTENCES);
  return [...picked, ...said];
}

/** What a person's sentence settles, if anything: not a question, thanks, a chore, or how things are at the moment. */
function sortOf(sentence: string, isAfterInterrupt: boolean): Signal["is"] | undefined {
  if (isPlainQuestion(sentence) || isThanks(sentence) || tellsHowItIs(sentence) || /[:：]$/.test(sentence))
    return undefined;
  const isRule = personCues.strongRule.test(sentence);
  if (isPrintedOrCode(sentence)) return undefined;
  if (personCues.correctionStart.test(sentence)) return "correction";
  if (isRule || personCues.language.test(sentence)) return "rule";
  if (personCues.correction.test(sentence)) return "correction";
  if (CHORE.test(sentence)) return undefined;
  if (isAfterInterrupt) return "correction";
  if (personCues.rule.test(sentence)) return "rule";
  return personCues.report.test(sentence) || isAssent(sentence) ? undefined : "said";
}

/** A sentence that nothing marks as settling may do so where it is short, sure, and no chore. */
function maySettle(sentence: string): boolean {
  const { guess, shown, chore } = personCues;
  return (
    sentence.split(/\s+/).length <= LONG_SENTENCE && ![guess, shown, chore].some((pattern) => pattern.test(sentence))
  );
}

/** "Canvas bounds: 272x272", or nothing but code. */
function isPrintedOrCode(sentence: string): boolean {
  return /^[\w .-]{2,40}[:=]\s*\S*\d\S*(?:\s+\(.*\))?$/.test(sentence) || /^`[^`]+`[.;]?$/.test(sentence);
}

function isThanks(sentence: string): boolean {
  const few = sentence.split(/\s+/).length < 6;
  return (few && personCues.praise.test(sentence)) || THANKS.test(sentence);
}

const THANKS = /\b(?:thanks|thank you|great (?:job|news|work)|well done|good job)\b[^.]{0,30}$/i;
/** Done once it is done: nothing of it holds tomorrow. */
const CHORE =
  /^(?:(?:ok(?:ay)?|yes|and|now|then|so|also|first|next|great|please|pls|can you|could you|let'?s|i want to|i'?d like (?:you )?to|go ahead and|just)[,.]?\s+)*(?:also\s+)?(?:commit|push|pull|run|re-?run|check(?:out)?|show|explain|list|print|tell me|open|look|take a look|see|read|review|merge|rebase|deploy|restart|re-?start|start|stop|test|retry|try (?:it|again|now)|continue|proceed|resume|pause|summari[sz]e|write (?:me |a |the )?(?:summary|commit|message|\/?compact)|find|search|investigate|debug|analy[sz]e|examine|do (?:it|them|that|all|the)|fix (?:it|this|that|them)|move on|go on|build|install)\b/i;

/** They quote what the agent said or a tool printed, which may be what others said to it. */
const QUOTES_AGENT: ReadonlySet<Signal["is"]> = new Set(["answer", "pick", "yes", "plan", "fixed"]);

const TURNS_BACK = 3;

/** Whether the words of others were read in its turn, or in the ones before, where it was offered. */
export function mayBeOthers({ is, turn }: Signal, turns: readonly Turn[]): boolean {
  if (!QUOTES_AGENT.has(is)) return false;
  let [from, persons] = [turn + 1, 0];
  while (from > 0 && persons < TURNS_BACK) if (turns[--from]?.by === "person") persons++;
  return turns.slice(from, turn + 1).some(({ heard, retells }) => heard === true || retells === true);
}

type Said = Pick<Signal, "quotes"> & { readonly is: string };

const matters = new WeakMap<Said, string>();

/** In which words it was settled: told once, it is not told again. */
export function matterOf(said: Said): string {
  const matter = matters.get(said) ?? sha256Of([said.is, ...said.quotes].join("\n")).slice(0, MATTER_DIGITS);
  matters.set(said, matter);
  return matter;
}
