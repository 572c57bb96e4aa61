/**
 * Which decisions hold, and how it came to that. Each one that holds is there once; each that was reversed is a step of a
 * chain: first A, then B, settled on C. A memory's own standing decides over what summaries say of it. Pure.
 */

import type { Trust } from "../model/trust.ts";
import { excludes, type MadeChoice } from "./choices.ts";
import { Overlaps } from "./overlap.ts";
import { isOpposite, isRenumbered, saysSame, wordsAlone } from "./says-same.ts";
import type { MasterSource, Statement } from "./statement.ts";
import { disagree, leavesBehind, type Subject, subjectFrom, subjectOf } from "./subject.ts";

export interface Decided {
  readonly text: string;
  readonly reason?: string | undefined;
  readonly at: string;
  /** Among what its source says, in the order it was said. */
  readonly place: number;
  /** Its own summary says that it was reversed in the same session. */
  readonly isTakenBack: boolean;
  /** The sources that say it, the decisive one first. */
  readonly sources: readonly string[];
  readonly source: MasterSource;
  readonly isMemory: boolean;
  readonly trust: Trust;
  readonly subject: Subject;
  readonly terms: ReadonlySet<string>;
}

/** Earliest first. What holds at its end; undefined where it was dropped and nothing took its place. */
export interface Chain {
  readonly steps: readonly Decided[];
  readonly settled?: Decided | undefined;
}

export interface SettledSources {
  readonly current: readonly Decided[];
  readonly proposed: readonly Decided[];
  readonly chains: readonly Chain[];
  /** A summary later than a decision that says otherwise, while the decision stands. */
  readonly disputes: readonly { readonly later: Decided; readonly stands: Decided }[];
}

const SAME = 0.8;
/** The latest of them are held against each other. */
const MOST_FOR_A_PLACE = 20;

export function settleSources(sources: readonly MasterSource[]): SettledSources {
  const memories = sources.filter(({ kind }) => kind === "decision").flatMap(memoryDecision);
  const standing = new Map(memories.map((one) => [one, standingOf(one.source)]));
  const points = distinctPoints(sources, memories);
  const links = new Links();
  linkMemories(memories, links);
  const disputes = linkPoints(points, memories, standing, links);
  linkTakenBack(points, links);
  const isReversed = (one: Decided) =>
    one.isMemory ? standing.get(one) === "reversed" : one.isTakenBack || links.successorOf(one) !== undefined;
  const disputed = new Set(disputes.map(({ later }) => later));
  const all = [...memories, ...points];
  return {
    current: all.filter((one) => !isReversed(one) && !disputed.has(one) && standing.get(one) !== "proposed"),
    proposed: memories.filter((one) => standing.get(one) === "proposed"),
    chains: chainsOf(all.filter(isReversed), links, isReversed),
    disputes,
  };
}

function memoryDecision(source: MasterSource): Decided[] {
  const [said] = source.statements.filter(({ sort }) => sort === "decision");
  return said === undefined ? [] : [decidedBy(source, said, true)];
}

function decidedBy(source: MasterSource, said: Statement, isMemory: boolean): Decided {
  const { text, reason } = said;
  const subject = subjectFrom(said);
  const terms = isMemory ? new Set([...subject.terms, ...subjectOf(source.title).terms]) : subject.terms;
  const { trust, id } = source;
  const at = said.at ?? source.at;
  const place = source.statements.indexOf(said);
  const isTakenBack = !isMemory && said.label !== undefined;
  return { text, reason, at, place, isTakenBack, sources: [id], source, isMemory, trust, subject, terms };
}

function standingOf({ status, fields, supersededBy }: MasterSource): "current" | "proposed" | "reversed" {
  const said = fields["status"];
  if (supersededBy !== undefined || status !== "active") return "reversed";
  if (said === "deprecated" || said === "superseded") return "reversed";
  return said === "proposed" ? "proposed" : "current";
}

/** Of the summaries' points, those no decision of its own says, each once: as it was last said. */
function distinctPoints(sources: readonly MasterSource[], memories: readonly Decided[]): Decided[] {
  const known = new Overlaps<Decided>();
  for (const memory of memories) known.add(memory);
  const points = new Overlaps<{ terms: ReadonlySet<string>; said: Decided[] }>();
  const groups: { terms: ReadonlySet<string>; said: Decided[] }[] = [];
  for (const source of oldestFirst(sources.filter(({ kind }) => kind === "session_summary"))) {
    for (const said of source.statements.filter(({ sort }) => sort === "decision")) {
      const point = decidedBy(source, said, false);
      if (known.same(point.terms, SAME, (memory) => isSaidBy(memory, point)) !== undefined) continue;
      const group = points.same(point.terms, SAME, ({ said: [first] }) => isSaidBy(first!, point));
      if (group !== undefined) group.said.push(point);
      else {
        const begun = { terms: point.terms, said: [point] };
        groups.push(begun);
        points.add(begun);
      }
    }
  }
  return groups.map((group) => {
    const said = inOrder(group.said);
    const last = said.at(-1)!;
    return { ...last, sources: [...new Set(said.map(({ source }) => source.id))].reverse() };
  });
}

/** In all its words or in those of the decision alone: a title may name something else besides. */
function isSaidBy(one: Decided, point: Decided): boolean {
  if (disagree(one.subject, point.subject)) return false;
  return [one.terms, one.subject.terms].some((terms) => saysSame({ text: one.text, terms }, point));
}

