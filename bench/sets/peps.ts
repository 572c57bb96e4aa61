/** PEPs: a real body of decisions, each one long memory, asked for by a sentence that cites one of them. */

import { searchMemories } from "../../src/search/rank/search.ts";
import { Library } from "../real-root/library.ts";
import type { Pep, Sets } from "./shapes.ts";
import type { Task } from "./task.ts";
import { toldInPep } from "./told.ts";

const MOST = 100;

export function pepTask({ docs, queries }: Sets["peps"][number]): Task {
  return Library.in((library) => {
    const pathOf = new Map(docs.map((pep) => [pep.id, library.memories.remember(toldInPep(pep)).path]));
    const heirs = heirsIn(docs, pathOf);
    const searcher = library.searcher();
    let above = 0;
    const asks = queries.map(({ q, from, target }) => {
      const { hits } = searchMemories(searcher, { text: q, limit: MOST, includeRetired: true });
      const found = hits.map(({ row }) => row.path);
      above += supersededAbove(found, heirs);
      const seen = (path: string) => path !== pathOf.get(from);
      return {
        text: q,
        category: heirs.has(pathOf.get(target) ?? "") ? "superseded" : "current",
        counts: true,
        wanted: [pathOf.get(target) ?? `missing ${target}`],
        seen,
        found: found.filter(seen),
      };
    });
    const texts = docs.map(({ id, title, body }) => ({ name: pathOf.get(id)!, text: `${title}\n${body}` }));
    return { set: "peps", unit: "document", texts, asks, also: { "superseded-above": above } };
  });
}

/** Who took whose place, by the word of either, among those that are there. */
function heirsIn(docs: readonly Pep[], pathOf: ReadonlyMap<number, string>): Map<string, Set<string>> {
  const heirs = new Map<string, Set<string>>();
  const note = (old: number, heir: number) => {
    const [oldPath, heirPath] = [pathOf.get(old), pathOf.get(heir)];
    if (oldPath === undefined || heirPath === undefined) return;
    heirs.set(oldPath, (heirs.get(oldPath) ?? new Set()).add(heirPath));
  };
  for (const { id, superseded_by, replaces } of docs) {
    for (const heir of superseded_by) note(id, heir);
    for (const old of replaces) note(old, id);
  }
  return heirs;
}

/** How many superseded ones stand in a list without any that took their place above them. */
function supersededAbove(found: readonly string[], heirs: ReadonlyMap<string, ReadonlySet<string>>): number {
  const wrong = found.filter((path, at) => {
    const these = heirs.get(path);
    return these !== undefined && !found.slice(0, at).some((other) => these.has(other));
  });
  return wrong.length;
}
