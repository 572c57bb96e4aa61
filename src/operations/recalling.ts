/** What `recall` does and how it reads, apart from its schemas: a plain `cairn recall "…"` has no time for those. */

import { knownToAgents } from "../agents/known-agents.ts";
import type { Cairn } from "../cairn.ts";
import { elapsedMs } from "../disk/clock.ts";
import { draftsFound } from "../inbox/drafts-found.ts";
import type { Scope } from "../model/scope.ts";
import { isOfAgent } from "../model/trust.ts";
import { orphansTold, shownOrphans } from "../recall/orphans-told.ts";
import { recallTurns, refuseFilters, shownTurns } from "../recall/recall-transcripts.ts";
import { kindsInWords, onceEach, withoutEcho } from "../recall/recalled.ts";
import { timeGiven } from "../recall/time-given.ts";
import type { Finder, FoundHits, SearchHit } from "../search/files/finder.ts";
import { noteAsked } from "../session/usage.ts";
import type { Stores } from "../store/stores.ts";
import { refuseSession, shownWhole, withoutQuestion } from "../summary/recall-whole.ts";
import { termsOf } from "../text/analyse.ts";
import type { OtherProject, otherProject } from "../workspace/other-project.ts";
import { Carried, type Doing } from "./operation.ts";
import type { RecallAsked, RecallOutput } from "./recall.ts";
import { around, nothing, quotedHits, shownHit, toldDraft, toldHit } from "./show/hits-told.ts";

export const LONGEST_QUESTION = 4_000;

/** What is asked for where nothing else is said. */
export const usualRecall = {
  limit: 8,
  budget: 4_000,
  explain: false,
  in: "memories",
  page: 1,
  exact: false,
  includeRetired: false,
} as const;

