/**
 * What the statements are about: themes from their tags, the folders of their files and the words they share, the one that
 * gathers most first. The same statements always fall into the same themes, in whatever order they come. Pure.
 */

import { termsOf, wordsOf } from "../text/analyse.ts";
import { textOrder } from "../text/order.ts";
import { stopWords } from "../text/stop-words.ts";
import { neutral } from "./statement.ts";

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
/** A tag is meant as a theme; a folder only may be one, and so may a word, above all a name. */
const WORTH = { tag: 3, folder: 2, name: 2, word: 1 } as const;
/** A word that nobody meant as a theme has to be in more of them. */
const LEAST_SOURCES_OF_WORD = 3;
const LABEL = /^(?:To do|Blocked|Put off|Proposed|[A-Z][a-z]+(?: [a-z]+)?): /;
const REDACTED = /\[?redacted[^\]\s]*\]?/gi;
/** What is written for a machine: in back-ticks, with a path's or a call's signs, in camel or snake case. */
const IDENTIFIER = /`[^`]*`|[\w.-]*[/\\_][\w./\\-]*|\w+\.\w+(?:\(\))?|\b[a-zA-Z]+[a-z][A-Z]\w*|\w+\(\)/g;
/** No identifier is without one of these. */
const MACHINES = /[`/\\_.(]|[a-z][A-Z]/;
const CAPITALS = /(?<![\w-])[A-Z][A-Z0-9]{2,7}(?![\w-])/g;
/** Asked first: most texts have nothing of it, and a class of Unicode takes longer. */
const BEYOND_ASCII = /[^\0-\x7f]/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Of scripts without spaces, the runs that name things. */
const NAMES = /\p{Script=Katakana}[\p{Script=Katakana}ー]{2,}|\p{Script=Han}{2,6}/gu;

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
  const known = new Map<string, string>();
  let left = lines.map((line): Keyed<T> => ({ line, keys: keysOf(line, names, known) }));
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

/** `known`: the keys of words that were met, as the same words come again and again. */
function keysOf(
  { tags, paths, text }: Themed,
  names: Map<string, Map<string, number>>,
  known: Map<string, string>,
): Map<string, number> {
  const keys = new Map<string, number>();
  const put = (word: string, worth: number) => {
    const bare = word.toLowerCase();
    const key = known.get(bare) ?? keyOf(bare);
    known.set(bare, key);
    if (key === "") return;
    keys.set(key, Math.max(keys.get(key) ?? 0, worth));
    const forms = names.get(key) ?? new Map<string, number>();
    const form = word === word.toUpperCase() ? word : bare;
    names.set(key, forms.set(form, (forms.get(form) ?? 0) + worth));
  };
  for (const tag of tags) if (!tag.includes(":")) put(tag, WORTH.tag);
  for (const path of paths) for (const folder of path.split("/").slice(0, -1)) put(folder, WORTH.folder);
  for (const word of wordsToldBy(text)) put(word, isName(word, text) ? WORTH.name : WORTH.word);
  return keys;
}

/** "" where it is none: pale, or a number. */
function keyOf(bare: string): string {
  if (bare.length < 2 || isPale(bare) || /^[\d.-]+$/.test(bare)) return "";
  const key = isUnspaced(bare) ? bare : (termsOf(bare)[0] ?? bare);
  return isPale(key) ? "" : key;
}

/** Words of some length, and what is written in capitals alone, as it is written. */
function wordsToldBy(text: string): Set<string> {
  const plain = text.replace(LABEL, "").replace(REDACTED, " ");
  // Parts of an identifier are no words of the sentence: `log.IsSilent()` speaks of no silence.
  const said = MACHINES.test(plain) ? plain.replace(IDENTIFIER, " ") : plain;
  const capitals = said.match(CAPITALS) ?? [];
  const long = wordsOf(said).filter((word) => word.length >= SHORTEST_WORD && !isUnspaced(word));
  const names = BEYOND_ASCII.test(said) ? (said.match(NAMES) ?? []) : [];
  if (capitals.length === 0) return new Set([...long, ...names]);
  const lower = new Set(capitals.map((word) => word.toLowerCase()));
  return new Set([...capitals, ...long.filter((word) => !lower.has(word)), ...names]);
}

