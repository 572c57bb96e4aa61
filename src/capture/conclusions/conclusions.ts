/**
 * What a session concluded, by rule and without a model: each with its kind, a title that says the thing, the words it
 * rests on, other words it may be asked for by, and whether it is certain by its form. What was taken back is left out,
 * and so is what the session's own model remembered. Pure.
 */

import { redact } from "../../guard/redact.ts";
import { codeNamesIn, fittingAliases } from "../../text/aliases.ts";
import { wholeStart } from "../../text/lines.ts";
import { isAssent } from "../../text/request.ts";
import { sentencesIn, tagsFrom } from "../../text/sentences.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import type { Turn } from "../../transcripts/turn.ts";
import type { Candidate } from "./candidates.ts";
import { type Chosen, chosenIn } from "./choose.ts";
import { conclusionTitle } from "./conclusion-title.ts";
import { type ConcludedKind, concludedKindOf } from "./kind-of-conclusion.ts";
import { withoutTakenBack } from "./overruled.ts";
import { rememberedIn } from "./remembered.ts";
import { isToldForGood, personCues } from "./said-cues.ts";
import type { SessionSegment } from "./segment.ts";
import { segmentsOf } from "./segments-of.ts";

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

export function conclusionsOf(segments: readonly SessionSegment[], known: readonly string[]): Conclusion[] {
  return toldOf(withoutTakenBack(chosenIn(segments, known), segments), segments);
}

/** With what was taken back: for who tells how it came about. */
export function everConcludedIn(segments: readonly SessionSegment[], known: readonly string[]): Conclusion[] {
  return toldOf(chosenIn(segments, known), segments);
}

function toldOf(chosen: readonly Chosen[], segments: readonly SessionSegment[]): Conclusion[] {
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
function isCertain({ carrier, lead }: Chosen, segment: SessionSegment | undefined): boolean {
  if (carrier === "answer") return true;
  if (segment?.is === "person" && PAGE_MARKS.test(segment.own)) return false;
  return (carrier === "rule" || carrier === "correction" || carrier === "said") && isToldForGood(lead);
}

/** Signs nobody types at a prompt, and pages are full of: what has them may be pasted, though no host says so. It waits. */
const PAGE_MARKS =
  /[\u00a0\u00ad\u200b-\u200d\u2028\u2029\u2022\u201c\u201d]|\t|&(?:nbsp|quot|amp|#\d+);|\[\d+\]\s*$/mu;

/** A question of more is a task. */
const LONGEST = 60;

/** Two words at a time: one alone is said of much else, and a name is nearly proof. */
function aliasesFor({ text, over, at, lead, carrier }: Candidate, segments: readonly SessionSegment[]): string[] {
  const names = codeNamesIn(redact(text).text);
  const asked = ANSWERS.has(carrier) ? requestBefore(segments, at) : [];
  const tags = tagsFrom(lead, 6);
  const pairs = tags.slice(1).map((word, n) => `${tags[n]} ${word}`);
  const error = errorBefore(segments, at);
  return fittingAliases([
    ...names.slice(0, 2),
    ...over.slice(0, 2),
    ...asked,
    ...error,
    ...pairs.slice(0, 1),
    ...names.slice(2),
    ...pairs.slice(1),
  ]);
}

/** What they say answers the request before them; a rule or a correction stands by itself. */
const ANSWERS: ReadonlySet<Candidate["carrier"]> = new Set(["answer", "pick", "yes", "final"]);

/** The request it answers, where it is short and is one. */
function requestBefore(segments: readonly SessionSegment[], at: number): string[] {
  const before = segments.slice(0, at).findLast(({ is }) => is === "person");
  const sentence = before?.is === "person" ? sentencesIn(redact(before.own).text)[0] : undefined;
  if (sentence === undefined || sentence.length > LONGEST || contentWords(sentence).size < 2) return [];
  const isTalk = isAssent(sentence) || personCues.praise.test(sentence);
  const isRuling = personCues.correctionStart.test(sentence) || isToldForGood(sentence);
  return isTalk || isRuling ? [] : [sentence.replace(/[?.!]+$/, "")];
}

/** The error that was met shortly before, where the conclusion speaks of it. */
function errorBefore(segments: readonly SessionSegment[], at: number): string[] {
  const failed = segments.slice(Math.max(0, at - 10), at).findLast((one) => one.is === "tool" && one.failed);
  const line =
    failed?.is === "tool"
      ? redact(failed.printed)
          .text.split("\n")
          .find((one) => /error|fail|exception/i.test(one))
          ?.trim()
      : undefined;
  const segment = segments[at];
  const said = segment?.is === "agent" ? segment.text : segment?.is === "person" ? segment.own : "";
  return line === undefined || overlapOf(contentWords(line), contentWords(said)) < 0.3
    ? []
    : [wholeStart(line, LONGEST)];
}