export const recalling: Doing<RecallAsked, RecallOutput> = {
  async run({ in: where, session, page, question = "", ...given }, cairn, carried = new Carried()) {
    if (session !== undefined) refuseSession(session, question, where);
    if (question === "") return withoutQuestion(cairn, { where, session, page, ...given });
    const { limit, kind, scope, tag, since, budget, explain, exact, includeRetired, agent, project } = given;
    const started = elapsedMs();
    if (where === "transcripts") {
      refuseFilters({ kind, scope, tag, explain, exact, includeRetired, agent, project });
      const { leftOut, weak, caughtUp, unread, ...said } = await recallTurns({ question, limit, since, budget }, cairn);
      const took = Math.round((elapsedMs() - started) * 100) / 100;
      return {
        hits: [],
        took_ms: took,
        ...said,
        ...noted(weak, caughtUp),
        ...(leftOut === 0 ? {} : { left_out: leftOut }),
        ...(unread.length === 0 ? {} : { unread }),
      };
    }
    const other = project === undefined ? undefined : await another(cairn, project, { scope, agent });
    const asked = {
      text: question,
      limit,
      includeRetired,
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(scope === undefined ? {} : { scopes: [inReach(scope, other?.stores ?? (await cairn.reach(agent)))] }),
      ...(tag === undefined ? {} : { tags: [tag.toLowerCase()] }),
      ...(since === undefined ? {} : { since: timeGiven(since, cairn.clock.now(), "since").getTime() }),
    };
    const ask = (finder: Finder) => (exact ? exactly(finder.exact(asked), question) : finder.searchWider(asked));
    const { found: all, caughtUp, indexed } = await searched(cairn, ask, { other, agent, mayBePart: !exact });
    const known = onceEach(all.hits.filter(({ store, memory }) => !store.isDeclined(memory)));
    const found = { ...all, hits: kind === undefined ? withoutEcho(known, all.terms) : known };
    const kinds = kindsInWords(
      found.hits.map(({ memory }) => memory.kind),
      cairn,
    );
    const waiting =
      other === undefined
        ? await draftsFound(cairn, { question, exact, kind, scope, tag, since: asked.since, agent, most: limit })
        : [];
    const hits = [
      ...found.hits.map((hit) => toldHit(hit, found, cairn, { explain, exact, isOthers: other !== undefined })),
      ...waiting.map((draft) => toldDraft(draft, found.terms, cairn)),
    ];
    const whose = other === undefined ? {} : { project: other.key };
    if (other === undefined && !found.weak)
      noteAsked(
        cairn,
        found.hits.slice(0, 1).map(({ memory }) => memory),
      );
    const isPlain = scope === undefined && agent === undefined && other === undefined;
    const agents = isPlain ? await knownToAgents(cairn, ask) : [];
    const said = {
      ...whose,
      ...noted(found.weak && found.hits.length > 0, caughtUp),
      ...(indexed === undefined ? {} : { indexed }),
      ...(hits.length === 0 ? (other === undefined ? orphansTold(cairn) : {}) : { kinds }),
      ...(agents.length === 0 ? {} : { agents }),
    };
    const packed = carried.once(PACKED, () => quotedHits({ hits, ...said }, budget));
    const leftOut = hits.length - packed.places.length;
    return {
      hits: packed.places.map((place) => hits[place]!),
      tokens: packed.tokens,
      took_ms: Math.round((elapsedMs() - started) * 100) / 100,
      ...said,
      ...(leftOut === 0 ? {} : { left_out: leftOut }),
    };
  },

  show(answer, asked, surface, carried = new Carried()) {
    const isWhole = answer.master !== undefined || answer.page !== undefined;
    const whole = isWhole ? shownWhole(answer, asked.budget, surface) : undefined;
    if (whole !== undefined) return whole;
    if (answer.turns !== undefined) return shownTurns(answer.turns, answer, asked.budget, surface);
    const { hits, left_out: leftOut = 0 } = answer;
    const { before, after } = around(answer);
    if (hits.length === 0 && leftOut > 0) return `${leftOut} found, but none fits ${asked.budget} tokens: --budget.`;
    if (hits.length === 0)
      return [before, nothing({ ...asked }, surface === "cli"), after, ...shownOrphans(answer.elsewhere)]
        .filter((line) => line !== "")
        .join("\n");
    if (isOfAgent(surface)) return carried.once(PACKED, () => quotedHits(answer, asked.budget)).text;
    const rest = leftOut === 0 ? "" : `… and ${leftOut} more beyond the budget (--budget)`;
    return [before, hits.map(shownHit).join("\n\n"), rest, after].filter((line) => line !== "").join("\n");
  },
};

const PACKED = "packed";

function noted(weak: boolean, caughtUp: boolean): { weak?: true; caughtUp?: false } {
  return { ...(weak ? { weak } : {}), ...(caughtUp ? {} : { caughtUp }) };
}

interface Where {
  readonly other: OtherProject | undefined;
  readonly agent: string | undefined;
  readonly mayBePart: boolean;
}

async function searched(cairn: Cairn, ask: (finder: Finder) => FoundHits, { other, agent, mayBePart }: Where) {
  if (other !== undefined) {
    const { searchIn } = await import("../workspace/other-project.ts");
    return { found: await searchIn(cairn, other.stores.all(), ask), caughtUp: true, indexed: undefined };
  }
  const { finder, caughtUp } = await cairn.finder(agent, { mayBePart });
  const found = ask(finder);
  const progress = caughtUp ? undefined : finder.progress();
  return { found, caughtUp, indexed: progress !== undefined && progress.read < progress.of ? progress : undefined };
}

async function another(...asked: Parameters<typeof otherProject>): Promise<OtherProject> {
  return (await import("../workspace/other-project.ts")).otherProject(...asked);
}

function inReach(scope: Scope, stores: Stores): Scope {
  stores.of(scope);
  return scope;
}

/** What is found by its characters has no score. */
function exactly(hits: readonly Omit<SearchHit, "score" | "features">[], question: string): FoundHits {
  return {
    hits: hits.map((hit) => ({ ...hit, score: 1, features: undefined })),
    weak: false,
    terms: termsOf(question),
  };
}
