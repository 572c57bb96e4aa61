/** Units in memory as one segment, later ones struck out: quick enough to try weights on, and ranked as on a shelf. */

import { buildSegment } from "../../src/search/index/build-segment.ts";
import { readableOf } from "../../src/search/index/bytes.ts";
import { Corpus } from "../../src/search/index/corpus.ts";
import { Segment } from "../../src/search/index/segment.ts";
import type { Unit } from "../../src/search/index/unit.ts";
import { Searcher, type Tables } from "../../src/search/rank/searcher.ts";

export class Collection {
  readonly #segment: Segment;
  readonly #paths: readonly string[];
  readonly #tables: Tables | undefined;

  constructor(units: readonly Unit[], tables?: Tables) {
    this.#segment = new Segment(readableOf(buildSegment(units)));
    this.#paths = this.#segment.paths();
    this.#tables = tables;
  }

  /** Everything, or only the units whose path may be seen. */
  searcher(seen?: (path: string) => boolean): Searcher {
    const deleted = seen === undefined ? [] : this.#paths.flatMap((path, doc) => (seen(path) ? [] : [doc]));
    return new Searcher(new Corpus([{ segment: this.#segment, deleted }]), this.#tables);
  }
}
