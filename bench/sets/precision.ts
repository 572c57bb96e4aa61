/** PrecisionMemBench: unasked showing. Who may see what filters first; then only keys bring a belief in. */

import { buildSegment } from "../../src/index/build-segment.ts";
import { readableOf } from "../../src/index/bytes.ts";
import { Corpus } from "../../src/index/corpus.ts";
import { Segment } from "../../src/index/segment.ts";
import { unitFrom } from "../../src/index/testing.ts";
import type { Unit } from "../../src/index/unit.ts";
import { relevantTo } from "../../src/recall/relevant.ts";
import { fts5Porter, miniSearchPorter, type RankNames } from "./baselines.ts";
import type { Belief, BeliefCase } from "./read.ts";
import type { Metrics } from "./scoring.ts";

const EVERYONE = "user:universal";
const USER = "test-user";
const MOST = 10;

interface Outcome {
  readonly category: string;
  readonly shown: readonly string[];
  readonly wanted: readonly string[];
}

export function precisionResults({ beliefs, cases }: { beliefs: Belief[]; cases: BeliefCase[] }) {
  const judged = cases.filter(({ expect }) => expect.relevantBeliefs?.shouldOnlyInclude !== undefined);
  const outcomes = judged.map((one) => outcomeOf(one, shownBy(beliefs, one)));
  const texts = beliefs.map(({ _id, canonical_name, aliases, content }) => ({
    name: _id,
    text: [canonical_name, ...aliases, content].join("\n"),
  }));
  const baseline = (rank: RankNames) =>
    measured(judged.map((one) => outcomeOf(one, rank(one.query, () => true).slice(0, MOST))));
  return {
    set: "precisionmembench",
    unit: "item",
    metrics: measured(outcomes),
    byCategory: Object.fromEntries(
      [...new Set(outcomes.map(({ category }) => category))].map((category) => [
        category,
        measured(outcomes.filter((one) => one.category === category)),
      ]),
    ),
    baselines: { "fts5-porter": baseline(fts5Porter(texts)), "minisearch-porter": baseline(miniSearchPorter(texts)) },
  };
}

/** The relevant tier: pinned beliefs and open questions have tiers of their own and take their room first. */
function shownBy(beliefs: readonly Belief[], one: BeliefCase): string[] {
  const owned = beliefs.filter(({ user_id }) => user_id === (one.userId ?? USER));
  const inScope = owned.filter(({ scope }) => scope.some((name) => name === EVERYONE || one.scope.includes(name)));
  const standing = inScope.filter(
    ({ epistemic_status, resolved_at }) => epistemic_status !== "superseded" && resolved_at === null,
  );
  const pinned = standing.filter((belief) => belief.pinned);
  const rest = standing.filter((belief) => !belief.pinned && belief.type !== "open_question");
  const room = Math.max(0, (one.budget?.maxBeliefs ?? MOST + pinned.length) - pinned.length);
  const corpus = new Corpus([{ segment: new Segment(readableOf(buildSegment(rest.map(unitOfBelief)))) }]);
  return relevantTo(corpus, { prompt: one.query }, {}, room).map(({ row }) => row.id);
}

function unitOfBelief(belief: Belief): Unit {
  return unitFrom({
    path: `${belief._id}.md`,
    id: belief._id,
    title: "",
    keys: [belief.canonical_name, ...belief.aliases],
    created: Date.parse(belief.updated_at ?? "") || 0,
    leaves: [{ text: belief.content }],
  });
}

function outcomeOf({ category, expect }: BeliefCase, shown: readonly string[]): Outcome {
  return { category, shown, wanted: expect.relevantBeliefs?.shouldOnlyInclude ?? [] };
}

/** Over all shown and all wanted; `cases` is the share of cases with every wanted belief and no other. */
function measured(outcomes: readonly Outcome[]): Metrics {
  const right = sum(outcomes, ({ shown, wanted }) => shown.filter((id) => wanted.includes(id)).length);
  const shown = sum(outcomes, (one) => one.shown.length);
  const wanted = sum(outcomes, (one) => one.wanted.length);
  const passed = sum(outcomes, (one) =>
    one.shown.length === one.wanted.length && one.wanted.every((id) => one.shown.includes(id)) ? 1 : 0,
  );
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000);
  return { precision: share(right, shown), recall: share(right, wanted), cases: share(passed, outcomes.length) };
}

function sum(outcomes: readonly Outcome[], of: (one: Outcome) => number): number {
  return outcomes.reduce((total, one) => total + of(one), 0);
}
