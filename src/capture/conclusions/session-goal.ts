/**
 * What a session was for, from the person's task: the first request as it resolves (a plan's title, a command with its
 * words, a yes to what was asked), the strongest request after it, and how the agent took it. Empty where nobody can tell:
 * a guess is kept by nobody. Pure.
 */

import {
  clip,
  isAssent,
  isClientsOwn,
  planRequest,
  type Request,
  requestIn,
  strengthOf,
  TASK_WORDS,
  TELLING_WORDS,
  takesPlaceOf,
  tellingIn,
} from "../../text/request.ts";
import { cut, sentencesIn, withoutLead } from "../../text/sentences.ts";
import { withoutLeadIn } from "./conclusion-title.ts";
import { picksIn } from "./picks.ts";
import { agentCues } from "./said-cues.ts";
import type { SessionSegment } from "./segment.ts";

export interface SessionGoal {
  /** A line: the first request as it resolves. */
  readonly title: string;
  /** The same with the strongest later request, and the task in the agent's words. */
  readonly goal: string;
  /** The first request alone, in more words than a title has. */
  readonly task: string;
  /** The turns it is taken from. */
  readonly turns: readonly number[];
}

const LATER_WORDS = 25;
const TAKEN_WORDS = 25;
const TITLE_WORDS = 14;
const TITLE_SIGNS = 100;
const SKILL_FOLDER = /^Base directory for this skill:.*$/m;

interface Placed extends Request {
  readonly turn: number;
  /** Its place among the segments. */
  readonly at: number;
  /** Only something pasted, which is nobody's wish. */
  readonly isBrought?: true;
}

export function goalOf(segments: readonly SessionSegment[]): SessionGoal | undefined {
  const requests = segments.flatMap((_, at): Placed[] => {
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
  return { title, goal: parts.map(ended).join(" "), task, turns };
}

const NAMING_WORDS = 2;
/** So many say it better than the agent does. */
const TOLD_WORDS = 6;

function titleOf(title: string, taken: string | undefined): string {
  const bare = withoutLeadIn(withoutLead(title.replace(FAR_PATH, "$1")).replace(DECIDED, "")).replace(/[.!:。]+$/, "");
  const told = taken === undefined ? "" : withoutLeadIn(taken.replace(ANNOUNCED, ""));
  return tellingIn(bare) >= NAMING_WORDS || tellingIn(told) < TELLING_WORDS ? bare : `${bare}: ${told}`;
}

/** A question that is answered at once: the answer is no goal. */
function isAnswered({ text }: Placed, taken: string): boolean {
  return /[?？]\s*$/.test(text) && !agentCues.announce.test(taken);
}

/** That it was decided, and why, is told elsewhere. */
const DECIDED = /^(?:we|i)(?:'ve| have)? (?:decided|agreed) (?:to|that|on) |,? because\b.*$/gi;
/** Of a path that is long, its end says which. */
const FAR_PATH = /(?<![:/\w])(?:~?\/[\w.@+-]+){3,}\/([\w.@+-]+)/g;

const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|sure|great|got it|now|first)[,.!]? )*(?:i(?:'|’)?ll|i will|let me|i(?:'|’)m going to)(?: (?:now|first|start by|begin by|help you|proceed with|examine|look (?:at|into)|check))*\s+/i;
function requestAt(segments: readonly SessionSegment[], at: number): Placed | undefined {
  const segment = segments[at]!;
  const { turn } = segment;
  if (segment.is === "plan" && segment.isRejected !== true) {
    const plan = planRequest(segment.text);
    return plan === undefined ? undefined : { ...plan, turn, at };
  }
  if (segment.is === "summary") {
    const text = summaryAim(segment.text);
    return text === "" ? undefined : { text, title: text, turn, at };
  }
  if (segment.is === "command") return commandRequest(segments, at);
  return segment.is === "person" ? personRequest(segments, at, segment.own) : undefined;
}

function personRequest(segments: readonly SessionSegment[], at: number, own: string): Placed | undefined {
  const { turn } = segments[at]!;
  if (own.trim() === "") return broughtRequest(segments, at);
  const picks = isAssent(own) || own.split(/\s+/).length < 6 ? picksIn(segments, at) : [];
  if (picks.length > 0) {
    const text = picks.map(({ offer }) => offer).join("; ");
    return { text: `${own} — ${text}`, title: text, turn, at };
  }
  const asked = requestIn(own);
  if (asked === "printed") return broughtRequest(segments, at);
  return asked === undefined ? undefined : { ...asked, turn, at };
}

/** Only something pasted: what the agent made of it is the nearest to a task. */
function broughtRequest(segments: readonly SessionSegment[], at: number): Placed | undefined {
  const taken = takenUp(segments, at, true);
  const { turn } = segments[at]!;
  return taken === undefined ? undefined : { text: taken.text, title: taken.text, turn, at, isBrought: true };
}

function commandRequest(segments: readonly SessionSegment[], at: number): Placed | undefined {
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
function answersAfter(segments: readonly SessionSegment[], at: number): string {
  const next = segments.slice(at + 1).find(({ is }) => is === "ask" || is === "person" || is === "command");
  return next?.is === "ask" ? next.answered.map(({ answer }) => answer).join(", ") : "";
}

function summaryAim(text: string): string {
  const under =
    /(?:primary request(?: and intent)?|user'?s? (?:request|goal)s?|goal|task)\**\s*:?\**\s*\n+([\s\S]{10,900})/i.exec(
      text,
    )?.[1];
  return sentencesIn(under ?? "")
    .slice(0, 3)
    .map((one, n, all) => (n === all.length - 1 || /[.!?:;,。！？]$/.test(one) ? one : `${one};`))
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
  segments: readonly SessionSegment[],
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

function strongest(requests: readonly Placed[]): Placed | undefined {
  const wished = requests.filter(({ isBrought, title }) => !isBrought && tellingIn(title) >= NAMING_WORDS);
  const rated = wished.map((request) => ({
    request,
    rate:
      Math.max(0, ...sentencesIn(request.text).slice(0, 4).map(strengthOf)) -
      (tellingIn(request.title) < TELLING_WORDS ? 1 : 0) +
      Math.min(2, request.text.split(/\s+/).length / 15),
  }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (a, b) => (a !== undefined && a.rate >= b.rate ? a : b),
    undefined,
  );
  return best !== undefined && best.rate >= 2 ? best.request : undefined;
}

function ended(part: string): string {
  return /[.!?…。！？]$/.test(part) ? part : `${part}.`;
}
