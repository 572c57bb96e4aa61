/** How much new information has to do with a memory there is: points that make it a candidate, and how alike the two are. Pure. */

import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { termsOf } from "../text/analyse.ts";
import { countShared, shareWithin } from "../text/likeness.ts";

/** A text about to be written, to be compared with the memories there are. */
export interface News {
  readonly kind: Kind;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
}

type Compared = Pick<Memory, "title" | "description" | "tags" | "body">;

export interface Likeness {
  /** A shared tag gives three, a word of the title two, the beginning of one a single point. */
  readonly points: number;
  /** 0 to 1: how far the one says what the other says. */
  readonly similarity: number;
}

/** From here on it is worth asking whether the two are one. */
export const candidatePoints = 3;
const SHORTEST_BEGINNING = 4;

export function likenessOf(news: News, memory: Compared): Likeness {
  const said = new Set(termsOf(`${news.title}\n${news.text}\n${news.tags.join("\n")}`));
  return { points: pointsFor(said, memory), similarity: similarityOf(news, memory) };
}

function pointsFor(said: ReadonlySet<string>, { title, tags }: Compared): number {
  const inTitle = new Set(termsOf(title));
  const tagWords = tags.map((tag) => termsOf(tag).filter((term) => !term.includes("-")));
  const shared = tagWords.filter((words) => words.length > 0 && words.every((word) => said.has(word)));
  const named = [...said].filter((term) => inTitle.has(term));
  const known = new Set([...named, ...shared.flat()]);
  const others = [...inTitle, ...tagWords.flat()].filter((term) => !known.has(term));
  const begun = [...said].filter((term) => !known.has(term) && others.some((other) => begins(term, other)));
  return 3 * shared.length + 2 * named.length + begun.length;
}

/** Either way round: who writes `auth` may mean `authentication`. */
function begins(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST_BEGINNING && long.startsWith(short);
}

/** Half of it is what the two have in common in short, half how much of the news stands in the memory at all. */
function similarityOf(news: News, memory: Compared): number {
  const short = new Set(termsOf(`${news.title}\n${news.text}`));
  const other = new Set(termsOf(`${memory.title}\n${memory.description}`));
  if (short.size === 0 || other.size === 0) return 0;
  const whole = new Set(termsOf(`${memory.title}\n${memory.description}\n${memory.tags.join("\n")}\n${memory.body}`));
  const inShort = (2 * countShared(short, other)) / (short.size + other.size);
  const inWhole = shareWithin(short, whole);
  return Math.round(1_000 * ((inShort + inWhole) / 2)) / 1_000;
}
