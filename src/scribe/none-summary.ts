/** A session's summary by rule: what was asked, what the last words say was done, what is left, which files changed. Pure. */

import { lowestTrust } from "../model/trust.ts";
import type { Turn } from "../transcripts/turn.ts";
import { type Intent, usualConfidence } from "./intent.ts";
import { filesEdited, trustOf } from "./passage-text.ts";
import type { Assignment, Penned } from "./scribe.ts";
import {
  cut,
  isDoing,
  isOrder,
  isPrinted,
  isTitleTelling,
  isWish,
  plain,
  pointsElsewhere,
  sentencesIn,
  tagsFrom,
  titleFrom,
} from "./sentence.ts";

const DONE =
  /^(?:done|complete|fixed|added|updated|removed|created|renamed|moved|implemented|replaced|refactored|changed|verified|merged|committed)\b|\b(?:is|are|was|were|has been|have been|now|i've|i have|successfully|all)\b.{0,40}\b(?:done|complete[d]?|fixed|added|updated|removed|created|renamed|moved|implemented|replaced|refactored|written|changed|verified|merged|committed|pushed|pass(?:es|ing|ed)?|works?|working|resolved|cleaned)\b/i;
const LEFT_HEADING =
  /^(?:#+\s*|\*\*)?(?:next steps?|remaining|to ?do|follow[- ]?ups?|left to do|still open|open questions?)\b/i;
const LEFT =
  /\b(?:still (?:need|have|to|left|open)|remains? to|not yet|next,? (?:we|you|i)|left to do|follow[- ]up)\b/i;
const BLOCKED = /\b(?:blocked (?:on|by)|waiting (?:for|on)|cannot (?:proceed|continue)|can't (?:proceed|continue))\b/i;
const BULLET = /^\s*(?:[-*•●☐☒✅]|\d{1,2}[.)])\s+/;
const STOPPED = /\[Request interrupted/i;
const MOST_DONE = 6;
const MOST_LEFT = 4;
const MOST_FILES = 12;
const LINE = 180;
const GOAL = 220;
const MOST_OF_AN_ANSWER = 2;
/** What a session is about is said early. */
const FIRST_PROMPTS = 6;

/** `evenIdle`: also of a session that left little to resume. */
export function summaryOf(assignment: Assignment, { evenIdle = false } = {}): Penned[] {
  const { turns, session, tasks = { done: [], left: [], blockers: [] } } = assignment;
  const main = turns.map((turn, place) => ({ ...turn, place })).filter(({ agent }) => agent === undefined);
  const goal = goalOf(main);
  const answers = closingWords(main);
  const told = answers.flatMap(({ text }) => doneIn(text).slice(0, MOST_OF_AN_ANSWER));
  const completed = unique([...tasks.done.map((one) => cut(one, LINE)), ...told]).slice(-MOST_DONE);
  const files = filesEdited(assignment).slice(0, MOST_FILES);
  if (goal === undefined || completed.length === 0 || (!evenIdle && isIdle(main, files))) return [];
  const left = [...tasks.left.map((one) => cut(one, LINE)), ...leftIn(answers.at(-1)?.text ?? "")];
  const nextActions = unique(left).slice(0, MOST_LEFT);
  const waiting = sentencesIn(answers.at(-1)?.text ?? "").filter((one) => BLOCKED.test(one));
  const blockers = unique([...tasks.blockers, ...waiting]);
  const places = [goal.place, ...answers.map(({ place }) => place), ...editing(turns)];
  const trust = lowestTrust("derived", ...answers.map(({ place }) => trustOf(turns, place)));
  const title = titleOf(goal.text, completed);
  const intent: Intent = {
    kind: "session_summary",
    wanted: "CREATE",
    reason: "much was done in the session",
    title,
    summary: goal.text,
    tags: tagsFrom(title),
    confidence: usualConfidence,
    content: {
      goal: goal.text,
      completed,
      ...(blockers.length === 0 ? {} : { blockers: blockers.slice(0, 2).map((one) => cut(one, LINE)) }),
      ...(nextActions.length === 0 ? {} : { next_actions: nextActions }),
      ...(files.length === 0 ? {} : { key_changes: files }),
    },
    fields: { outcome: outcomeOf(main, nextActions, blockers) },
    text: "",
    files: [],
    trust,
    session,
    turns: places,
  };
  return [{ intent, strength: 0.7 + (files.length === 0 ? 0 : 0.1) }];
}

/** A goal that names little is told by what came of it. */
function titleOf(goal: string, completed: readonly string[]): string {
  const title = titleFrom(goal);
  return isTitleTelling(title) ? title : titleFrom(completed[0] ?? goal);
}

type Placed = Turn & { readonly place: number };

/** The first thing the person wanted that can be understood by itself. */
function goalOf(main: readonly Placed[]): { text: string; place: number } | undefined {
  const prompts = main.filter(({ by, text }) => by === "person" && text.trim() !== "").slice(0, FIRST_PROMPTS);
  for (const { text, place } of prompts) {
    const sentences = sentencesIn(text.slice(0, 4_000).replace(/<[^>\n]{1,200}>/g, " "));
    const goal = mostTelling(sentences.filter(isGoal));
    if (goal !== undefined) return { text: cut(goal, GOAL), place };
  }
  return undefined;
}

/** Of several wishes in one prompt, the one that names most. */
function mostTelling(sentences: readonly string[]): string | undefined {
  const words = (sentence: string) => tagsFrom(sentence, 12).length;
  return [...sentences].sort((a, b) => words(b) - words(a))[0];
}

const MUSING = /^(?:i think|i guess|maybe|perhaps|not sure|hmm)/i;

function isGoal(sentence: string): boolean {
  return (
    tagsFrom(sentence, 9).length >= 4 &&
    isWish(sentence) &&
    !MUSING.test(sentence) &&
    !pointsElsewhere(sentence) &&
    !isPrinted(sentence)
  );
}

/** What the agent said last before the person spoke again, each time. */
function closingWords(main: readonly Placed[]): Placed[] {
  const spoken = main.filter(({ by, text }) => (by === "person" || by === "agent") && text.trim() !== "");
  return spoken.filter(({ by, text }, n) => by === "agent" && text.length > 40 && spoken[n + 1]?.by !== "agent");
}

/** Says what was done, not only that it was: it names something, or has some words to it. */
function isTelling(sentence: string): boolean {
  const isBare =
    /^(?:all|full|build|linter|tests?|everything|verification)\b/i.test(sentence) &&
    /\b(?:pass|clean|green|complete|verified)/i.test(sentence);
  return (
    !isBare && (/`|[\w-]+\/[\w-]|\w_\w|[a-z][A-Z]/.test(sentence) || (sentence.match(/\p{L}{3,}/gu) ?? []).length >= 7)
  );
}

function doneIn(text: string): string[] {
  return proseLines(text)
    .flatMap((line) => sentencesIn(line))
    .filter(
      (one) =>
        DONE.test(one) &&
        !one.includes("?") &&
        !one.endsWith(":") &&
        !isPromise(one) &&
        !MIGHT.test(one) &&
        !isOrder(one),
    )
    .map((one) => cut(one, LINE))
    .filter((one) => one.length > 15 && isTelling(one));
}

/** What might be done was not. */
const MIGHT = /\b(?:should|would|could|might|something like|recommend|suggest|option)\b/i;

function isPromise(sentence: string): boolean {
  return isDoing(sentence) && !/\b(?:i've|i have|we've|we have)\b/i.test(sentence);
}

function leftIn(text: string): string[] {
  const lines = proseLines(text);
  const heading = lines.findIndex((line) => LEFT_HEADING.test(line.trim()));
  const listed: string[] = [];
  for (const line of heading < 0 ? [] : lines.slice(heading + 1)) {
    if (line.trim() === "") continue;
    if (!BULLET.test(line)) break;
    listed.push(cut(plain(line), LINE));
  }
  if (listed.length > 0) return listed;
  return lines
    .flatMap((line) => sentencesIn(line))
    .filter((one) => LEFT.test(one) && !one.includes("?"))
    .map((one) => cut(one, LINE));
}

function proseLines(text: string): string[] {
  return text
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1/gm, "")
    .split("\n")
    .filter((line) => !/^\s*(?:\||#{1,6}\s*$)/.test(line));
}

function outcomeOf(main: readonly Turn[], left: readonly string[], blockers: readonly string[]): string {
  if (STOPPED.test(main.at(-1)?.text ?? "")) return "abandoned";
  if (blockers.length > 0) return "blocked";
  return left.length > 0 ? "partial" : "success";
}

/** Talk alone leaves nothing to resume. */
function isIdle(main: readonly Turn[], files: readonly string[]): boolean {
  return files.length === 0 && main.flatMap((turn) => turn.uses ?? []).length < 3;
}

function editing(turns: readonly Turn[]): number[] {
  return turns.flatMap((turn, place) => ((turn.uses ?? []).length > 0 ? [place] : []));
}

function unique(lines: readonly string[]): string[] {
  return [...new Map(lines.map((line) => [line.toLowerCase(), line])).values()];
}
