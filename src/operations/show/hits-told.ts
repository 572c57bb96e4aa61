/** What recall found, told: as values, as lines for a person, as data for a model. */

import { agentsLine } from "../../agents/known-agents.ts";
import type { Cairn } from "../../cairn.ts";
import type { DraftFound } from "../../inbox/drafts-found.ts";
import { memoryLine } from "../../recall/memory-told.ts";
import { filtersSet, packable, recalled, standing, whoseLine } from "../../recall/recalled.ts";
import type { FoundHits, SearchHit } from "../../search/files/finder.ts";
import { type Packable, type Packed, pack } from "../../search/rank/pack.ts";
import { contributionsOf } from "../../search/rank/search.ts";
import { snippetOf } from "../../search/rank/snippet.ts";
import type { RecallHit, RecallOutput } from "../recall.ts";

const MOST_REASONS = 3;
const FILTERS = ["kind", "scope", "tag", "since"];

type Said = Pick<RecallOutput, "project" | "hits" | "weak" | "caughtUp" | "indexed" | "kinds" | "agents">;

/** What is said beside the hits. */
export function around({ weak, caughtUp, indexed, project, hits, agents = [] }: Said): {
  before: string;
  after: string;
} {
  const whose = whoseLine(
    project,
    hits.map(({ memory }) => memory),
  );
  return {
    before: [...whose, ...(weak ? ["No clear answer; the nearest:"] : [])].join("\n"),
    after: [
      ...(caughtUp === false ? [behindLine(indexed)] : []),
      ...(agents.length === 0 ? [] : [agentsLine(agents)]),
    ].join("\n"),
  };
}

function behindLine(indexed: Said["indexed"]): string {
  if (indexed === undefined) return "(files changed a moment ago; ask again for what is in them)";
  const { read, of } = indexed;
  return `(the search has read ${read} of ${of} memories so far and answers from those; ask again for the rest)`;
}

/** As a model is shown it: as data, within the budget. */
export function quotedHits(said: Said, budgetTokens: number): Packed {
  return pack(
    said.hits.map((hit) => (hit.draft ? packableDraft(hit) : packable(hit))),
    { budgetTokens, kinds: said.kinds ?? {}, ...around(said) },
  );
}

function packableDraft(hit: RecallHit): Packable {
  const { about, ...rest } = packable(hit);
  return { ...rest, id: `draft:${hit.memory.id}`, about: { ...about, status: DRAFT } };
}

/** Nobody has looked at it. */
const DRAFT = "a draft, waits for review";

interface How {
  readonly explain: boolean;
  readonly exact: boolean;
  /** Of another project: how its files stand is not looked up from here. */
  readonly isOthers: boolean;
}

export function toldHit(hit: SearchHit, { terms }: FoundHits, cairn: Cairn, how: How): RecallHit {
  const { memory, score, features } = hit;
  const reasons = features === undefined ? [] : contributionsOf(features);
  const why = how.exact
    ? ["these very characters stand in it"]
    : (hit.otherWords ?? reasons.filter(({ adds }) => adds > 0).map(({ says }) => says));
  const snippet = snippetOf(memory.body, terms) || memory.description;
  const { files, ...said } = recalled(hit, cairn, why.slice(0, MOST_REASONS), snippet);
  return {
    ...said,
    ...(files === undefined || how.isOthers ? {} : { files }),
    score: rounded(score),
    ...(hit.otherWords === undefined ? {} : { otherwise: true }),
    ...(how.explain
      ? { explain: reasons.map((one) => ({ ...one, value: rounded(one.value), adds: rounded(one.adds) })) }
      : {}),
  };
}

export function toldDraft({ memory, time, share }: DraftFound, terms: readonly string[], cairn: Cairn): RecallHit {
  const snippet = snippetOf(memory.body, terms) || memory.description;
  const said = recalled({ memory, time }, cairn, ["your question's words stand in it"], snippet);
  return { ...said, score: rounded(share), draft: true };
}

export function shownHit({ memory, age, why, snippet, files = [], score, explain, ...found }: RecallHit): string {
  const { draft, otherwise } = found;
  const changed = files.filter(({ state }) => state !== "fresh").map(({ path, state }) => `${path} ${state} since`);
  return [
    memoryLine(memory, 0),
    `  ${[...(draft ? [`${DRAFT} (review)`] : []), age, `trust: ${memory.trust}`, ...[standing(memory) ?? []].flat(), ...changed].join(" · ")}`,
    ...(snippet === "" ? [] : [`  ${snippet}`]),
    ...(otherwise ? why.slice(0, 1).map((says) => `  (${says})`) : []),
    ...(explain ?? []).map(({ says, value, adds }) => `    ${signed(adds)}  ${says} (${value})`),
    ...(explain === undefined ? [] : [`    ${signed(score)}  in all`]),
  ].join("\n");
}

/** `isTyped`: at a command line, where flags are a way to ask. */
export function nothing({ includeRetired, ...asked }: Partial<Record<string, unknown>>, isTyped: boolean): string {
  const filters = filtersSet(asked, FILTERS);
  if (filters !== "") return `Nothing is remembered about that with ${filters}. Try without that.`;
  if (!isTyped) return "Nothing is remembered about that. Try other words.";
  const more = includeRetired === true ? "" : " Retired ones are searched with --include-retired.";
  return `Nothing is remembered about that. Try other words; cairn list shows what there is.${more}`;
}

function rounded(number: number): number {
  return Math.round(number * 1_000) / 1_000;
}

function signed(number: number): string {
  return `${number < 0 ? "-" : "+"}${Math.abs(number).toFixed(2)}`.padStart(7);
}
