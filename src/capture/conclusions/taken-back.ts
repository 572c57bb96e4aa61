/** What a later turn overrules is not kept: "scratch that", "on second thought", and another pick from the same list. Pure. */

import { takesBack } from "../../text/session-words.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import type { Chosen } from "./choose.ts";
import { personCues } from "./said-cues.ts";
import type { Segment } from "./segment.ts";

/** So much in common with what is taken back that it is meant. */
const MEANT = 0.3;

export function withoutTakenBack(chosen: readonly Chosen[], segments: readonly Segment[]): Chosen[] {
  return chosen.filter((one) => !segments.some((segment, at) => at > one.at && overrules(segment, at, one, chosen)));
}

function overrules(segment: Segment, at: number, one: Chosen, chosen: readonly Chosen[]): boolean {
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
