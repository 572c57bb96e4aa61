/**
 * What a later turn overrules is not kept: "scratch that", "on second thought", another pick from the same list, an
 * agent's claim that the person corrects or the agent itself takes back. Pure.
 */

import { sentencesIn } from "../../text/sentences.ts";
import { takesBack } from "../../text/session-words.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import { isPersons } from "./candidates.ts";
import type { Chosen } from "./choose.ts";
import { agentCues, personCues } from "./said-cues.ts";
import type { Segment } from "./segment.ts";

/** So much in common with what is taken back that it is meant. */
const MEANT = 0.3;

export function withoutTakenBack(chosen: readonly Chosen[], segments: readonly Segment[]): Chosen[] {
  return chosen.filter((one) => !segments.some((segment, at) => at > one.at && overrules(segment, at, one, chosen)));
}

function overrules(segment: Segment, at: number, one: Chosen, chosen: readonly Chosen[]): boolean {
  if (!isPersons(one.carrier) && denies(segment, one)) return true;
  if (segment.is !== "person") return false;
  if (takesBack(segment.own)) {
    const isLast = !chosen.some((other) => other.at > one.at && other.at < at);
    return isLast || overlapOf(contentWords(one.text), contentWords(segment.own)) >= MEANT;
  }
  const isPickedAgain = one.carrier === "pick" && personCues.correctionStart.test(segment.own.trim());
  return (
    isPickedAgain &&
    chosen.some((other) => other.at === at && other.carrier === "pick" && other.turns[0] === one.turns[0])
  );
}

/** So many telling words of a claim stand in what denies it. */
const DENIED_WORDS = 3;

/** "No, that is not the cause", "Actually, I was wrong about …": said of what was claimed. */
function denies(segment: Segment, { text }: Chosen): boolean {
  const [said, cue] =
    segment.is === "person"
      ? [segment.own, personCues.correctionStart]
      : segment.is === "agent"
        ? [segment.text.slice(0, 600), agentCues.retract]
        : ["", undefined];
  if (cue === undefined) return false;
  const claimed = contentWords(text);
  return sentencesIn(said).some(
    (sentence) =>
      cue.test(sentence) && [...contentWords(sentence)].filter((word) => claimed.has(word)).length >= DENIED_WORDS,
  );
}
