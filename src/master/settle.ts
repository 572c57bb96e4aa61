/**
 * Which decisions hold, and how it came to that. Each one that holds is there once; each that was reversed is a step of a
 * chain: first A, then B, settled on C. A memory's own standing decides over what summaries say of it. Pure.
 */

import { type Decided, decidedByMemory, decidedInSession, inOrder, saidByAll } from "./decided.ts";
import { type KeptFold, keptFolds } from "./kept-fold.ts";
import { Overlaps } from "./overlap.ts";
import { Rivals, sameDecision } from "./rivals.ts";
import { saysSame } from "./says-same.ts";
import { type MasterSource, oldestFirst } from "./statement.ts";
import { disagree } from "./subject.ts";

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

export function settleSources(sources: readonly MasterSource[], folds = keptFolds()): SettledSources {
  const memories = sources.filter(({ kind }) => kind === "decision").flatMap(memoryDecision);
  const standing = new Map(memories.map((one) => [one, standingOf(one.source)]));
  const points = distinctPoints(sources, memories, folds.points);
  const links = new Links();
  linkMemories(memories, links);
  const disputes = linkPoints([...memories, ...points], standing, links, folds.rivals);
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
  const said = source.statements.find(({ sort }) => sort === "decision");
  return said === undefined ? [] : [decidedByMemory(source, said)];
}

function standingOf({ status, fields, supersededBy }: MasterSource): "current" | "proposed" | "reversed" {
  const said = fields["status"];
  if (supersededBy !== undefined || status !== "active") return "reversed";
  if (said === "deprecated" || said === "superseded") return "reversed";
  return said === "proposed" ? "proposed" : "current";
}

/** Of a point that a decision of its own says. */
const KNOWN = -1;

/** Of the summaries' points, those no decision of its own says, each once: as it was last said. */
function distinctPoints(sources: readonly MasterSource[], memories: readonly Decided[], fold: KeptFold): Decided[] {
  const groups: Decided[][] = [];
  const firsts: Decided[] = [];
  const known = new Overlaps(memories);
  const points = new Overlaps(firsts);
  const placeOf = (point: Decided): number => {
    if (known.same(point, sameDecision, (memory) => isSaidBy(memory, point)) !== undefined) return KNOWN;
    const first = points.same(point, sameDecision, (one) => isSaidBy(one, point));
    return first === undefined ? groups.length : firsts.indexOf(first);
  };
  const put = (point: Decided, place: number): number => {
    if (place === groups.length) {
      groups.push([point]);
      firsts.push(point);
    } else groups[place]?.push(point);
    return place;
  };
  fold.step(marksOf(memories), () => []);
  for (const source of oldestFirst(sources.filter(({ kind }) => kind === "session_summary"))) {
    fold.step(source.mark, (places) => {
      const found: number[] = [];
      for (const [n, said] of source.statements.entries()) {
        if (said.sort !== "decision") continue;
        const point = decidedInSession(source, said, n);
        found.push(put(point, places?.[found.length] ?? placeOf(point)));
      }
      return found;
    });
  }
  return groups.map(saidByAll);
}

/** Of all of them together: whether a point is said by one of them may change with each. */
function marksOf(memories: readonly Decided[]): string | undefined {
  const marks = memories.map(({ source }) => source.mark);
  return marks.includes(undefined) ? undefined : marks.join(" ");
}

/** In all its words or in those of the decision alone: a title may name something else besides. */
function isSaidBy(one: Decided, point: Decided): boolean {
  if (disagree(one.subject, point.subject)) return false;
  // Those of a summary's point are the same set, which need not be asked twice.
  return (
    saysSame(one, point) ||
    (one.terms !== one.subject.terms && saysSame({ text: one.text, terms: one.subject.terms }, point))
  );
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

  /** The last of those that took its place, one after the other. */
  endOf(one: Decided): Decided {
    let end = one;
    for (let next = this.#after.get(one); next !== undefined; next = this.#after.get(next)) end = next;
    return end;
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

/** Each against what was said before it, of the same place or of what it leaves behind. */
function linkPoints(
  all: readonly Decided[],
  standing: Standing,
  links: Links,
  fold: KeptFold,
): SettledSources["disputes"] {
  const disputes: { later: Decided; stands: Decided }[] = [];
  const before: Decided[] = [];
  const places = new Map<Decided, number>();
  const rivals = new Rivals(before);
  const link = (one: Decided, rival: Decided) => {
    const stands = rival.isMemory && standing.get(rival) !== "reversed";
    if (!stands) links.put(rival, one);
    else if (!one.isMemory && !disputes.some(({ later }) => later === one))
      disputes.push({ later: one, stands: rival });
  };
  for (const one of inOrder(all)) {
    fold.step(markOf(one), (known) => {
      const found = known ?? rivals.of(one).map((rival) => places.get(rival)!);
      for (const place of found) link(one, before[place]!);
      return found;
    });
    places.set(one, before.push(one) - 1);
  }
  return disputes;
}

function markOf({ source, place }: Decided): string | undefined {
  return source.mark === undefined ? undefined : `${source.mark}.${place}`;
}

/** What its own summary says was reversed gave way to what was said after it there, of the same thing or instead. */
function linkTakenBack(points: readonly Decided[], links: Links): void {
  if (!points.some(({ isTakenBack }) => isTakenBack)) return;
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

function chainsOf(reversed: readonly Decided[], links: Links, isReversed: (one: Decided) => boolean): Chain[] {
  const ends = new Map<Decided, Decided[]>();
  for (const one of reversed) {
    const end = links.endOf(one);
    const steps = ends.get(end);
    if (steps === undefined) ends.set(end, [one]);
    else steps.push(one);
  }
  return [...ends].map(([end, steps]) => {
    const settled = isReversed(end) ? undefined : end;
    return { steps: inOrder([...new Set(steps)]), settled };
  });
}
