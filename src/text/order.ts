/** Texts in order, by their code units: the same on every machine, whatever language it speaks. Pure. */

export function textOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same texts in the same order. */
export function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, n) => text === others[n]);
}

interface Timed {
  readonly time: string;
  readonly name: string;
}

/**
 * The newest first, of one time by name. Texts by themselves are put in order by V8 alone: asked about every two of a thousand,
 * a function that runs for the first time takes longer than all else that is done with them.
 */
export function latestFirst<T>(all: readonly T[], said: (one: T) => Timed): T[] {
  const byTime = new Map<string, T[]>();
  for (const one of all) among(byTime, said(one).time).push(one);
  return inOrder(byTime)
    .reverse()
    .flatMap((alike) => (alike.length < 2 ? alike : inOrder(byName(alike, said)).flat()));
}

function byName<T>(all: readonly T[], said: (one: T) => Timed): Map<string, T[]> {
  const named = new Map<string, T[]>();
  for (const one of all) among(named, said(one).name).push(one);
  return named;
}

function among<T>(groups: Map<string, T[]>, key: string): T[] {
  const group = groups.get(key) ?? [];
  if (group.length === 0) groups.set(key, group);
  return group;
}

function inOrder<T>(groups: ReadonlyMap<string, T>): T[] {
  return [...groups.keys()].sort().map((key) => groups.get(key) as T);
}
