/** How rare a word is among the memories there are: 1 where nobody says it, little where every one does. */

import type { Corpus } from "../index/corpus.ts";
import { fileTerm, keyTerm } from "../index/keys.ts";
import { tellingOf } from "./background.ts";
import { countOf } from "./scan.ts";
import type { Evoked } from "./thesaurus.ts";

const LEAST = 0.15;
/** Words for one thing stand in the same memories: so much of the others is not counted already. */
const OVERLAP = 0.3;

export class Rarity {
  /** How many memories there are. */
  readonly memories: number;
  readonly #corpus: Corpus;
  readonly #counts = new Map<string, number>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.memories = Math.max(1, corpus.totals.memories.count);
  }

  count(stem: string): number {
    const known = this.#counts.get(stem);
    if (known !== undefined) return known;
    const count = countOf(this.#corpus, stem);
    this.#counts.set(stem, count);
    return count;
  }

  of(stem: string): number {
    return this.#among(this.count(stem));
  }

  /** Among titles and aliases. */
  asKey(stem: string): number {
    return this.#among(this.count(keyTerm(stem)));
  }

  /** What a word is worth here. */
  weight(stem: string): number {
    return tellingOf(stem) * this.of(stem);
  }

  tellingOf(stem: string): number {
    return tellingOf(stem);
  }

  /** How many memories are about a file or folder. */
  about(path: string): number {
    return this.count(fileTerm(path));
  }

  /** How rare a whole group of words is: as if each stood in memories of its own. A phrase is rare beside its words. */
  ofGroup({ said, terms }: Evoked): number {
    let [sum, most] = [0, 0];
    for (const { stems } of [{ stems: said }, ...terms]) {
      if (stems.length > 1) continue;
      const count = this.count(stems[0]!);
      sum += count;
      most = Math.max(most, count);
    }
    return this.#among(Math.min(most + OVERLAP * (sum - most), this.memories));
  }

  #among(count: number): number {
    if (count === 0) return 1;
    const all = this.memories;
    return Math.max(LEAST, Math.log((all + 1) / count) / Math.log(all + 1));
  }
}
