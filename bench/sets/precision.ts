/**
 * PrecisionMemBench: unasked showing. A scope of a user is a root; a case sees the roots it may see, and only keys bring
 * a belief in. Pinned beliefs and open questions have tiers of their own: they are shown already.
 */

import { join } from "node:path";
import { idFromTitle } from "../../src/model/id.ts";
import { relevantTo } from "../../src/search/door/door.ts";
import type { SearchIndex } from "../../src/search/index/search-index.ts";
import { inTemporaryFolder, searcherOver } from "../real-root/library.ts";
import { MadeRoot, placeIn, reopened } from "../real-root/made-root.ts";
import { fts5Porter, miniSearchPorter, type RankNames, type Text } from "./baselines.ts";
import type { Metrics, SetResult } from "./scoring.ts";
import type { Belief, BeliefCase, Sets } from "./shapes.ts";
import { everything } from "./task.ts";
import { toldAsBelief } from "./told.ts";

const EVERYONE = "user:universal";
const USER = "test-user";
const MOST = 10;

interface Outcome {
  readonly category: string;
  readonly shown: readonly string[];
  readonly wanted: readonly string[];
}

export function precisionResult(sets: Sets["precisionmembench"]): SetResult {
  const outcomes = sets.flatMap(outcomesIn);
  const categories = [...new Set(outcomes.map(({ category }) => category))];
  const baseline = (make: (texts: readonly Text[]) => RankNames) =>
    measured(sets.flatMap((set) => outcomesBy(set, make(textsOf(set.beliefs)))));
  return {
    set: "precisionmembench",
    unit: "item",
    metrics: measured(outcomes),
    byCategory: Object.fromEntries(
      categories.map((category) => [category, measured(outcomes.filter((one) => one.category === category))]),
    ),
    baselines: { "fts5-porter": baseline(fts5Porter), "minisearch-porter": baseline(miniSearchPorter) },
  };
}

type BeliefSet = Sets["precisionmembench"][number];

function outcomesIn({ beliefs, cases }: BeliefSet): Outcome[] {
  return inTemporaryFolder((place) => {
    const roots = rootsOf(beliefs, place);
    return judgedOf(cases).map((one) => outcomeOf(one, shownBy(roots, one)));
  });
}

/** The best ten of everything: a plain engine knows neither scopes nor keys. */
function outcomesBy({ cases }: BeliefSet, rank: RankNames): Outcome[] {
  return judgedOf(cases).map((one) => outcomeOf(one, rank(one.query, everything).slice(0, MOST)));
}

/** Cases that say what alone may be shown. */
function judgedOf(cases: readonly BeliefCase[]): BeliefCase[] {
  return cases.filter(({ expect }) => expect.relevantBeliefs?.shouldOnlyInclude !== undefined);
}

function textsOf(beliefs: readonly Belief[]): Text[] {
  return beliefs.map(({ _id, canonical_name, aliases, content }) => ({
    name: _id,
    text: [canonical_name, ...aliases, content].join("\n"),
  }));
}

interface BeliefRoot {
  readonly user: string;
  readonly scope: string;
  readonly index: SearchIndex;
  readonly byPath: ReadonlyMap<string, Belief>;
}

function rootsOf(beliefs: readonly Belief[], place: string): BeliefRoot[] {
  const names = new Map(beliefs.map(({ _id, canonical_name }) => [_id, idFromTitle(canonical_name, "preference")]));
  const keys = new Set(beliefs.flatMap(({ user_id, scope }) => scope.map((name) => `${user_id}\n${name}`)));
  return [...keys].map((key, nth) => {
    const [user = "", scope = ""] = key.split("\n");
    const root = new MadeRoot(placeIn(join(place, String(nth))), scope === EVERYONE ? "user" : "project");
    const own = beliefs.filter((belief) => belief.user_id === user && belief.scope.includes(scope));
    const byPath = new Map(own.map((one) => [root.remember(toldAsBelief(one, (id) => names.get(id))).path, one]));
    return { user, scope, byPath, index: reopened(() => root.open(), root.shelf) };
  });
}

function shownBy(roots: readonly BeliefRoot[], one: BeliefCase): string[] {
  const mine = roots.filter(
    ({ user, scope }) => user === (one.userId ?? USER) && (scope === EVERYONE || one.scope.includes(scope)),
  );
  const known = mine.flatMap(({ byPath }) => [...byPath.values()]);
  const { corpus } = searcherOver(mine.map(({ index }) => index));
  const elsewhere = known.filter(({ pinned, type }) => pinned || type === "open_question");
  const shown = new Set<string>(elsewhere.map(({ canonical_name }) => idFromTitle(canonical_name, "preference")));
  const pinned = new Set(known.filter((belief) => belief.pinned && isStanding(belief)).map(({ _id }) => _id)).size;
  const room = Math.max(0, (one.budget?.maxBeliefs ?? MOST + pinned) - pinned);
  const hits = relevantTo(corpus, { prompt: one.query }, {}, room, shown);
  return [...new Set(hits.map(({ part, row }) => mine[part.place]!.byPath.get(row.path)!._id))];
}

function isStanding({ epistemic_status, resolved_at }: Belief): boolean {
  return epistemic_status !== "superseded" && resolved_at === null;
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
