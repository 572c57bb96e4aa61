/** What of a moment speaks for one memory, as numbers and as the words behind them. The collection is asked only how rare words are. */

import { guardKinds } from "../../model/kind.ts";
import { stemsOf } from "../../text/analyse.ts";
import type { Row } from "../index/segment.ts";
import { foldersOf, type MomentCandidate, type Weighed } from "./candidates.ts";
import type { DoorValues, FixedValues, NothingValues } from "./features.ts";
import { tellingStems } from "./said.ts";

export interface Evidence {
  readonly values: DoorValues;
  readonly fixed: FixedValues;
  readonly matched: Matched;
}

/** What was found where, for whoever asks why. Stems. */
export interface Matched {
  readonly title: readonly string[];
  readonly body: readonly string[];
  readonly tags: readonly string[];
  /** What was said, and what of the memory says the same. */
  readonly otherwise: readonly (readonly [said: string, says: string])[];
  readonly code: string | undefined;
  readonly file: string | undefined;
}

/** What a word counts where it stands: in the title, a tag or alias, the text; and what another for it counts there. */
const STANDS = { title: 1, tag: 0.9, body: 0.7 } as const;
const STANDS_FOR = { title: 0.8, tag: 0.7, body: 0.5 } as const;
const MOST_WORDS = 4;
const MOST_PATH = 2;
/** A prompt of fewer telling words is not held against a memory that holds them. */
const LEAST_SAID = 4;
/** In a long text a word is said by chance: its words count by this length over its own. */
const USUAL_LENGTH = 60;
/** Files add to what was said: where nothing of it was, they are no door by themselves. */
const FILES_ALONE = 0.5;
/** A word that so many other memories say is half a name. */
const NAMES_HALF = 20;
/** So many memories count as many. */
const MANY = 2_000;

export function evidenceOf(candidate: MomentCandidate, moment: Weighed): Evidence {
  const { row } = candidate;
  const { said, rarity } = moment;
  const parts = partsOf(candidate);
  const others = standIns(candidate, moment, parts);
  const words = wordsIn(candidate, moment, parts, others.byWord);
  const isSaid = (stem: string) => said.words.has(stem) || said.joined.has(stem);
  const inTags = [...parts.tags].filter(isSaid);
  const topics = parts.title.filter((stem) => isSaid(stem) && parts.tags.has(stem));
  const code = codeIn(candidate, moment);
  const files = filesIn(candidate, moment, parts);
  const guards =
    moment.isChange && (guardKinds as readonly string[]).includes(row.kind) ? Math.max(files.file, files.folder) : 0;
  const named = candidate.named === undefined ? 0 : worthAsName(candidate.named);
  const filesCount = words.sum > 0 ? 1 : FILES_ALONE;
  return {
    values: {
      words: Math.min(MOST_WORDS, words.sum),
      second: words.second,
      title: titleShare(parts.title, moment, isSaid, others.inTitle),
      body: words.best,
      tags: Math.min(
        1,
        sumOf(inTags, (stem) => rarity.weight(stem)),
      ),
      topic: Math.max(0, ...topics.map((stem) => rarity.tellingOf(stem))),
      // A name is not said by chance.
      covers: (1 - named) * words.covers,
      chooses: row.kind === "decision" && said.sort.choice ? 1 : 0,
      refersTo: (row.kind === "reference" || row.kind === "analysis") && said.sort.question ? 1 : 0,
      file: files.file * filesCount,
      folder: files.folder * filesCount,
      path: files.path * filesCount,
    },
    fixed: { named, code: code.worth, guards },
    matched: {
      title: words.inTitle,
      body: words.inBody,
      tags: inTags,
      otherwise: others.pairs,
      code: code.code,
      file: files.which,
    },
  };

  /** One common word is a word like any other; a rare one, or several, are a name. What many memories say names none. */
  function worthAsName(key: string): number {
    return Math.min(
      1,
      sumOf(
        tellingStems(key),
        (stem) => rarity.tellingOf(stem) / (1 + Math.max(0, rarity.count(stem) - 1) / NAMES_HALF),
      ),
    );
  }
}

