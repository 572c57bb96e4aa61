/** Units as a collection to search: built into a segment as the product builds it, and later ones struck out. */

import { buildSegment } from "../../src/index/build-segment.ts";
import { readableOf } from "../../src/index/bytes.ts";
import { Corpus, type LeafAt, type OpenPart } from "../../src/index/corpus.ts";
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

/** `path#n` of a turn, counted in its dialogue. */
export function turnName({ part, leaf }: LeafAt): string {
  const doc = part.leaves.doc[leaf]!;
  let first = leaf;
  while (first > 0 && part.leaves.doc[first - 1] === doc) first--;
  return `${part.segment.path(doc)}#${leaf - first}`;
}

export function pathOf({ part, leaf }: LeafAt): string {
  return part.segment.path(part.leaves.doc[leaf]!);
}

/** The path of a group's first document. */
export function groupPath({ part, group }: { part: OpenPart; group: number }): string {
  return part.segment.path(part.leaves.doc[part.groups.start[group]!]!);
}
