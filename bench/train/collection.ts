/** Units in memory as one segment, later ones struck out: quick enough to try weights on, and ranked as on a shelf. */

import { buildSegment } from "../../src/index/build-segment.ts";
import { readableOf } from "../../src/index/bytes.ts";
import { Corpus } from "../../src/index/corpus.ts";
import { Segment } from "../../src/index/segment.ts";
import type { Unit } from "../../src/index/unit.ts";
import { Searcher, type Tables } from "../../src/recall/searcher.ts";

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
