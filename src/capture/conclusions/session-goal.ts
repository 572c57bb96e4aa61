/**
 * What a session was for, from the person's task: the first request as it resolves (a plan's title, a command with its
 * words, a yes to what was asked), the strongest request after it, and how the agent took it. Empty where nobody can tell:
 * a guess is kept by nobody. Pure.
 */

import { cut, isPrinted, plain, sentencesIn, withoutLead } from "../../text/sentences.ts";
import { saysTurned } from "../scribe/session-words.ts";
import { withoutLeadIn } from "./conclusion-title.ts";
import { isAssent, picksIn } from "./picks.ts";
import { agentCues, personCues } from "./said-cues.ts";
import type { Segment } from "./segment.ts";
import { contentWords, overlapOf } from "./word-sets.ts";

export interface SessionGoal {
  /** A line: the first request as it resolves. */
  readonly title: string;
  /** The same with the strongest later request, and the task in the agent's words. */
  readonly goal: string;
  /** The first request alone, in more words than a title has. */
  readonly task: string;
  /** The later one. */
  readonly later: string;
  /** The turns it is taken from. */
  readonly turns: readonly number[];
}

const TASK_WORDS = 30;
const LATER_WORDS = 25;
const TAKEN_WORDS = 25;
const TITLE_WORDS = 14;
const TITLE_SIGNS = 100;
/** Commands of the client itself: nobody's task. */
const CLIENTS_OWN =
  /^(?:clear|compact|model|resume|login|logout|help|config|cost|status|doctor|mcp|memory|permissions|plugin|plugins|exit|quit|fast|effort|hooks|agents|vim|theme|terminal-setup|context|usage|export|rename|add-dir|ide|init|bug|release-notes|statusline|upgrade|add|drop|tokens|undo|diff|run|ls|chat-mode|ask|code|architect|reset|settings)$/i;
const NO_TASK =
  /^(?:hi|hello|hey|thanks?|thank you|continue|go on|ok(?:ay)?|yes|no|test|testing|resume|good (?:morning|evening))[\s.!,]*$/i;

export function isClientsOwn(command: string): boolean {
  return CLIENTS_OWN.test(command);
}

const SKILL_FOLDER = /^Base directory for this skill:.*$/m;

interface Request {
  readonly text: string;
  readonly title: string;
  readonly turn: number;
  /** Its place among the segments. */
  readonly at: number;
  /** Only something pasted, which is nobody's wish. */
  readonly isBrought?: true;
}

export function goalOf(segments: readonly Segment[]): SessionGoal | undefined {
  const requests = segments.flatMap((_, at): Request[] => {
    const request = requestAt(segments, at);
    return request === undefined ? [] : [request];
  });
  const [first, ...rest] = requests;
  if (first === undefined) return undefined;
  const later = rest.findLast((request) => takesPlaceOf(request, first)) ?? strongest(rest);
  const taken = takenUp(segments, first.at);
  const task = clip(first.text, TASK_WORDS);
  const more = later === undefined ? "" : clip(later.text, LATER_WORDS);
  const isTold = first.isBrought || tellingIn(first.title) >= TOLD_WORDS || isAnswered(first, taken?.text ?? "");
  const parts = [task, more === "" ? "" : `Later: ${more}`, isTold ? "" : (taken?.text ?? "")].filter(
    (part) => part !== "",
  );
  const turns = [
    first.turn,
    ...(later === undefined ? [] : [later.turn]),
    ...(taken === undefined ? [] : [taken.turn]),
  ];
  const named = later !== undefined && takesPlaceOf(later, first) ? later : first;
  const isCommand = segments[named.at]?.is === "command";
  const called = titleOf(named.title, isCommand || named.isBrought ? undefined : taken?.text);
  const title = cut(clip(called, TITLE_WORDS), TITLE_SIGNS);
  return { title, goal: parts.map(ended).join(" "), task, later: more, turns };
}

/** Fewer words tell nobody what was wanted: how the agent took it may. */
const TELLING_WORDS = 3;
const NAMING_WORDS = 2;
/** So many say it better than the agent does. */
const TOLD_WORDS = 6;

function titleOf(title: string, taken: string | undefined): string {
  const bare = withoutLeadIn(withoutLead(title.replace(FAR_PATH, "$1")).replace(DECIDED, "")).replace(/[.!:。]+$/, "");
  const told = taken === undefined ? "" : withoutLeadIn(taken.replace(ANNOUNCED, ""));
  return tellingIn(bare) >= NAMING_WORDS || tellingIn(told) < TELLING_WORDS ? bare : `${bare}: ${told}`;
}

/** A question that is answered at once: the answer is no goal. */
function isAnswered({ text }: Request, taken: string): boolean {
  return /[?？]\s*$/.test(text) && !agentCues.announce.test(taken);
}

/** Words that name something, not what anybody does with anything. */
function tellingIn(text: string): number {
  return [...contentWords(text)].filter((word) => !ANY_WORK.test(word)).length;
}