export function nothingOf({ said, rarity }: Weighed): NothingValues {
  const many = Math.log(1 + rarity.memories) / Math.log(1 + MANY);
  const is = (sort: boolean) => (sort ? 1 : 0);
  const { cosmetic, chore, talk, deed } = said.sort;
  const sorts = { cosmetic: is(cosmetic), chore: is(chore), talk: is(talk), deed: is(deed) };
  return { bias: 1, ...sorts, many: Math.min(1.5, many) };
}

/** What is said of a memory beside its text, taken apart. */
interface AboutText {
  readonly title: readonly string[];
  readonly titlePhrase: string;
  readonly tags: ReadonlySet<string>;
  readonly tagPhrase: string;
  readonly aliasStems: ReadonlySet<string>;
}

interface Parts extends AboutText {
  /** What a word of its text counts. */
  readonly bodyCounts: number;
}

/** A row never changes, and the same ones are candidates again and again. */
const known = new WeakMap<Row, AboutText>();

function partsOf({ row, length }: MomentCandidate): Parts {
  const about = known.get(row) ?? aboutText(row);
  known.set(row, about);
  return { ...about, bodyCounts: Math.min(1, Math.sqrt(USUAL_LENGTH / Math.max(1, length))) };
}

function aboutText({ title, tags, aliases }: Row): AboutText {
  return {
    title: [...new Set(tellingStems(title))],
    titlePhrase: ` ${stemsOf(title).join(" ")} `,
    tags: new Set(tags.flatMap(tellingStems)),
    tagPhrase: ` ${tags.map((tag) => stemsOf(tag).join(" ")).join(" | ")} `,
    aliasStems: new Set(aliases.flatMap(tellingStems)),
  };
}

interface StandIns {
  /** For words that were said: the most another word for it counts in this memory. */
  readonly byWord: ReadonlyMap<string, number>;
  /** For words of the title that were not said: what was said for them. */
  readonly inTitle: ReadonlyMap<string, number>;
  readonly pairs: readonly (readonly [string, string])[];
}

/** Words of the memory that say the same as words of the moment. */
function standIns(candidate: MomentCandidate, { evoked, rarity }: Weighed, parts: Parts): StandIns {
  const byWord = new Map<string, number>();
  const inTitle = new Map<string, number>();
  const pairs: [string, string][] = [];
  for (const group of evoked) {
    const concept = rarity.ofGroup(group);
    let best = 0;
    let by = "";
    for (const term of group.terms) {
      const credit = Math.min(group.worth, term.worth) * concept;
      const phrase = ` ${term.stems.join(" ")} `;
      let counts = 0;
      if (parts.titlePhrase.includes(phrase)) {
        counts = STANDS_FOR.title * credit;
        for (const stem of term.stems) inTitle.set(stem, Math.max(inTitle.get(stem) ?? 0, credit / term.stems.length));
      } else if (parts.tagPhrase.includes(phrase)) counts = STANDS_FOR.tag * credit;
      else if (term.stems.every((stem) => candidate.holds(stem))) counts = STANDS_FOR.body * credit * parts.bodyCounts;
      if (counts > best) [best, by] = [counts, phrase.trim()];
    }
    if (best === 0) continue;
    const word = group.said.join(" ");
    byWord.set(word, Math.max(byWord.get(word) ?? 0, best));
    pairs.push([word, by]);
  }
  return { byWord, inTitle, pairs };
}

interface WordsIn {
  readonly sum: number;
  readonly second: number;
  readonly best: number;
  readonly covers: number;
  readonly inTitle: readonly string[];
  readonly inBody: readonly string[];
}

