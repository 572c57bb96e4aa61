/** `recall`: what is remembered about a question, best first, within a budget. */

import { KnownToAgent, knownToAgents } from "../agents/known-agents.ts";
import type { Cairn } from "../cairn.ts";
import { draftsFound } from "../inbox/drafts-found.ts";
import { z } from "../model/schema.ts";
import type { Scope } from "../model/scope.ts";
import { AgentField, KindField, ScopeField } from "../recall/memory-output.ts";
import { recallTurns, refuseFilters, SaidTurn, shownTurns } from "../recall/recall-transcripts.ts";
import { kindsInWords, onceEach } from "../recall/recalled.ts";
import { timeGiven } from "../recall/time-given.ts";
import type { Finder, FoundHits, SearchHit } from "../search/files/finder.ts";
import { noteAsked } from "../session/usage.ts";
import type { Stores } from "../store/stores.ts";
import { MasterOutput } from "../summary/master-told.ts";
import { refuseSession, shownWhole, withoutQuestion } from "../summary/recall-whole.ts";
import { termsOf } from "../text/analyse.ts";
import { type OtherProject, otherProject, searchIn } from "../workspace/other-project.ts";
import { AnyProjectField } from "../workspace/project-field.ts";
import { Carried, operation } from "./operation.ts";

import { around, nothing, quotedHits, RecallHit, shownHit, toldDraft, toldHit } from "./show/hits-told.ts";
import { orphansTold, shownOrphans } from "./show/orphans-told.ts";

