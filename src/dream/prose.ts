/**
 * A topic's prose by a model, from its lines, held against them by rule. Without a model, or where it does not hold,
 * the lines stand alone.
 */

import type { AtWork } from "../capture/scribe/at-work.ts";
import { checkedSentencesOf, verify } from "../capture/verify.ts";
import { CairnError } from "../model/error.ts";
import { contradicts } from "./changed-mind.ts";
import { consolidate } from "./consolidate.ts";
import type { GatheredLogs } from "./gathering.ts";
import { overviewIn, overviewQuestion, overviewRules, type TopicJob } from "./plan-topic.ts";
import { isLine, printPart, type TopicPage } from "./topic-page.ts";
import { isSameThing, wordingOf } from "./wording.ts";

interface Prose {
  readonly text?: string;
  /** Why there is none though a model was asked. */
  readonly warning?: string;
}

const FEWEST_LINES = 2;
const empty: TopicPage = { known: [], earlier: [], checks: [] };

/** Asked before any lock is taken: a model takes its time. What came from outside is nobody's to tell in prose. */
export async function proseFor(
  { model }: AtWork,
  { topics }: GatheredLogs,
  { subject, entries, how }: TopicJob,
): Promise<Prose> {
  if (model === undefined || entries.length === 0 || entries.some(({ trust }) => trust === "untrusted")) return {};
  const before = topics.find(({ id }) => id === subject.id)?.page ?? empty;
  const { page } = consolidate(before, entries, how);
  const lines = [...page.known, ...page.earlier].filter(isLine);
  if (lines.length < FEWEST_LINES) return {};
  try {
    const answer = await model.ask({
      role: "topic",
      system: overviewRules,
      text: overviewQuestion(subject.title, page),
    });
    const text = overviewIn(answer);
    if (text === undefined || !holds(text, subject.title, page))
      return { warning: "the model's prose did not hold; the lines stand alone" };
    return { text };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return { warning: `no prose: ${error.message}` };
  }
}

/** Every claim is borne out, none says the opposite of a line, and nothing that is over is told as if it held. */
function holds(prose: string, title: string, page: TopicPage): boolean {
  const plain = { kind: "topic", title, description: "", tags: [], files: [] } as const;
  const lines = (parts: TopicPage["known"]) => parts.filter(isLine);
  const source = [title, ...[...lines(page.known), ...lines(page.earlier)].map(printPart)].join("\n");
  if (verify({ ...plain, body: prose }, source).verdict !== "PASS") return false;
  const known = lines(page.known).map(({ text }) => wordingOf(text));
  const over = lines(page.earlier).map(({ text }) => wordingOf(text));
  return checkedSentencesOf(prose).every((sentence) => {
    const said = wordingOf(sentence);
    const isStale = !PAST.test(sentence) && over.some((line) => isSameThing(said, line, SAME));
    return !isStale && !known.some((line) => contradicts(said, line));
  });
}

const SAME = 0.7;
const PAST = /\b(?:until|before|was|were|had|earlier|previously|formerly|first|at first|used to|no longer)\b/i;