/** Who took whose place. */
class Links {
  readonly #after = new Map<Decided, Decided>();

  put(earlier: Decided, later: Decided): void {
    if (earlier === later || this.#after.has(earlier) || this.#leadsTo(later, earlier)) return;
    this.#after.set(earlier, later);
  }

  successorOf(one: Decided): Decided | undefined {
    return this.#after.get(one);
  }

  #leadsTo(from: Decided, to: Decided): boolean {
    for (let one: Decided | undefined = from; one !== undefined; one = this.#after.get(one))
      if (one === to) return true;
    return false;
  }
}

function linkMemories(memories: readonly Decided[], links: Links): void {
  const byId = new Map(memories.map((one) => [one.source.id, one]));
  for (const one of memories) {
    const heir = byId.get(bareId(one.source.supersededBy ?? ""));
    if (heir !== undefined) links.put(one, heir);
  }
}

function bareId(address: string): string {
  return address.replace(/^[a-z]+:/, "");
}

type Standing = ReadonlyMap<Decided, ReturnType<typeof standingOf>>;

/** Each point against what was said before it, of the same place or of what it leaves behind. */
function linkPoints(
  points: readonly Decided[],
  memories: readonly Decided[],
  standing: Standing,
  links: Links,
): SettledSources["disputes"] {
  const disputes: { later: Decided; stands: Decided }[] = [];
  const before = new Overlaps<Decided>();
  const places = new Map<string, Decided[]>();
  const numbered = new Map<string, Decided>();
  for (const one of inOrder([...memories, ...points])) {
    const key = wordsAlone(one).join(" ");
    const same = numbered.get(key);
    const renumbered = same !== undefined && isRenumbered(same, one) ? [same] : [];
    const rivals = [...samePlace(places, one), ...leftBehind(before, one), ...denied(before, one), ...renumbered];
    for (const rival of rivals) {
      const stands = rival.isMemory && standing.get(rival) !== "reversed";
      if (!stands) links.put(rival, one);
      else if (!one.isMemory && !disputes.some(({ later }) => later === one))
        disputes.push({ later: one, stands: rival });
    }
    before.add(one);
    numbered.set(key, one);
    const { place } = one.subject;
    if (place !== "") places.set(place, [...(places.get(place) ?? []), one].slice(-MOST_FOR_A_PLACE));
  }
  return disputes;
}

/** What its own summary says was reversed gave way to what was said after it there, of the same thing or instead. */
function linkTakenBack(points: readonly Decided[], links: Links): void {
  const said = new Map<string, Decided[]>();
  for (const one of [...points].sort((a, b) => a.place - b.place))
    said.set(one.source.id, [...(said.get(one.source.id) ?? []), one]);
  for (const one of points.filter(({ isTakenBack }) => isTakenBack)) {
    const after = (said.get(one.source.id) ?? []).filter(({ place }) => place > one.place);
    const [next] = after;
    const akin = after.find(({ terms }) => [...one.terms].some((term) => terms.has(term)));
    const heir = akin ?? (next !== undefined && INSTEAD.test(next.text) ? next : undefined);
    if (heir !== undefined) links.put(one, heir);
  }
}

const INSTEAD = /\b(?:instead|after all|rather|stattdessen|doch lieber)\b|代わりに|改めて/i;

/** The last that was chosen for the place and leaves no room for this one; not where this one was the last. */
function samePlace(places: ReadonlyMap<string, readonly Decided[]>, one: Decided): Decided[] {
  const last = places
    .get(one.subject.place)
    ?.findLast((other) => !disagree(other.subject, one.subject) || excludes(choiceOf(one), choiceOf(other)));
  return last !== undefined && disagree(last.subject, one.subject) ? [last] : [];
}

function choiceOf({ subject: { place, chosen }, text }: Decided): MadeChoice {
  return { place, chosen, text };
}

/** The one that said the opposite in the same words. */
function denied(before: Overlaps<Decided>, one: Decided): Decided[] {
  const rival = before.same(one.terms, SAME, (earlier) => isOpposite(earlier, one));
  return rival === undefined ? [] : [rival];
}

/** Those that speak of what is left behind, and of something else this one speaks of too. */
function leftBehind(before: Overlaps<Decided>, one: Decided): Decided[] {
  return one.subject.leaves.flatMap((words) =>
    before
      .holding(words)
      .filter((rival) =>
        leavesBehind({ ...one.subject, leaves: [words], terms: one.terms }, rival.subject, rival.terms),
      ),
  );
}

function chainsOf(reversed: readonly Decided[], links: Links, isReversed: (one: Decided) => boolean): Chain[] {
  const ends = new Map<Decided, Decided[]>();
  for (const one of reversed) {
    let end = one;
    for (let next = links.successorOf(one); next !== undefined; next = links.successorOf(next)) end = next;
    ends.set(end, [...(ends.get(end) ?? []), one]);
  }
  return [...ends].map(([end, steps]) => {
    const settled = isReversed(end) ? undefined : end;
    return { steps: inOrder([...new Set(steps)]), settled };
  });
}

function inOrder(decided: readonly Decided[]): Decided[] {
  return [...decided].sort(
    (a, b) => compare(a.at, b.at) || compare(a.source.id, b.source.id) || a.place - b.place || compare(a.text, b.text),
  );
}

export function oldestFirst(sources: readonly MasterSource[]): MasterSource[] {
  return [...sources].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