const ANY_WORK =
  /^(?:add|address|apply|below|bug|change|changes|check|code|context|continue|current|diff|error|examine|explore|failing|feature|fetch|file|files|first|fix|following|full|happening|help|implement|investigate|issue|know|library|look|off|left|phase|please|plan|problem|proceed|project|pull|question|read|reading|relevant|repository|request|review|see|session|situation|source|start|starting|state|structure|task|tell|tests?|that|there|this|understand|update|want|work|wrong)$/;
/** That it was decided, and why, is told elsewhere. */
const DECIDED = /^(?:we|i)(?:'ve| have)? (?:decided|agreed) (?:to|that|on) |,? because\b.*$/gi;
/** Of a path that is long, its end says which. */
const FAR_PATH = /(?<![:/\w])(?:~?\/[\w.@+-]+){3,}\/([\w.@+-]+)/g;

const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|sure|great|got it|now|first)[,.!]? )*(?:i(?:'|’)?ll|i will|let me|i(?:'|’)m going to)(?: (?:now|first|start by|begin by|help you|proceed with|examine|look (?:at|into)|check))*\s+/i;
/** So much of the first is spoken of again. */
const SAME_MATTER = 0.4;

/** Another wish for the same thing, which says that it is another: what was asked first holds no longer. */
function takesPlaceOf(later: Request, first: Request): boolean {
  if (later.at === first.at || !saysTurned(later.text) || /[?？]/.test(later.text)) return false;
  const [one, other] = [contentWords(later.title), contentWords(first.title)];
  return Math.min(one.size, other.size) >= TELLING_WORDS && overlapOf(one, other) >= SAME_MATTER;
}

function requestAt(segments: readonly Segment[], at: number): Request | undefined {
  const segment = segments[at]!;
  const { turn } = segment;
  if (segment.is === "plan" && segment.isRejected !== true) {
    const title = planTitle(segment.text);
    return title === "" ? undefined : { text: `${title}. ${planAim(segment.text)}`, title, turn, at };
  }
  if (segment.is === "summary") {
    const text = summaryAim(segment.text);
    return text === "" ? undefined : { text, title: text, turn, at };
  }
  if (segment.is === "command") return commandRequest(segments, at);
  return segment.is === "person" ? personRequest(segments, at, segment.own) : undefined;
}

function personRequest(segments: readonly Segment[], at: number, own: string): Request | undefined {
  const { turn } = segments[at]!;
  if (own.trim() === "") return broughtRequest(segments, at);
  const picks = isAssent(own) || own.split(/\s+/).length < 6 ? picksIn(segments, at) : [];
  if (picks.length > 0) {
    const text = picks.map(({ offer }) => offer).join("; ");
    return { text: `${own} — ${text}`, title: text, turn, at };
  }
  const said = sentencesIn(own).filter((sentence) => !NO_TASK.test(sentence));
  const sentences = said.filter((sentence) => !isPrinted(sentence) && !VERDICT.test(sentence));
  if (sentences.length === 0 && said.length > 0) return broughtRequest(segments, at);
  if (sentences.join(" ").split(/\s+/).length < 3 && !/\p{Script=Han}{4}/u.test(own)) return undefined;
  const asks = sentences.filter((sentence) => strength(sentence) >= 2);
  const asking = asks.find((sentence) => tellingIn(sentence) >= TELLING_WORDS) ?? asks[0] ?? sentences[0]!;
  const from = sentences.indexOf(asking);
  const lead = sentences.slice(Math.max(0, from - 1), from).join(" ");
  const isShortLead = lead !== "" && lead.split(/\s+/).length <= 12;
  const text = [...(isShortLead ? [lead] : []), ...sentences.slice(from)].join(" ");
  return { text, title: asking, turn, at };
}

/** Only something pasted: what the agent made of it is the nearest to a task. */
function broughtRequest(segments: readonly Segment[], at: number): Request | undefined {
  const taken = takenUp(segments, at, true);
  const { turn } = segments[at]!;
  return taken === undefined ? undefined : { text: taken.text, title: taken.text, turn, at, isBrought: true };
}

function commandRequest(segments: readonly Segment[], at: number): Request | undefined {
  const segment = segments[at]!;
  if (segment.is !== "command" || isClientsOwn(segment.name)) return undefined;
  const name = segment.name.split(":").at(-1)!.replace(/[-_]+/g, " ");
  const next = segments[at + 1];
  const template = next?.is === "template" ? templateAim(next.text) : "";
  const called = next?.is === "template" ? (/\btitle:[ \t]+(\S.*)$/im.exec(next.text)?.[1] ?? "") : "";
  const asked = [segment.args || answersAfter(segments, at), called];
  const title = [name, ...asked].filter((part) => part !== "").join(": ");
  return {
    text: [title, template].filter((part) => part !== "").join(". "),
    title: title === name && template !== "" ? `${title}: ${template}` : title,
    turn: segment.turn,
    at,
  };
}

