/**
 * What came of a session, by what its agent said last before the person spoke again: what was done, what is left, what
 * holds it up, and how it was checked. What is planned, offered or still to do is not done. Pure.
 */

import { touchedBy } from "../../hosts/touched.ts";
import { denialsIn } from "../../text/denials.ts";
import { isDoing, isOrder, plain, sentencesIn, shortened, tagsFrom } from "../../text/sentences.ts";
import { callsRight, saysDone, saysDoneFirst, saysLeft } from "../../text/session-words.ts";
import type { Tasks } from "../../trail/notes.ts";
import type { ToolCall, Turn } from "../../transcripts/turn.ts";

type Placed = Turn & { readonly place: number };

export interface SessionOutcome extends Tasks {
  /** The last that was said of tests and checks. */
  readonly checked?: string | undefined;
  /** The turns it is taken from. */
  readonly places: readonly number[];
}

const LINE = 180;
const MOST_DONE = 6;
const MOST_LEFT = 4;
const SHORTEST = 15;
/** What was left to do before that is looked for in what was said since. */
const LAST_ANSWERS = 3;

/** What stands below such a heading is still to do, or only offered. */
const LEFT_HEADING =
  /^(?:(?:i )?noted (?:it |that |this )?as (?:an? )?to-?do|what(?:'s| is)(?: still)? (?:left|next|missing|open)|next(?= ?[:：]|$)|blocked(?= ?[:：]|$)|offen(?= ?[:：]|$)|what (?:work )?remains|next (?:steps?|actions?)|remaining|outstanding|to[ -]?dos?|follow[- ]?ups?|left to do|still (?:open|to do)|open (?:questions?|points?|items?)|pending|not (?:yet )?done|nächste schritte|noch (?:offen|zu tun)|offene? (?:punkte|fragen)|残り|残作業|次のステップ|今後の|下一步|待办)/i;
/** The same before what is left, on one line. */
const LEFT_LABEL = /^[^:：]{2,30}[:：]\s*(?=\S)/;
/** What stands below such a heading was done. */
const DONE_HEADING =
  /^(?:(?:here(?:'s| is) )?what (?:i |we |was |has )?(?:changed|did|done)|(?:summary of (?:the )?)?changes?(?: made)?|done|fixed|geändert|erledigt|変更点|変更内容|修正内容|改动|修改内容)(?=\W|$)/i;
/** `src/a.ts` stores it as UTC: said right after that it was done, this is what was done. */
const NOW_DOES = /^`[^`]+`(?:(?:,| and) `[^`]+`)* (?:now )?\p{Ll}+s\b/u;
/** It was tried, and is not so. */
const FAILED =
  /\b(?:could(?:n't| not)|(?:was|were|am|are)(?:n't| not) able to|unable to|did(?:n't| not) (?:manage|succeed)|failed to|still (?:fails?|failing|broken|breaks|times out|crashes)|(?:does|do)(?:n't| not) (?:work|pass|build|compile) yet)\b|(?<!\p{L})(?:nicht (?:gelungen|geschafft|lösen können)|schlägt (?:immer )?noch fehl|konnte .{2,80} nicht)(?!\p{L})|できませんでした|まだ失敗/iu;
/** How it is whenever it happens: nothing is left of it. */
const ABOUT_ALL =
  /^(?:if|when|whenever|once|unless)\b|^[^:]{3,40}:\s|\b(?:alone|by itself) does(?:n't| not)\b|\bno longer needed\b/i;
const OFFER_HEADING =
  /^(?:options?|recommendations?|suggestions?|proposals?|proposed|plan\b|possible|potential|findings?|issues?|alternatives?|the problem|analysis|would you|should i|vorschl|optionen|提案)/i;
const BLOCKED =
  /\b(?:blocked (?:on|by)|waiting (?:for|on)|cannot (?:proceed|continue)|can't (?:proceed|continue))\b|(?<!\p{L})(?:blockiert durch|warte[nt]? auf)(?!\p{L})/iu;
/** What might be done was not. */
const MIGHT =
  /\b(?:should|would|could|might|something like|recommend|suggest|options?|want me to|shall i)\b|(?<!\p{L})(?:sollte|könnte|würde)/iu;
/** How it was or is, not what was made of it. */
const NOT_DONE =
  /\b(?:need(?:s|ed)? to|whether|check if|currently|which is why|this is (?:the|an?)|we'd|i'd|however|argues?)\b|^(?:names?|those|anything|if) /i;
const LINK = /\[([^\]\n]+)\]\([^)\n]*\)/g;
const NUMBERED = /^\(\d{1,3}\)\s*/;
/** Leads up to a list, and says nothing by itself. */
const LEADS_UP = /^(?:here(?:'s| is| are)|what|the following|changes?(?: made)?|summary|hier (?:ist|sind)|以下)/i;
/** A program's verdict, not a deed. */
const CHECK =
  /^(?:all|full|build|lint(?:er)?|tests?|everything|verification|clean|type ?check|alle tests)\b.*\b(?:pass|clean|green|verified|0 (?:issues|errors|failures)|grün)/i;
const BULLET = /^\s*(?:[-*•●☐☒✅]|\d{1,2}[.)])\s+/;

const STOPPED = /\[Request interrupted/i;

/** The main conversation, each turn with its place in the whole. */
export function mainOf(turns: readonly Turn[]): Placed[] {
  return turns.map((turn, place) => ({ ...turn, place })).filter(({ agent }) => agent === undefined);
}

export function outcomeName(main: readonly Turn[], left: readonly string[], blockers: readonly string[]): string {
  if (STOPPED.test(main.at(-1)?.text ?? "")) return "abandoned";
  if (blockers.length > 0) return "blocked";
  return left.length > 0 ? "partial" : "success";
}

export function outcomeIn(main: readonly Placed[]): SessionOutcome {
  const answers = closingWords(main);
  const told = answers.map((answer) => toldIn(answer.text, isWork(main, answer)));
  const quota = Math.max(2, Math.ceil(MOST_DONE / Math.max(1, answers.length)));
  const done = told.flatMap((one) => one.done.slice(0, quota));
  return {
    done: unique(done).slice(-MOST_DONE),
    left: unique(
      stillSo(
        main,
        answers,
        told.map(({ left }) => left),
      ),
    ).slice(0, MOST_LEFT),
    blockers: unique(told.at(-1)?.blockers ?? []),
    checked: told.flatMap(({ checked }) => checked).at(-1),
    places: answers.map(({ place }) => place),
  };
}

/** What the last answers leave to do, but for what was spoken of since: that was done, put off or dropped, and told so. */
function stillSo(main: readonly Placed[], answers: readonly Placed[], left: readonly string[][]): string[] {
  return left.slice(-LAST_ANSWERS).flatMap((lines, n, all) => {
    const { place } = answers[answers.length - all.length + n]!;
    const since = new Set(main.flatMap((turn) => (turn.place > place ? tagsFrom(turn.text, 400) : [])));
    return lines.filter((line) => {
      const words = tagsFrom(line, 12);
      return words.filter((word) => since.has(word)).length < Math.max(1, words.length * 0.4);
    });
  });
}

/** What the agent said last before the person spoke again, each time. */
function closingWords(main: readonly Placed[]): Placed[] {
  const spoken = main.filter(({ by, text }) => (by === "person" || by === "agent") && text.trim() !== "");
  return spoken.filter(({ by, text }, n) => by === "agent" && text.length > 20 && spoken[n + 1]?.by !== "agent");
}

/** Something was changed since the person spoke: then what is told as changed is this session's. Of talk alone nobody can tell. */
function isWork(main: readonly Placed[], { place }: Placed): boolean {
  if (main.every(({ uses = [] }) => uses.length === 0)) return true;
  const before = main.filter((turn) => turn.place <= place);
  const since = before.slice(before.findLastIndex(({ by, text }) => by === "person" && text.trim() !== "") + 1);
  return since.some(({ uses = [] }) => uses.some((use) => touchedBy(use).edits.length > 0 || isLasting(use)));
}

const LASTING =
  /(?:^|[;&|\s])(?:git (?:commit|push|merge|mv|rm|tag)|mv|rm|sed -i|npm (?:i|install|publish)|\S*deploy\S*|\S*migrate\S*)(?=\s|$)/;

function isLasting(use: ToolCall): boolean {
  return LASTING.test(touchedBy(use).command ?? "");
}

interface Told {
  readonly done: string[];
  readonly left: string[];
  readonly blockers: string[];
  readonly checked: string[];
}

function toldIn(text: string, hasWorked: boolean): Told {
  const told: Told = { done: [], left: [], blockers: [], checked: [] };
  let under: Under;
  for (const line of proseLines(text)) {
    const heading = headingOf(line);
    if (heading !== undefined) under = underOf(heading);
    else if (under === "left" && isLeft(line)) told.left.push(shortened(plain(line), LINE));
    else if (under === "done" && hasWorked && isDeed(line)) told.done.push(shortened(plain(line), LINE));
    if (under === undefined || (under === "done" && !BULLET.test(line))) sortAll(sentencesIn(line), told, hasWorked);
  }
  return told;
}

function sortAll(sentences: readonly string[], told: Told, hasWorked: boolean): void {
  for (const [n, sentence] of sentences.entries()) {
    const isToldAfter = hasWorked && n > 0 && saysDoneFirst(sentences[n - 1]!) && NOW_DOES.test(sentence);
    if (isToldAfter && !saysLeft(sentence) && denialsIn(sentence) === 0) told.done.push(shortened(sentence, LINE));
    else sort(sentence, told, hasWorked);
  }
}

type Under = "left" | "offer" | "done" | undefined;

function underOf(heading: string): Under {
  if (LEFT_HEADING.test(heading)) return "left";
  if (OFFER_HEADING.test(heading)) return "offer";
  return DONE_HEADING.test(heading.replace(/^(?:done|ok|all done)[.!]\s+/i, "")) ? "done" : undefined;
}

/** One of a list of changes, whatever its verb: a check is none. */
function isDeed(line: string): boolean {
  const sentence = plain(line);
  return BULLET.test(line) && !CHECK.test(sentence) && !FAILED.test(sentence) && isTelling(sentence);
}

function isLeft(line: string): boolean {
  const isOver = /[✅☑✓]|\b(?:completed?|done)\b/i.test(line);
  const words = (plain(line).match(/\p{L}{2,}|\p{Script=Han}/gu) ?? []).length;
  return BULLET.test(line) && !isOver && words >= 2;
}

/** A line that names what follows: marked as a heading, in bold alone, or short and ending with a colon. */
function headingOf(line: string): string | undefined {
  const bare = line.trim();
  const isHeading =
    /^#{1,6}\s/.test(bare) || /^\*\*[^*]{2,60}\*\*:?$/.test(bare) || (/[:：]$/.test(bare) && bare.length < 70);
  const isPlainOne =
    !BULLET.test(line) &&
    bare.length < 40 &&
    !/[:：]\s*\S/.test(bare) &&
    (LEFT_HEADING.test(bare) || OFFER_HEADING.test(bare)) &&
    !/[.!]$/.test(bare);
  return isHeading || isPlainOne ? plain(bare.replace(/^#{1,6}\s+/, "")) : undefined;
}

function sort(raw: string, told: Told, hasWorked: boolean): void {
  const sentence = raw.replace(LINK, "$1").replace(NUMBERED, "");
  if (/[?？]/.test(sentence) || LEADS_UP.test(sentence)) return;
  const labelled = LEFT_HEADING.test(sentence) ? sentence.replace(LEFT_LABEL, "") : sentence;
  if (/^blocked ?[:：]/i.test(sentence) || BLOCKED.test(sentence)) told.blockers.push(shortened(labelled, LINE));
  else if (labelled !== sentence || (FAILED.test(sentence) && !ABOUT_ALL.test(sentence)))
    told.left.push(shortened(labelled, LINE));
  else if (CHECK.test(sentence) && !/[:：]$/.test(sentence)) told.checked.push(shortened(sentence, LINE));
  else if (saysLeft(sentence) && !ABOUT_ALL.test(sentence) && (!isDoing(sentence) || /\bstill\b/i.test(sentence))) {
    told.left.push(shortened(sentence, LINE));
  } else if (isDone(sentence, hasWorked)) told.done.push(shortened(bareDeed(sentence), LINE));
}

/** Without saying once more that it is done. */
function bareDeed(sentence: string): string {
  const bare = sentence.replace(/^(?:done|fertig|erledigt)[:.,]\s+/i, "").replace(/[:：]$/, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function isDone(sentence: string, hasWorked: boolean): boolean {
  if (
    !(hasWorked ? saysDone(sentence) : saysDoneFirst(sentence)) ||
    NOT_DONE.test(sentence) ||
    MIGHT.test(sentence) ||
    callsRight(sentence) ||
    isOrder(sentence) ||
    isPromise(sentence)
  )
    return false;
  return sentence.length > SHORTEST && isTelling(sentence);
}

/** Announces what is about to be done. “We've now fixed it” announces nothing: it is done. */
function isPromise(sentence: string): boolean {
  return isDoing(sentence) && !/^(?:i|we)(?:'ve| have)?(?: now| also)? \p{L}+(?:ed|lt|de|ote)\b/iu.test(sentence);
}

/** Says what was done, not only that it was: it names something, or has some words to it. */
function isTelling(sentence: string): boolean {
  const words = (sentence.match(/\p{L}{3,}/gu) ?? []).length;
  const unspaced = (sentence.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []).length;
  return /`|[\w-]+\/[\w-]|\w_\w|[a-z][A-Z]|\w\.\w{2,4}\b/.test(sentence) || words >= 5 || unspaced >= 8;
}

function proseLines(text: string): string[] {
  return text
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1/gm, "")
    .split("\n")
    .filter((line) => !/^\s*(?:\||#{1,6}\s*$|-{3,}\s*$)/.test(line));
}

/** What a person put off in so many words: it is theirs to do, or the next session's. */
export function putOffBy(turns: readonly Turn[]): string[] {
  const said = turns.filter(({ by, agent }) => by === "person" && agent === undefined);
  return said
    .flatMap(({ text }) => sentencesIn(text.slice(0, 4_000)))
    .filter((sentence) => PUT_OFF.test(sentence) && !/[?？]/.test(sentence))
    .map((sentence) => sentence.replace(/^todo\s*:?\s*/i, "").replace(/[,;] but\b.*$|\\+\s*/g, ""))
    .map((sentence) => shortened(sentence.trim(), LINE));
}

const PUT_OFF =
  /^to-?do\b|\b(?:to-?do list|remind (?:me|us)|next time|(?:do|look at|finish|fix) .{2,60} (?:later|tomorrow)|for (?:tomorrow|later)|still (?:need|have) to)\b|(?<!\p{L})(?:machen wir (?:später|morgen)|nächstes mal|muss noch|müssen noch)(?!\p{L})|(?:次回|明日|後で)|(?:下次|明天再|以后再)/iu;

export function unique(lines: readonly string[]): string[] {
  return [...new Map(lines.map((line) => [line.toLowerCase(), line])).values()];
}
