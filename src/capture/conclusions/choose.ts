/**
 * Which candidates of a session become drafts: what the person settled, by how sure its form is, and what the agent
 * concluded in so many words. None said twice, few of one message, few in all. Weighed by hand: tables learned from
 * labelled sessions did no better on other projects (docs/triage.md). Pure.
 */

import { mostDrafts } from "../../model/draft.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import {
  type AgentCarrier,
  agentCarrier,
  agentsAt,
  type Candidate,
  type Carrier,
  ownWords,
  personsAt,
} from "./candidates.ts";
import { isMended } from "./kind-of-conclusion.ts";
import { wordCountOf } from "./passages.ts";
import { agentCues, asksForWork, headCues, isToldOutright, isUndecided, personCues } from "./said-cues.ts";
import type { SessionSegment } from "./segment.ts";

export interface Chosen extends Candidate {
  /** How sure its form is, from 0 to 1. */
  readonly likely: number;
}

const MOST_OF_ONE = 4;
const SAME = 0.5;
/** Below that nothing is drafted. */
const LEAST = 0.5;

/** By who carries it: an answer to the client's own form is surest, a rule in passing least. */
const sure: Readonly<Record<Carrier, number>> = {
  answer: 0.85,
  pick: 0.75,
  correction: 0.65,
  yes: 0.57,
  rule: 0.56,
  plan: 0.55,
  final: 0.52,
  said: 0,
  summary: 0.5,
  commit: 0.51,
};
/** How many of what an agent wrote. */
const most: Readonly<Partial<Record<Carrier, number>>> = { plan: 3, final: 2, summary: 2, commit: 2 };

/** In the order of the session; `known` are words that are kept already. */
export function chosenIn(segments: readonly SessionSegment[], known: readonly string[] = []): Chosen[] {
  const work = new Work(segments);
  const chosen: Chosen[] = [];
  const sets = known.map(contentWords);
  const isMuch = ({ carrier, turn }: Pick<Candidate, "carrier" | "turn">) =>
    chosen.filter((other) => other.turn === turn).length >= MOST_OF_ONE ||
    chosen.filter((other) => other.carrier === carrier).length >= (most[carrier] ?? mostDrafts);
  for (const { carrier, turn, rated } of likeliestFirst(segments, work)) {
    if (chosen.length >= mostDrafts) break;
    if (isMuch({ carrier, turn })) continue;
    for (const one of rated()) {
      if (chosen.length >= mostDrafts || isMuch(one)) break;
      const words = contentWords(one.text);
      if (sets.some((other) => saysSame(words, other))) continue;
      chosen.push(one);
      sets.push(words);
    }
  }
  return chosen.sort((a, b) => a.at - b.at);
}

/** Some of one carrier and one turn that are equally likely. */
interface Rated extends Pick<Candidate, "carrier" | "turn"> {
  readonly likely: number;
  rated(): readonly Chosen[];
}

/** What an agent wrote is as likely as its carrier is sure, so it is taken apart only where its turn comes. */
function likeliestFirst(segments: readonly SessionSegment[], work: Work): Rated[] {
  const all = placesThatConclude(segments).flatMap((at) => {
    const carrier = agentCarrier(segments[at]!);
    return carrier === undefined ? personsRated(segments, at) : [agentsRated(segments, at, carrier, work)];
  });
  return all.sort((a, b) => b.likely - a.likely);
}

/** Most of a session is calls and what an agent says on its way: a loop that does nothing else passes them over. */
function placesThatConclude(segments: readonly SessionSegment[]): number[] {
  const places: number[] = [];
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]!;
    if (segment.is !== "tool" && (segment.is !== "agent" || segment.role === "final")) places.push(at);
  }
  return places;
}

function agentsRated(segments: readonly SessionSegment[], at: number, carrier: AgentCarrier, work: Work): Rated {
  const likely = sure[carrier];
  const isTold = (one: Candidate) => (concludes(one) && reports(one, segments, work)) || mends(one, segments, work);
  const rated = () =>
    agentsAt(segments, at, carrier)
      .filter(isTold)
      .map((one) => ({ ...one, likely }));
  return { carrier, turn: segments[at]!.turn, likely, rated };
}

function personsRated(segments: readonly SessionSegment[], at: number): Rated[] {
  return personsAt(segments, at).flatMap((one) => {
    const likely = sure[one.carrier] === 0 ? 0 : sure[one.carrier] + personsMore(one, segments[at]!);
    return likely < LEAST ? [] : [{ carrier: one.carrier, turn: one.turn, likely, rated: () => [{ ...one, likely }] }];
  });
}

/** One word in common is no matter in common. */
function saysSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return overlapOf(one, other) >= SAME && (shared > 1 || one.size === shared);
}

/** Words that come from no work report nothing: a page that is read out, an explanation. */
function reports({ carrier, at, text }: Candidate, segments: readonly SessionSegment[], work: Work): boolean {
  if (carrier === "plan") return true;
  if (carrier === "summary") return isBorneOut(text, segments.slice(0, at));
  return work.isDoneIn(segments[at]!.exchange);
}