/** A command that asks what is meant is what was answered. */
function answersAfter(segments: readonly Segment[], at: number): string {
  const next = segments.slice(at + 1).find(({ is }) => is === "ask" || is === "person" || is === "command");
  return next?.is === "ask" ? next.answered.map(({ answer }) => answer).join(", ") : "";
}

/** The first heading, without the word "plan". */
function planTitle(text: string): string {
  const heading = /^#{1,3}\s+(.+)$/m.exec(text)?.[1] ?? sentencesIn(text)[0] ?? "";
  return plain(heading).replace(/^(?:implementation )?plan\s*[:–—-]\s*/i, "");
}

function planAim(text: string): string {
  const under =
    /^#{1,4}\s*(?:context|goal|overview|summary|problem|objective|purpose|background)\b[^\n]*\n+([^#]+)/im.exec(
      text,
    )?.[1];
  return sentencesIn(under ?? "")
    .slice(0, 2)
    .join(" ");
}

function summaryAim(text: string): string {
  const under =
    /(?:primary request(?: and intent)?|user'?s? (?:request|goal)s?|goal|task)\**\s*:?\**\s*\n+([\s\S]{10,900})/i.exec(
      text,
    )?.[1];
  return sentencesIn(under ?? "")
    .slice(0, 3)
    .join(" ");
}

function templateAim(text: string): string {
  const sentences = sentencesIn(text.replace(/^---[\s\S]*?\n---\n/, "").replace(SKILL_FOLDER, "")).filter(
    (one) => one.split(/\s+/).length >= 3,
  );
  return clip((sentences[0] ?? "").replace(/^current [\w ]{2,30} status:\s*/i, ""), TITLE_WORDS);
}

/** How the agent took it: the first sentence that says more than that it begins, of its first words or, of a paste, of all. */
function takenUp(
  segments: readonly Segment[],
  from: number,
  isPaste = false,
): { text: string; turn: number } | undefined {
  const { exchange } = segments[from]!;
  const answers = segments.slice(from + 1, from + 12).filter((one) => one.is === "agent" && one.exchange === exchange);
  const said = answers
    .slice(0, isPaste ? undefined : 1)
    .flatMap((one) =>
      one.is === "agent" ? sentencesIn(one.text.slice(0, 1_200)).map((text) => ({ text, turn: one.turn })) : [],
    )
    .filter(({ text }) => text.split(/\s+/).length >= 5);
  const telling = said.find(({ text }) => !agentCues.announce.test(text) || tellingIn(text) >= TELLING_WORDS);
  const taken = (isPaste ? telling : undefined) ?? said[0];
  return taken === undefined ? undefined : { text: clip(taken.text, TAKEN_WORDS), turn: taken.turn };
}

function strongest(requests: readonly Request[]): Request | undefined {
  const wished = requests.filter(({ isBrought, title }) => !isBrought && tellingIn(title) >= NAMING_WORDS);
  const rated = wished.map((request) => ({
    request,
    rate:
      Math.max(0, ...sentencesIn(request.text).slice(0, 4).map(strength)) -
      (tellingIn(request.title) < TELLING_WORDS ? 1 : 0) +
      Math.min(2, request.text.split(/\s+/).length / 15),
  }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (a, b) => (a !== undefined && a.rate >= b.rate ? a : b),
    undefined,
  );
  return best !== undefined && best.rate >= 2 ? best.request : undefined;
}

const ASKS =
  /^(?:please\s+|now\s+|then\s+|also\s+|ok(?:ay)?,?\s+|next,?\s+|and\s+)*(?:add|address|adjust|analy[sz]e|apply|build|change|check|clean|combine|convert|create|debug|delete|design|do|document|drop|explain|extract|find|fix|implement|improve|install|integrate|investigate|look|make|merge|migrate|move|optimi[sz]e|plan|prepare|publish|put|read|refactor|remove|rename|replace|resolve|review|rewrite|run|set ?up|show|simplify|split|start|take|test|update|upgrade|use|verify|write)\b/i;

/** How much a sentence asks for something. */
function strength(sentence: string): number {
  const asks = ASKS.test(sentence) ? 2 : 0;
  const wishes = personCues.wish.test(sentence) ? 2 : 0;
  const reports = asks + wishes === 0 && personCues.report.test(sentence) ? 2 : 0;
  const questions = /[?？]\s*$/.test(sentence) && asks + wishes === 0 ? 1 : 0;
  return asks + wishes - reports - questions;
}

/** A program's verdict on a line of its own. */
const VERDICT = /^\s*[✖✗✘✓✔×●⎿]|\(\d+(?:\.\d+)?m?s\)\s*$/;

function clip(text: string, most: number): string {
  const words = plain(text).split(/\s+/);
  return words.length <= most
    ? words.join(" ")
    : `${words
        .slice(0, most)
        .join(" ")
        .replace(/[,;:.–—-]+$/, "")}…`;
}

function ended(part: string): string {
  return /[.!?…。！？]$/.test(part) ? part : `${part}.`;
}