export const recall = operation({
  name: "recall",
  aliases: ["search"],
  summary: "Find what is remembered about a question.",
  when: "Use it before deciding, debugging or asking the person: it may be settled already.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  positional: "question",
  examples: [
    'cairn recall "why WAL mode"',
    "cairn recall",
    'cairn recall "deploy fails on arm" --kind runbook --since 30d',
    'cairn recall "ECONNRESET" --exact --include-retired --json',
    'cairn recall "how are errors logged" --project web',
    'cairn recall "when did we decide about the queue" --in transcripts',
  ],
  input: z.strictObject({
    question: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .optional()
      .describe("Plain words, identifiers, paths, error codes; none: where the project stands"),
    limit: z.number().int().min(1).max(100).default(8).describe("The most to return"),
    kind: KindField.optional()
      .describe("Only this kind")
      .meta({ mcp: { listedElsewhere: true } }),
    scope: ScopeField.optional()
      .describe("Only this scope")
      .meta({ mcp: { hidden: true } }),
    tag: z
      .string()
      .optional()
      .describe("Only with this tag")
      .meta({ mcp: { hidden: true } }),
    since: z
      .string()
      .optional()
      .describe("Since 2026-11-15, 3h, 2d")
      .meta({ cli: { value: "<time>" }, mcp: { hidden: true } }),
    budget: z
      .number()
      .int()
      .min(50)
      .max(100_000)
      .default(4_000)
      .describe("The most tokens of the answer")
      .meta({ mcp: { hidden: true } }),
    explain: z
      .boolean()
      .default(false)
      .describe("Say what speaks for each hit, and how much")
      .meta({ mcp: { hidden: true } }),
    in: z
      .enum(["memories", "transcripts"])
      .default("memories")
      .describe("What is searched: the memories, or what was said in this project's past sessions")
      .meta({ mcp: { hidden: true } }),
    session: z
      .string()
      .max(200)
      .optional()
      .describe("In transcripts and without a question: all of this session, in pages")
      .meta({ mcp: { hidden: true } }),
    page: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe("Which of the pages")
      .meta({ mcp: { hidden: true } }),
    exact: z
      .boolean()
      .default(false)
      .describe("These very characters, in any case")
      .meta({ mcp: { hidden: true } }),
    includeRetired: z
      .boolean()
      .default(false)
      .describe("Also what is retired, archived or superseded")
      .meta({ mcp: { hidden: true } }),
    project: AnyProjectField,
    agent: AgentField,
  }),
  output: z.object({
    /** Whose they are, where another project was asked about. */
    project: z.string().optional(),
    hits: z.array(RecallHit),
    tokens: z.number(),
    took_ms: z.number(),
    /** The best of them bears little on the question. */
    weak: z.boolean().optional(),
    /** Something that changed on disk had to wait. */
    caughtUp: z.literal(false).optional(),
    /** What each kind among the hits is. */
    kinds: z.record(z.string(), z.string()).optional(),
    /** How many more were found than the budget has room for. */
    left_out: z.number().optional(),
    /** What was said in sessions, where transcripts were asked. */
    turns: z.array(SaidTurn).optional(),
    /** Of a session, where all of it was asked for. */
    page: z.number().optional(),
    pages: z.number().optional(),
    /** Memories of single agents that bear on it; each is read with its agent. */
    agents: z.array(KnownToAgent).optional(),
    /** The project's own, where nothing was asked. */
    master: MasterOutput.optional(),
    elsewhere: z.array(z.string()).optional(),
  }),

  async run({ in: where, session, page, question = "", ...given }, cairn, carried = new Carried()) {
    refuseSession(session, question, where);
    if (question === "") return withoutQuestion(cairn, { where, session, page, ...given });
    const { limit, kind, scope, tag, since, budget, explain, exact, includeRetired, agent, project } = given;
    const started = performance.now();
    if (where === "transcripts") {
      refuseFilters({ kind, scope, tag, explain, exact, includeRetired, agent, project });
      const { leftOut, weak, caughtUp, ...said } = await recallTurns({ question, limit, since, budget }, cairn);
      const took = Math.round((performance.now() - started) * 100) / 100;
      return {
        hits: [],
        took_ms: took,
        ...said,
        ...noted(weak, caughtUp),
        ...(leftOut === 0 ? {} : { left_out: leftOut }),
      };
    }
    const other = project === undefined ? undefined : otherProject(cairn, project, { scope, agent });
    const asked = {
      text: question,
      limit,
      includeRetired,
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(scope === undefined ? {} : { scopes: [inReach(scope, other?.stores ?? (await cairn.reach(agent)))] }),
      ...(tag === undefined ? {} : { tags: [tag.toLowerCase()] }),
      ...(since === undefined ? {} : { since: timeGiven(since, cairn.clock.now(), "since").getTime() }),
    };
    const ask = (finder: Finder) => (exact ? exactly(finder.exact(asked), question) : finder.search(asked));
    const { found: all, caughtUp } = await searched(cairn, ask, { other, agent });
    const found = { ...all, hits: onceEach(all.hits.filter(({ store, memory }) => !store.isDeclined(memory))) };
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
      ...(hits.length === 0 ? (other === undefined ? orphansTold(cairn) : {}) : { kinds }),
      ...(agents.length === 0 ? {} : { agents }),
    };
    const packed = carried.once(PACKED, () => quotedHits({ hits, ...said }, budget));
    const leftOut = hits.length - packed.places.length;
    return {
      hits: packed.places.map((place) => hits[place]!),
      tokens: packed.tokens,
      took_ms: Math.round((performance.now() - started) * 100) / 100,
      ...said,
      ...(leftOut === 0 ? {} : { left_out: leftOut }),
    };
  },

  show(answer, asked, surface, carried = new Carried()) {
    const whole = shownWhole(answer, asked.budget, surface);
    if (whole !== undefined) return whole;
    if (answer.turns !== undefined) return shownTurns(answer.turns, answer, asked.budget, surface);
    const { hits, left_out: leftOut = 0 } = answer;
    const { before, after } = around(answer);
    if (hits.length === 0 && leftOut > 0) return `${leftOut} found, but none fits ${asked.budget} tokens: --budget.`;
    if (hits.length === 0)
      return [before, nothing(asked, surface === "cli"), after, ...shownOrphans(answer.elsewhere)]
        .filter((line) => line !== "")
        .join("\n");
    if (surface === "mcp" || surface === "agent-shell")
      return carried.once(PACKED, () => quotedHits(answer, asked.budget)).text;
    const rest = leftOut === 0 ? "" : `… and ${leftOut} more beyond the budget (--budget)`;
    return [before, hits.map(shownHit).join("\n\n"), rest, after].filter((line) => line !== "").join("\n");
  },
});

const PACKED = "packed";

function noted(weak: boolean, caughtUp: boolean): { weak?: true; caughtUp?: false } {
  return { ...(weak ? { weak } : {}), ...(caughtUp ? {} : { caughtUp }) };
}

interface Where {
  readonly other: OtherProject | undefined;
  readonly agent: string | undefined;
}

async function searched(cairn: Cairn, ask: (finder: Finder) => FoundHits, { other, agent }: Where) {
  if (other !== undefined) return { found: await searchIn(cairn, other.stores.all(), ask), caughtUp: true };
  const { finder, caughtUp } = await cairn.finder(agent);
  return { found: ask(finder), caughtUp };
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
