/**
 * Other words a conclusion may be asked for by, from the session itself: files, names in code, what was asked, the error.
 * A part of a secret is not known for one: it goes before anything is cut out of a text. Pure.
 */

import { redact } from "../../guard/redact.ts";
import { codeNamesIn, fittingAliases } from "../../text/aliases.ts";
import { isAssent } from "../../text/request.ts";
import { sentencesIn, tagsFrom } from "../../text/sentences.ts";
import { contentWords, overlapOf } from "../../text/word-sets.ts";
import type { Candidate } from "./candidates.ts";
import { personCues } from "./said-cues.ts";
import type { Segment } from "./segment.ts";

/** A question of more is a task. */
const LONGEST = 60;

export function aliasesFor({ text, over, at, lead }: Candidate, segments: readonly Segment[]): string[] {
  const names = codeNamesIn(redact(text).text);
  const asked = requestBefore(segments, at);
  const error = errorBefore(segments, at);
  const tags = tagsFrom(lead, 6);
  const pairs = tags.slice(0, 2).length === 2 ? [tags.slice(0, 2).join(" ")] : [];
  return fittingAliases([
    ...names.slice(0, 2),
    ...over.slice(0, 2),
    ...asked,
    ...error,
    ...pairs,
    ...names.slice(2),
    ...tags,
  ]);
}

/** The question it answers, where it is short and about the same. */
function requestBefore(segments: readonly Segment[], at: number): string[] {
  const before = segments.slice(0, at).findLast(({ is }) => is === "person");
  const sentence = before?.is === "person" ? sentencesIn(redact(before.own).text)[0] : undefined;
  const isTalk =
    sentence === undefined || sentence.length > LONGEST || isAssent(sentence) || personCues.praise.test(sentence);
  return isTalk || contentWords(sentence).size < 2 ? [] : [sentence.replace(/[?.!]+$/, "")];
}

/** The error that was met shortly before, where the conclusion speaks of it. */
function errorBefore(segments: readonly Segment[], at: number): string[] {
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
  return line === undefined || overlapOf(contentWords(line), contentWords(said)) < 0.3 ? [] : [line.slice(0, LONGEST)];
}
