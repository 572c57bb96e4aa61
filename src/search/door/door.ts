/**
 * The door for unasked showing: how likely each memory bears on a moment, summed from all that speaks for it, and which
 * few are worth showing. It says nothing when it is not sure, and can say why.
 */

import type { Trust } from "../../model/trust.ts";
import { wordsOf } from "../../text/analyse.ts";
import { stemOf } from "../../text/stem.ts";
import type { Corpus } from "../index/corpus.ts";
import type { Row } from "../index/segment.ts";
import { type Filter, filterOf } from "../rank/filter.ts";
import {
  candidatesFor,
  type MomentCandidate,
  type MomentQuery,
  mostCandidates,
  type Weighed,
  weighed,
} from "./candidates.ts";
import { evidenceOf, nothingOf } from "./evidence.ts";
import {
  isShown,
  type Prior,
  probabilitiesOf,
  scoreOfNothing,
  sharpnessOf,
  standsByItself,
  trustAdds,
  weightOfEvidence,
} from "./judge.ts";
import { type Reason, reasonsOf } from "./reasons.ts";
import { doorWeights } from "./weights.ts";

export type { MomentQuery } from "./candidates.ts";

interface Likely {
  readonly part: MomentCandidate["part"];
  readonly doc: number;
  readonly row: Row;
  /** That it bears on the moment. */
  readonly probability: number;
  /** Log-odds against saying nothing. */
  readonly score: number;
  /** How well it was named, up to 1. */
  readonly named: number;
  /** Shown and not used lately: only who names it gets it. */
  readonly rests: boolean;
  /** The heaviest first. */
  readonly reasons: readonly Reason[];
}

/** What is known of a memory beside what it says: how it fared when it was shown before. */
export type PriorOf = (row: Row) => Prior | undefined;

/** Every candidate, the likeliest first. */
export function judged(
  corpus: Corpus,
  moment: MomentQuery,
  filter: Filter,
  priorOf: PriorOf = () => undefined,
): Likely[] {
  const now = weighed(corpus, moment);
  const candidates = candidatesFor(corpus, now, mostCandidates, filterOf(corpus, filter));
  if (candidates.length === 0) return [];
  const weighings = candidates.map((candidate) => ({
    candidate,
    evidence: evidenceOf(candidate, now),
    priors: priorsOf(candidate.row, priorOf),
  }));
  const against = nothingOf(now);
  const nothing = scoreOfNothing(against, doorWeights);
  const scores = weighings.map((one) => ({
    score: weightOfEvidence(one, doorWeights),
    named: one.evidence.fixed.named,
  }));
  const probabilities = probabilitiesOf(scores, nothing, sharpnessOf(against));
  const order = scores
    .map((_, n) => n)
    .sort((a, b) => probabilities[b]! - probabilities[a]! || byAge(candidates[a]!, candidates[b]!));
  return order.map((n) => {
    const { candidate, ...weighing } = weighings[n]!;
    return {
      part: candidate.part,
      doc: candidate.doc,
      row: candidate.row,
      probability: probabilities[n]!,
      score: scores[n]!.score - nothing,
      named: scores[n]!.named,
      rests: weighing.priors.some(({ rests }) => rests === true),
      get reasons() {
        return reasonsOf(weighing, doorWeights, { named: candidate.named, inWords: wordsBehind(now, candidate.row) });
      },
    };
  });
}

/** The few worth showing: the likeliest from even odds on, others only where they are nearly certain. */
export function relevantTo(
  corpus: Corpus,
  moment: MomentQuery,
  filter: Filter,
  limit: number,
  shown: ReadonlySet<string> = new Set(),
  priorOf?: PriorOf,
): Likely[] {
  if (limit <= 0) return [];
  return judged(corpus, moment, filter, priorOf)
    .filter(({ row }) => !shown.has(row.id) && !shown.has(`${row.scope}:${row.id}`))
    .filter(({ row }) => row.trust !== "untrusted")
    .filter(({ row }) => row.session === undefined || !moment.writtenIn?.includes(row.session))
    .filter(({ rests, named }) => !rests || named >= standsByItself)
    .filter((one, n) => isShown(n, one))
    .slice(0, limit);
}

function priorsOf(row: Row, priorOf: PriorOf): Prior[] {
  const trust = trustAdds[row.trust as Trust] ?? trustAdds.untrusted;
  const own = priorOf(row);
  return [
    ...(trust === 0 ? [] : [{ adds: trust, says: `not in your own words: ${row.trust}` }]),
    ...(own === undefined ? [] : [own]),
  ];
}

/** The newer first, then by place. */
function byAge(a: MomentCandidate, b: MomentCandidate): number {
  return b.row.updated - a.row.updated || (a.row.path < b.row.path ? -1 : 1);
}

/** A stem as the prompt or the title has it. */
function wordsBehind({ prompt }: Weighed, { title }: Row): (stem: string) => string {
  const words = new Map([...wordsOf(title), ...wordsOf(prompt)].map((word) => [stemOf(word), word]));
  return (stem) =>
    stem
      .split(" ")
      .map((one) => words.get(one) ?? one)
      .join(" ");
}
