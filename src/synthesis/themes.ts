/**
 * What the statements are about: themes from their tags, the folders of their files and the words they share, the one that
 * gathers most first. The same statements always fall into the same themes, in whatever order they come. Pure.
 */

import { termsOf, wordsOf } from "../index/analyse.ts";
import { compare } from "./settle.ts";

export interface Themed {
  /** The first one counts. */
  readonly sources: readonly string[];
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly text: string;
}

export const otherTheme = "General";
const MOST_THEMES = 8;
const LEAST_LINES = 2;
const LEAST_SOURCES = 2;
const SHORTEST_WORD = 4;
/** A tag is meant as a theme; a folder and a word only may be one. */
const WORTH = { tag: 3, folder: 2, word: 1 } as const;
/** Words and folders that every project has. */
const PALE = new Set(
  `src lib app test tests docs doc file files code use uses used using session project change changes work works make made
  function line lines need needs thing things case cases time value name type default version update updated added fixed
  moved removed instead because decision run runs keep keeps read reads write writes call calls switch settled always never
  every each when must should still first last next main new old`.split(/\s+/),
);

interface Keyed<T> {
  readonly line: T;
  readonly keys: ReadonlyMap<string, number>;
}

export interface Theme<T> {
  readonly name: string;
  readonly lines: readonly T[];
}

/** Every line in one theme, in the order given; those that share nothing come last, in the theme of the others. */
export function themesOf<T extends Themed>(lines: readonly T[]): Theme<T>[] {
  const names = new Map<string, Map<string, number>>();
  let left = lines.map((line): Keyed<T> => ({ line, keys: keysOf(line, names) }));
  const themes: Theme<T>[] = [];
  while (themes.length < MOST_THEMES) {
    const key = strongest(left);
    if (key === undefined) break;
    themes.push({ name: nameOf(key, names), lines: left.filter(({ keys }) => keys.has(key)).map(({ line }) => line) });
    left = left.filter(({ keys }) => !keys.has(key));
  }
  const others = left.map(({ line }) => line);
  return others.length === 0 ? themes : [...themes, { name: otherTheme, lines: others }];
}

function keysOf({ tags, paths, text }: Themed, names: Map<string, Map<string, number>>): Map<string, number> {
  const keys = new Map<string, number>();
  const put = (word: string, worth: number) => {
    const bare = word.toLowerCase();
    if (bare.length < 2 || PALE.has(bare) || /^\d+$/.test(bare)) return;
    const key = termsOf(bare)[0] ?? bare;
    if (PALE.has(key)) return;
    keys.set(key, Math.max(keys.get(key) ?? 0, worth));
    const forms = names.get(key) ?? new Map<string, number>();
    names.set(key, forms.set(bare, (forms.get(bare) ?? 0) + worth));
  };
  for (const tag of tags) if (!tag.includes(":")) put(tag, WORTH.tag);
  for (const path of paths) for (const folder of path.split("/").slice(0, -1)) put(folder, WORTH.folder);
  for (const word of new Set(wordsOf(text))) if (word.length >= SHORTEST_WORD) put(word, WORTH.word);
  return keys;
}

/** The one that gathers most, counted by what it is worth in each line; of equals the first by the alphabet. */
function strongest<T extends Themed>(left: readonly Keyed<T>[]): string | undefined {
  const weights = new Map<string, { worth: number; lines: number; sources: Set<string> }>();
  for (const { line, keys } of left) {
    for (const [key, worth] of keys) {
      const sum = weights.get(key) ?? { worth: 0, lines: 0, sources: new Set() };
      sum.worth += worth;
      sum.lines++;
      if (sum.sources.size < LEAST_SOURCES) sum.sources.add(line.sources[0] ?? "");
      weights.set(key, sum);
    }
  }
  let best: { key: string; worth: number } | undefined;
  for (const [key, { worth, lines, sources }] of weights) {
    if (lines < LEAST_LINES || sources.size < LEAST_SOURCES) continue;
    const isBetter = best === undefined || worth > best.worth || (worth === best.worth && compare(key, best.key) < 0);
    if (isBetter) best = { key, worth };
  }
  return best?.key;
}

/** As it is mostly written; the shortest of equals. */
function nameOf(key: string, names: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const forms = [...(names.get(key) ?? new Map([[key, 1]]))];
  const [best = [key, 0]] = forms.sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || compare(a[0], b[0]));
  return best[0].charAt(0).toUpperCase() + best[0].slice(1);
}