function isUnspaced(word: string): boolean {
  return BEYOND_ASCII.test(word) && UNSPACED.test(word);
}

/** Written large where no sentence begins. */
function isName(word: string, text: string): boolean {
  return /^[A-Z]/.test(word) && new RegExp(`[\\p{Ll},] ${word}(?![\\p{L}])`, "u").test(text);
}

/** The one that gathers most, counted by what it is worth in each line; of equals the first by the alphabet. */
function strongest<T extends Themed>(left: readonly Keyed<T>[]): string | undefined {
  const weights = new Map<string, { worth: number; best: number; lines: number; sources: Set<string> }>();
  for (const { line, keys } of left) {
    for (const [key, worth] of keys) {
      const sum = weights.get(key) ?? { worth: 0, best: 0, lines: 0, sources: new Set() };
      sum.worth += worth;
      sum.lines++;
      sum.best = Math.max(sum.best, worth);
      if (sum.sources.size < LEAST_SOURCES_OF_WORD) sum.sources.add(line.sources[0] ?? "");
      weights.set(key, sum);
    }
  }
  let best: { key: string; worth: number } | undefined;
  for (const [key, { worth, best: most, lines, sources }] of weights) {
    const least = most > WORTH.word ? LEAST_SOURCES : LEAST_SOURCES_OF_WORD;
    if (lines < LEAST_LINES || sources.size < least) continue;
    const isBetter = best === undefined || worth > best.worth || (worth === best.worth && textOrder(key, best.key) < 0);
    if (isBetter) best = { key, worth };
  }
  return best?.key;
}

/** As it is mostly written; the shortest of equals. */
function nameOf(key: string, names: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const forms = [...(names.get(key) ?? new Map([[key, 1]]))];
  const [best = [key, 0]] = forms.sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || textOrder(a[0], b[0]));
  return neutral(best[0].charAt(0).toUpperCase() + best[0].slice(1));
}

const PALE = new Set(
  `src lib app scripts script outputs output planning pkg cmd internal util utils common shared core module modules package packages component components home users
  source sources test tests docs doc file files folder folders path paths directory directories exist exists existing code use uses used using user session sessions project projects
  change changes changed work works working make makes made function functions line lines need needs needed thing things case cases
  time times value values name names type types default defaults version versions update updates updated added adds adding fixed
  fixes moved removed instead because decision decisions constraint preference learning discovery pattern failed approach
  note status blocker deferred reversed question run runs running keep keeps kept read reads write writes written call calls
  called switch switched settled always never every each when must should still first last next main also back both done
  from into over only other others since such than that them then there these they this those through under until very
  what where which while will with without would your about above after again before being between could does doing have having here
  just like more most much once same some goes going gets getting take takes taken give gives given find finds found show shows
  shown look looks looking consider considers address addresses addressed help helps tell tells told want wants wanted turn turns
  turned seem seems said says state states stated start starts started stop stops stopped begin begins open opens close closes
  good better best bad right wrong small large long short high many less least several second seconds minute minutes hour hours day
  days week weeks month months year years today redacted secret removed twice whole part parts step steps number numbers kind kinds
  list lists item items point points issue issues problem problems reason reasons result results option options example examples
  review reviews reviewed comment comments branch branches commit commits merge request requests answer answers
  observation observations finding findings improvement improvements conflict conflicts suggestion message messages
  new old create creates created delete deletes deleted replace replaces replaced implement implements implemented support supports
  supported handle handles handled return returns returned check checks checked clean green pass passes passed passing fail fails
  ordered error errors bug bugs feature features task tasks todo left still yet already currently however actually really simply`.split(
    /\s+/,
  ),
);

/** `word` in lower case, as it stands or by its stem. */
function isPale(word: string): boolean {
  return PALE.has(word) || stopWords.has(word);
}