function wordsIn(
  candidate: MomentCandidate,
  { said, rarity }: Weighed,
  parts: Parts,
  standIn: ReadonlyMap<string, number>,
): WordsIn {
  const title = new Set(parts.title);
  const left = new Map(standIn);
  const credits: number[] = [];
  const [inTitle, inBody]: [string[], string[]] = [[], []];
  let best = 0;
  let [all, held] = [0, 0];
  for (const [stem, share] of said.words) {
    const telling = rarity.tellingOf(stem);
    const base = telling * share;
    all += telling;
    if (title.has(stem) || candidate.holds(stem)) held += telling;
    const weight = base * rarity.of(stem);
    const other = Math.min(weight, left.get(stem) ?? 0);
    left.delete(stem);
    let credit = 0;
    if (title.has(stem)) {
      // A word of many texts and one title is that one's matter.
      credit = STANDS.title * base * rarity.asKey(stem);
      inTitle.push(stem);
    } else if (parts.tags.has(stem) || parts.aliasStems.has(stem)) credit = STANDS.tag * weight;
    else if (candidate.holds(stem)) credit = STANDS.body * weight * parts.bodyCounts;
    if (credit > 0 && !title.has(stem)) {
      best = Math.max(best, weight * (candidate.holds(stem) ? parts.bodyCounts : 1));
      inBody.push(stem);
    }
    credits.push(Math.max(credit, other));
  }
  credits.push(...left.values());
  credits.sort((a, b) => b - a);
  return {
    sum: sumOf(credits, (credit) => credit),
    second: credits[1] ?? 0,
    best,
    covers: held / Math.max(LEAST_SAID, all),
    inTitle,
    inBody,
  };
}

function titleShare(
  stems: readonly string[],
  { rarity }: Weighed,
  isSaid: (stem: string) => boolean,
  standIn: ReadonlyMap<string, number>,
): number {
  let [all, said] = [0, 0];
  for (const stem of stems) {
    const weight = rarity.weight(stem);
    all += weight;
    said += isSaid(stem) ? weight : Math.min(weight, standIn.get(stem) ?? 0);
  }
  return all === 0 ? 0 : said / all;
}

/** A name written like code that stands in its text as it was said. */
function codeIn(candidate: MomentCandidate, { said, rarity }: Weighed): { worth: number; code: string | undefined } {
  let best: { worth: number; code: string | undefined } = { worth: 0, code: undefined };
  for (const code of said.names) {
    const worth = candidate.holds(code) ? rarity.of(code) : 0;
    if (worth > best.worth) best = { worth, code };
  }
  return best;
}

function filesIn(
  candidate: MomentCandidate,
  { files, pathWords, rarity }: Weighed,
  parts: Parts,
): { file: number; folder: number; path: number; which: string | undefined } {
  if (files.length === 0) return { file: 0, folder: 0, path: 0, which: undefined };
  const own = new Set(candidate.row.files.map((file) => file.toLowerCase().replace(/\/$/, "")));
  let [file, folder]: [number, number] = [0, 0];
  let which: string | undefined;
  for (const touched of files) {
    const path = touched.toLowerCase();
    if (own.has(path)) {
      file = Math.max(file, 1 / Math.sqrt(Math.max(1, rarity.about(path))));
      which = touched;
    }
    for (const above of foldersOf(path).filter((one) => own.has(one))) {
      const depth = Math.min(1, above.split("/").length / 3 + 0.34);
      folder = Math.max(folder, depth / Math.sqrt(Math.max(1, rarity.about(above))));
      which ??= touched;
    }
  }
  const title = new Set(parts.title);
  // Its text names its own files: only what title and tags say of a path tells anything.
  const path = sumOf(pathWords, (stem) => {
    if (title.has(stem)) return rarity.weight(stem);
    return parts.tags.has(stem) ? 0.5 * rarity.weight(stem) : 0;
  });
  return { file, folder, path: Math.min(MOST_PATH, path), which };
}

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
