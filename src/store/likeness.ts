/** Which memory a new text might duplicate: by the rare words titles and descriptions share. Never decides, only names. */

import type { Kind } from "../model/kind.ts";
import type { CatalogWatcher } from "./catalog.ts";
import type { MemoryFile } from "./memory-file.ts";
import { faceOf } from "./memory-file.ts";

const ALIKE = 0.6;
const FEWEST_WORDS = 3;
/** A word more common than this says nothing, and would cost time in a large root. */
const COMMON = 100;
const STOP = new Set(
  "the and for with that this from are was were will not but our your its has have had can into when then than over only use uses used using must should".split(
    " ",
  ),
);

export class Likeness implements CatalogWatcher {
  readonly #words = new Map<string, Set<string>>();
  readonly #texts = new Map<string, { kind: Kind; words: ReadonlySet<string> }>();

  /** Files whose words nobody has asked for yet. */
  readonly #waiting = new Map<string, MemoryFile>();

  came(found: MemoryFile): void {
    if (faceOf(found).status === "active") this.#waiting.set(found.path, found);
  }

  went({ path }: MemoryFile): void {
    this.#waiting.delete(path);
    for (const word of this.#texts.get(path)?.words ?? []) this.#words.get(word)?.delete(path);
    this.#texts.delete(path);
  }

  #takeIn({ path, written }: MemoryFile): void {
    const words = wordsOf(`${written.title} ${written.description}`);
    this.#texts.set(path, { kind: written.kind, words });
    for (const word of words) {
      const paths = this.#words.get(word);
      if (paths === undefined) this.#words.set(word, new Set([path]));
      else paths.add(path);
    }
  }

  /** The path most like this text among those of one kind, if any is alike enough. */
  nearest(text: string, kind: Kind): string | undefined {
    const words = wordsOf(text);
    if (words.size < FEWEST_WORDS) return undefined;
    for (const found of this.#waiting.values()) this.#takeIn(found);
    this.#waiting.clear();
    let best: { path: string; share: number } | undefined;
    for (const [path, shared] of this.#shared(words)) {
      const other = this.#texts.get(path);
      if (other?.kind !== kind) continue;
      const share = shared / (words.size + other.words.size - shared);
      if (share >= ALIKE && share > (best?.share ?? 0)) best = { path, share };
    }
    return best?.path;
  }

  /** How many words each candidate shares; one that is alike enough shares at least one of the rarer ones. */
  #shared(words: ReadonlySet<string>): Map<string, number> {
    const byRarity = [...words].sort((a, b) => this.#count(a) - this.#count(b));
    const telling = byRarity.slice(0, words.size - Math.ceil(words.size * ALIKE) + 1);
    const candidates = new Set<string>();
    for (const word of telling) {
      if (this.#count(word) <= COMMON) for (const path of this.#words.get(word) ?? []) candidates.add(path);
    }
    const counts = new Map<string, number>();
    for (const path of candidates) counts.set(path, commonTo(words, this.#texts.get(path)?.words));
    return counts;
  }

  #count(word: string): number {
    return this.#words.get(word)?.size ?? 0;
  }
}

function commonTo(words: ReadonlySet<string>, others: ReadonlySet<string> | undefined): number {
  let common = 0;
  for (const word of words) if (others?.has(word)) common += 1;
  return common;
}

function wordsOf(text: string): Set<string> {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")));
}
