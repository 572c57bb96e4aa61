/**
 * What a session concluded, by rule and without a model: each with its kind, a title that says the thing, the words it
 * rests on, other words it may be asked for by, and whether it is certain by its form. What was taken back is left out,
 * and so is what the session's own model remembered. Pure.
 */

import type { Turn } from "../../transcripts/turn.ts";
import { aliasesFor } from "./aliases.ts";
import { type Chosen, chosenIn } from "./choose.ts";
import { conclusionTitle } from "./conclusion-title.ts";
import { type ConcludedKind, concludedKindOf } from "./kind-of-conclusion.ts";
import { rememberedIn } from "./remembered.ts";
import { isToldForGood } from "./said-cues.ts";
import type { Segment } from "./segment.ts";
import { segmentsOf } from "./segments-of.ts";
import { withoutTakenBack } from "./taken-back.ts";

export interface Conclusion {
  readonly kind: ConcludedKind;
  readonly title: string;
  /** As it stands in the session. */
  readonly text: string;
  /** The sentence that says it. */
  readonly lead: string;
  /** What was turned down, each in a few words. */
  readonly over: readonly string[];
  readonly aliases: readonly string[];
  readonly carrier: Chosen["carrier"];
  /** `certain`: by its form, so that it may be kept at once. */
  readonly standing: "certain" | "waits";
  /** Among those of its session, the surest first. */
  readonly likely: number;
  readonly turns: readonly number[];
}

/** `known`: words that were dealt with, beside what was remembered. */
export function conclusionsIn(turns: readonly Turn[], known: readonly string[] = []): Conclusion[] {
  return conclusionsOf(segmentsOf(turns), [...rememberedIn(turns), ...known]);
}

export function conclusionsOf(segments: readonly Segment[], known: readonly string[]): Conclusion[] {
  return toldOf(withoutTakenBack(chosenIn(segments, known), segments), segments);
}

/** With what was taken back: for who tells how it came about. */
export function everConcludedIn(segments: readonly Segment[], known: readonly string[]): Conclusion[] {
  return toldOf(chosenIn(segments, known), segments);
}

function toldOf(chosen: readonly Chosen[], segments: readonly Segment[]): Conclusion[] {
  return chosen.map((one) => ({
    kind: concludedKindOf(one),
    title: conclusionTitle(one),
    text: one.text,
    lead: one.lead,
    over: one.over,
    aliases: aliasesFor(one, segments),
    carrier: one.carrier,
    standing: isCertain(one, segments[one.at]) ? "certain" : "waits",
    likely: one.likely,
    turns: one.turns,
  }));
}

/** Answers to the client's own questions, and what the person says to remember or to do from now on. */
function isCertain({ carrier, lead }: Chosen, segment: Segment | undefined): boolean {
  if (carrier === "answer") return true;
  if (segment?.is === "person" && PAGE_MARKS.test(segment.own)) return false;
  return (carrier === "rule" || carrier === "correction" || carrier === "said") && isToldForGood(lead);
}

/** Signs nobody types at a prompt, and pages are full of: what has them may be pasted, though no host says so. It waits. */
const PAGE_MARKS =
  /[\u00a0\u00ad\u200b-\u200d\u2028\u2029\u2022\u201c\u201d]|\t|&(?:nbsp|quot|amp|#\d+);|\[\d+\]\s*$/mu;
