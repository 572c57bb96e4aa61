/** Everything in a session that might be worth keeping, each with who carries it and from where: chosen among later. Pure. */

import { sentencesIn } from "../../text/sentences.ts";
import { agentPassages, type ProsePassage, personPassages, wordCountOf } from "./passages.ts";
import { picksIn } from "./picks.ts";
import { agentCues, isPlainQuestion, isToldForGood, personCues, tellsHowItIs, tellsToKeep } from "./said-cues.ts";
import type { SessionSegment } from "./segment.ts";

export type Carrier =
  | "answer"
  | "pick"
  | "yes"
  | "correction"
  | "rule"
  | "said"
  | "final"
  | "plan"
  | "summary"
  | "commit";

/** What an agent wrote, whoever agreed to it. */
export type AgentCarrier = Extract<Carrier, "final" | "plan" | "summary" | "commit">;

export interface Candidate {
  readonly carrier: Carrier;
  /** The words of the session, as they stand there. */
  readonly text: string;
  /** The sentence that says it. */
  readonly lead: string;
  /** What was turned down. */
  readonly over: readonly string[];
  readonly passage: ProsePassage | undefined;
  readonly isChanged: boolean;
  /** Its place among the segments. */
  readonly at: number;
  readonly turn: number;
  /** The turns its words are taken from. */
  readonly turns: readonly number[];
}

export const isPersons = (carrier: Carrier): boolean =>
  ["answer", "pick", "yes", "correction", "rule", "said"].includes(carrier);

/** What the person said or chose at one place of a session. */
export function personsAt(segments: readonly SessionSegment[], at: number): Candidate[] {
  const segment = segments[at]!;
  if (segment.is === "ask") return answerCandidates(segment, at);
  return segment.is === "person" ? personCandidates(segments, at) : [];
}

/** Who carries what an agent wrote there; undefined where nothing is concluded: what it says on its way, or asks, settles nothing. */
export function agentCarrier(segment: SessionSegment): AgentCarrier | undefined {
  if (segment.is === "agent") return segment.role === "final" ? "final" : undefined;
  if (segment.is === "plan") return segment.isRejected ? undefined : "plan";
  return segment.is === "summary" || segment.is === "commit" ? segment.is : undefined;
}

/** What an agent wrote at one place of a session. */
export function agentsAt(segments: readonly SessionSegment[], at: number, carrier: AgentCarrier): Candidate[] {
  const segment = segments[at]!;
  if (segment.is === "commit") return agentCandidates(segment.message, carrier, segment, at);
  return "text" in segment ? agentCandidates(segment.text, carrier, segment, at) : [];
}

const plainParts = { over: [], isChanged: false } as const;

function answerCandidates({ answered, turn }: Extract<SessionSegment, { is: "ask" }>, at: number): Candidate[] {
  return answered.map(({ question, answer, options }) => {
    const chosen = options.find((option) => option.startsWith(answer)) ?? answer;
    const over = options.filter((option) => option !== chosen).map((option) => option.split(": ", 1)[0]!);
    const text = `${question} → ${chosen}`;
    return { carrier: "answer", text, lead: text, over, passage: undefined, isChanged: false, at, turn, turns: [turn] };
  });
}

function personCandidates(segments: readonly SessionSegment[], at: number): Candidate[] {
  const segment = segments[at]!;
  if (segment.is !== "person") return [];
  const { turn } = segment;
  const picks = picksIn(segments, at);
  const picked = picks.map(({ said, offer, over, by, isChanged, offeredIn }): Candidate => {
    const text = `${said} — ${shortOffer(said, offer)}`;
    const carrier = by === "yes" ? "yes" : "pick";
    return { carrier, text, lead: text, over, passage: undefined, isChanged, at, turn, turns: [offeredIn, turn] };
  });
  const left = personPassages(besides(segment.own, picks)).filter(({ text }) => !isSaid(text, picks));
  const isAfterInterrupt = segments.slice(Math.max(0, at - 2), at).some(({ is }) => is === "interrupt");
  return [
    ...picked,
    ...left.map((passage): Candidate => {
      const { carrier, lead } = sortOf(passage, isAfterInterrupt);
      return { carrier, text: passage.text, lead, passage, ...plainParts, at, turn, turns: [turn] };
    }),
  ];
}

