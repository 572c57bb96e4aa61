/** What was taken back, turned down or denied later in its session: it is no conclusion any more. Pure. */

import { sentencesIn } from "../../text/sentences.ts";
import { takesBack } from "../../text/session-words.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import { isPersons } from "./candidates.ts";
import type { Chosen } from "./choose.ts";
import { agentCues, personCues } from "./said-cues.ts";
import type { SessionSegment } from "./segment.ts";

/** Share of words from which on a statement counts as the one that is taken back. */
const MEANT = 0.3;

/** What a segment may take back of what stands before it. */
interface Turning {
  readonly at: number;
  /** A person's words that take back; undefined where they do not. */
  readonly back: ReadonlySet<string> | undefined;
  readonly isCorrection: boolean;
  /** The words of each sentence that denies something. */
  readonly denials: readonly ReadonlySet<string>[];
}

export function withoutTakenBack(chosen: readonly Chosen[], segments: readonly SessionSegment[]): Chosen[] {
  const from = Math.min(...chosen.map(({ at }) => at));
  // Only what an agent said is denied by an agent.
  const fromAgents = Math.min(...chosen.flatMap(({ at, carrier }) => (isPersons(carrier) ? [] : [at])));
  const turnings = segments.flatMap((segment, at) =>
    at > (segment.is === "agent" ? fromAgents : from) ? turningAt(segment, at) : [],
  );
  return chosen.filter((one) => !turnings.some((turning) => turning.at > one.at && overrules(turning, one, chosen)));
}

function turningAt(segment: SessionSegment, at: number): Turning[] {
  if (segment.is === "agent") {
    const denials = denialsIn(segment.text.slice(0, OPENING), agentCues.retract, MAY_RETRACT);
    return denials.length === 0 ? [] : [{ at, back: undefined, isCorrection: false, denials }];
  }
  if (segment.is !== "person") return [];
  const { own } = segment;
  const back = takesBack(own) ? contentWords(own) : undefined;
  const isCorrection = personCues.correctionStart.test(own.trim());
  const denials = denialsIn(own, personCues.correctionStart);
  return back === undefined && !isCorrection && denials.length === 0 ? [] : [{ at, back, isCorrection, denials }];
}

function overrules({ at, back, isCorrection, denials }: Turning, one: Chosen, chosen: readonly Chosen[]): boolean {
  if (!isPersons(one.carrier) && denials.length > 0 && denies(denials, one)) return true;
  if (back !== undefined) {
    const isLast = !chosen.some((other) => other.at > one.at && other.at < at);
    return isLast || overlapOf(contentWords(one.text), back) >= MEANT;
  }
  const isPickedAgain = one.carrier === "pick" && isCorrection;
  return (
    isPickedAgain &&
    chosen.some((other) => other.at === at && other.carrier === "pick" && other.turns[0] === one.turns[0])
  );
}

/** An agent that takes something back begins with it. */
const OPENING = 600;
/** A word of each way to say `agentCues.retract`: most messages have none of them. */
const MAY_RETRACT =
  /actually|wait|right|my mistake|sorry|wrong|second thought|scratch that|hmm|revert|no longer needed|incorrect/i;
/** So many telling words of a claim stand in what denies it. */
const DENIED_WORDS = 3;

/** "No, that is not the cause", "Actually, I was wrong about …": said of what was claimed. */
function denialsIn(said: string, cue: RegExp, mayBe?: RegExp): ReadonlySet<string>[] {
  if (mayBe?.test(said) === false) return [];
  return sentencesIn(said).flatMap((sentence) => (cue.test(sentence) ? [contentWords(sentence)] : []));
}

function denies(denials: readonly ReadonlySet<string>[], { text }: Chosen): boolean {
  const claimed = contentWords(text);
  return denials.some((words) => [...words].filter((word) => claimed.has(word)).length >= DENIED_WORDS);
}