/** In which exchanges something was done, and something failed: looked through once, when somebody asks. */
class Work {
  readonly #segments: readonly SessionSegment[];
  #done: ReadonlySet<number> | undefined;
  #failed: readonly { readonly at: number; readonly exchange: number }[] | undefined;

  constructor(segments: readonly SessionSegment[]) {
    this.#segments = segments;
  }

  isDoneIn(exchange: number): boolean {
    this.#done ??= new Set(
      this.#segments.flatMap((one) => (one.is === "tool" || one.is === "commit" ? [one.exchange] : [])),
    );
    return this.#done.has(exchange);
  }

  failures(): readonly { readonly at: number; readonly exchange: number }[] {
    this.#failed ??= this.#segments.flatMap((one, at) => (isFailure(one) ? [{ at, exchange: one.exchange }] : []));
    return this.#failed;
  }
}

/** So much of what a summary says must have been said or done before it: one that begins a session tells of another. */
const BORNE_OUT = 0.6;

function isBorneOut(text: string, before: readonly SessionSegment[]): boolean {
  const happened = new Set(before.flatMap((one) => [...contentWords(wordsIn(one))]));
  return before.length > 0 && overlapOf(contentWords(text), happened) >= BORNE_OUT;
}

function wordsIn(one: SessionSegment): string {
  if (one.is === "person" || one.is === "agent" || one.is === "plan") return one.text;
  if (one.is === "tool") return `${one.command} ${one.edits.join(" ")} ${one.printed}`;
  return one.is === "commit" ? one.message : "";
}

/** What was done instead of what, or was there before: a report's way of saying what holds from now on. */
function concludes({ carrier, text, passage }: Candidate): boolean {
  if (agentCues.proposal.test(text)) return false;
  const under = passage?.under ?? "";
  if (carrier === "plan")
    return agentCues.arrow.test(text) || agentCues.contrast.test(text) || headCues.decision.test(under);
  if (DECISIONS.test(under) && (carrier === "summary" || carrier === "commit")) return true;
  // Its other parts retell what was asked for and which files there are.
  if (carrier === "summary") return RETELLS.test(under) ? false : agentCues.contrast.test(text);
  return agentCues.contrast.test(text) || agentCues.preexisting.test(text);
}

const DECISIONS = /\bdecisions?\b|\bdecided\b|\brationale\b|决策|решени/iu;
const RETELLS = /user messages|primary request|intent|current work|next step|pending|files|analysis|chronolog/i;

/** What was wrong and what mended it, told to who had met the error: the makings of a runbook. */
function mends({ text, at, carrier }: Candidate, segments: readonly SessionSegment[], work: Work): boolean {
  if (!isMended(text) || agentCues.proposal.test(text)) return false;
  const { exchange } = segments[at]!;
  const isOfAll = carrier === "summary" || carrier === "commit";
  return work.failures().some((failed) => (isOfAll ? failed.at < at : failed.exchange === exchange));
}

function isFailure(one: SessionSegment): boolean {
  return (one.is === "tool" && one.failed) || (one.is === "person" && NAMES_ERROR.test(one.text));
}

const NAMES_ERROR =
  /\b(?:\w*Error|\w*Exception|E[A-Z]{3,}|fail(?:s|ed|ing)?|hangs?|crash(?:es|ed)?|panic|traceback|timed? ?out|refused|denied|not found)\b/;

const CHORE_OFFER =
  /^ — \W*(?:check|run|re-?run|verify|look|investigate|review|commit|push|read|show|explain|examine|analy[sz]e|search|find)\b/i;

function personsMore({ text, lead, carrier, isChanged }: Candidate, segment: SessionSegment): number {
  const said = ownWords({ carrier, text });
  const words = wordCountOf(text);
  const prompt = segment.is === "person" ? segment : undefined;
  const weighed: readonly (readonly [boolean, number])[] = [
    // The first prompt tells what is wanted, and how things are before it.
    [
      segment.exchange <= 0 && asksForWork(prompt?.own ?? "") && !personCues.stated.test(said) && !isToldOutright(said),
      -0.3,
    ],
    [carrier !== "pick" && isUndecided(lead), -0.3],
    // Something to look at is over when it was looked at, whoever chose it.
    [carrier === "pick" && !isChanged && CHORE_OFFER.test(text.slice(said.length)), -0.3],
    [personCues.strongRule.test(said), 0.08],
    [personCues.ban.test(said), 0.06],
    [personCues.reason.test(said), 0.04],
    [personCues.we.test(said), 0.02],
    [isChanged, 0.05],
    [words <= 5, -0.05],
    [words > 25, 0.02],
    [prompt?.hasPaste === true, -0.04],
    [/[?？]\s*$/.test(prompt?.own ?? ""), -0.02],
  ];
  return weighed.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), 0);
}