/** What the person said of what they picked, without what was offered; of all else the whole. */
export function ownWords({ carrier, text }: Pick<Candidate, "carrier" | "text">): string {
  return carrier === "pick" || carrier === "yes" ? text.split(" — ", 1)[0]! : text;
}

const OFFER_WORDS = 26;
const OWN_WORDS = 7;

/** Where the person says themselves what they want of it, the offer is only what it answers. */
function shortOffer(said: string, offer: string): string {
  const words = offer.split(" ");
  return wordCountOf(said) < OWN_WORDS || words.length <= OFFER_WORDS
    ? offer
    : `${words.slice(0, OFFER_WORDS).join(" ")}…`;
}

/** Beside a pick what is said for good stands by itself: the rest of the prompt is about the pick. */
function besides(own: string, picks: readonly { readonly said: string }[]): string {
  if (picks.length === 0) return own;
  const apart = sentencesIn(own).filter((one) => isToldForGood(one) && !picks.some(({ said }) => said.includes(one)));
  return apart.length === 0 ? own : apart.join(" ");
}

/** A pick tells its clause already. */
function isSaid(text: string, picks: readonly { readonly said: string }[]): boolean {
  return picks.some(({ said }) => said.includes(text) || (text.includes(said) && said.length > text.length * 0.6));
}

/** By its strongest sentence; a plain question settles nothing. */
function sortOf({ sentences }: ProsePassage, isAfterInterrupt: boolean): { carrier: Carrier; lead: string } {
  const telling = sentences.filter((one) => !isPlainQuestion(one) && !tellsHowItIs(one));
  const corrects = telling.find((one) => personCues.correctionStart.test(one) || personCues.correction.test(one));
  const rules =
    telling.find((one) => personCues.stated.test(one)) ??
    telling.find(isToldForGood) ??
    telling.find((one) => personCues.strongRule.test(one)) ??
    telling.find((one) => personCues.rule.test(one));
  if (
    rules !== undefined &&
    (corrects === undefined ||
      personCues.stated.test(rules) ||
      isToldForGood(rules) ||
      personCues.strongRule.test(rules))
  )
    return { carrier: "rule", lead: rules };
  if (corrects !== undefined) return { carrier: "correction", lead: corrects };
  if (telling.length > 0 && tellsToKeep(telling.join(" "))) return { carrier: "rule", lead: telling[0]! };
  const first = telling[0] ?? sentences[0]!;
  return {
    carrier: isAfterInterrupt && telling.length > 0 && wordCountOf(first) >= INSTRUCTION_WORDS ? "correction" : "said",
    lead: first,
  };
}

const INSTRUCTION_WORDS = 5;

/** Shorter ones, what is announced and what is asked conclude nothing. */
const CONCLUDING_WORDS = 8;

function agentCandidates(text: string, carrier: Carrier, { turn }: { turn: number }, at: number): Candidate[] {
  return agentPassages(text).flatMap((passage) => {
    const telling = passage.sentences.filter((one) => !agentCues.announce.test(one) && !/[?？]\s*$/.test(one));
    if (wordCountOf(telling.join(" ")) < CONCLUDING_WORDS) return [];
    const lead = leadOf(telling);
    return [{ carrier, text: passage.text, lead, passage, ...plainParts, at, turn, turns: [turn] }];
  });
}

const CONCLUDES = [agentCues.contrast, agentCues.rootCause, agentCues.preexisting, agentCues.decision, agentCues.cause];

function leadOf(telling: readonly string[]): string {
  for (const cue of CONCLUDES) {
    const found = telling.find((one) => cue.test(one));
    if (found !== undefined) return found;
  }
  return telling[0]!;
}
