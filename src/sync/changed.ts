/**
 * Which memories have to be compared: where all of it was in step once, those that changed on either side since, by git's
 * own comparison there and by the log here. Of ten thousand that is a few.
 */

import type { Participant } from "./here.ts";
import type { HereTree } from "./here-tree.ts";
import type { Seen, WholeStep } from "./seen.ts";
import { rootOf, sharedName } from "./shared-path.ts";
import type { There, ThereFile } from "./transport.ts";

export type Trees = ReadonlyMap<Participant, HereTree>;

/** What is compared of each root, and the place with what is known of those. */
export interface Compared {
  readonly there: There;
  readonly names: ReadonlyMap<Participant, ReadonlySet<string>>;
}

/** Everything there is. */
export function everyName(trees: Trees, there: There): Compared {
  const names = [...trees].map(([one, tree]): [Participant, Set<string>] => {
    const own = [...tree.paths()].map((inner) => sharedName({ root: one.root, inner }));
    return [one, new Set([...namesIn(one, there.files.keys()), ...own])];
  });
  return { there, names: new Map(names) };
}

/** Undefined where everything has to be compared. */
export function changedNames(trees: Trees, there: There, seen: Seen): Compared | undefined {
  const { whole } = seen;
  if (there.gone === undefined || whole === undefined || !isOf(whole, [...trees.keys()])) return undefined;
  const files = new Map<string, ThereFile>(there.files);
  const names = new Map<Participant, ReadonlySet<string>>();
  for (const [one, tree] of trees) {
    const since = whole.roots[one.root]?.log;
    const changed = since === undefined ? undefined : tree.changedSince(since);
    if (changed === undefined) return undefined;
    const own = changed.map((inner) => sharedName({ root: one.root, inner }));
    // Not changed there: it stands there as it was seen.
    for (const name of own) {
      const version = files.has(name) || there.gone.has(name) ? "" : seen.versionOf(name);
      if (version !== "") files.set(name, { version, isSplit: false });
    }
    names.set(one, new Set([...namesIn(one, there.files.keys()), ...namesIn(one, there.gone), ...own]));
  }
  return { there: { ...there, files }, names };
}

/** To be kept once all of it is in step. Undefined where the next comparison has to be of everything again. */
export function wholeStep(trees: Trees, tip: string | undefined, notes: Iterable<string>): WholeStep | undefined {
  const roots: Record<string, WholeStep["roots"][string]> = {};
  for (const [{ root, names }, tree] of trees) {
    if (tree.log === undefined || tree.isHindered) return undefined;
    roots[root] = { names: [...names].sort(), log: tree.log };
  }
  return tip === undefined ? undefined : { tip, roots, notes: [...new Set(notes)].sort() };
}

function isOf({ roots }: WholeStep, all: readonly Participant[]): boolean {
  const isKnown = ({ root, names }: Participant) =>
    JSON.stringify(roots[root]?.names) === JSON.stringify([...names].sort());
  return Object.keys(roots).length === all.length && all.every(isKnown);
}

function* namesIn({ root }: Participant, names: Iterable<string>): Generator<string> {
  for (const name of names) if (rootOf(name) === root) yield name;
}
