/** Which memory a new text might duplicate: by the rare words titles and descriptions share. Never decides, only names. */

import type { Kind } from "../model/kind.ts";
import { termsOf } from "../text/analyse.ts";
import { shareOfAll } from "../text/likeness.ts";
import type { CatalogWatcher } from "./catalog.ts";
import { faceOf, type MemoryFile } from "./memory-file.ts";

const ALIKE = 0.6;
const FEWEST_WORDS = 3;
/** A word more common than this says nothing, and would cost time in a large root. */
const COMMON = 100;

export class LikeMemories implements CatalogWatcher {
  readonly #words = new Map<string, Set<string>>();
  readonly #described = new Map<string, Set<string>>();
  readonly #texts = new Map<string, { kind: Kind; description: string; words: ReadonlySet<string> }>();

  /** Files whose words nobody has asked for yet, by kind. */
  readonly #waiting = new Map<Kind, Map<string, MemoryFile>>();

  came(found: MemoryFile): void {
    const { kind, status } = faceOf(found);
    if (status !== "active") return;
    const waiting = this.#waiting.get(kind) ?? new Map<string, MemoryFile>();
    this.#waiting.set(kind, waiting.set(found.path, found));
  }

  went(found: MemoryFile): void {
    const { path } = found;
    this.#waiting.get(faceOf(found).kind)?.delete(path);
    for (const word of this.#texts.get(path)?.words ?? []) this.#words.get(word)?.delete(path);
    this.#described.get(bare(this.#texts.get(path)?.description ?? ""))?.delete(path);
    this.#texts.delete(path);
  }

  #takeIn({ path, written }: MemoryFile): void {
    const words = new Set(termsOf(`${written.title} ${written.description}`));
    this.#texts.set(path, { kind: written.kind, description: written.description, words });
    const described = bare(written.description);
    this.#described.set(described, (this.#described.get(described) ?? new Set<string>()).add(path));
    for (const word of words) {
      const paths = this.#words.get(word);
      if (paths === undefined) this.#words.set(word, new Set([path]));
      else paths.add(path);
    }
  }

  /** The path most like this text among those of one kind, if any is alike enough. */
  nearest(text: string, kind: Kind): string | undefined {
    const words = new Set(termsOf(text));
    if (words.size < FEWEST_WORDS) return undefined;
    this.#takeInAll(kind);
    let best: { path: string; share: number } | undefined;
    for (const path of this.#candidates(words)) {
      const other = this.#texts.get(path);
      if (other?.kind !== kind) continue;
      const share = shareOfAll(words, other.words);
      if (share >= ALIKE && share > (best?.share ?? 0)) best = { path, share };
    }
    return best?.path;
  }

  /** The paths of one kind with just this description. */
  describedAs(description: string, kind: Kind): string[] {
    this.#takeInAll(kind);
    return [...(this.#described.get(bare(description)) ?? [])].filter((path) => this.#texts.get(path)?.kind === kind);
  }

  #takeInAll(kind: Kind): void {
    for (const found of this.#waiting.get(kind)?.values() ?? []) this.#takeIn(found);
    this.#waiting.delete(kind);
  }

  /** One that is alike enough shares at least one of the rarer words. */
  #candidates(words: ReadonlySet<string>): ReadonlySet<string> {
    const byRarity = [...words].sort((a, b) => this.#count(a) - this.#count(b));
    const telling = byRarity.slice(0, words.size - Math.ceil(words.size * ALIKE) + 1);
    const candidates = new Set<string>();
    for (const word of telling) {
      if (this.#count(word) <= COMMON) for (const path of this.#words.get(word) ?? []) candidates.add(path);
    }
    return candidates;
  }

  #count(word: string): number {
    return this.#words.get(word)?.size ?? 0;
  }
}

/** Typed again, a sentence seldom has the same capitals and stops. */
function bare(description: string): string {
  return description.toLowerCase().replace(/[.,;:!]+$/, "");
}
