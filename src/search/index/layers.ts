/**
 * What the index holds: segments, what no longer holds in them, and the units read since. A path is known at most once;
 * putting it anew takes the old one out.
 */

import { folderOf } from "../../text/relative-path.ts";
import { buildSegment } from "./build-segment.ts";
import { Damaged, readableOf } from "./bytes.ts";
import { Corpus, type CorpusPart } from "./corpus.ts";
import type { SegmentNote } from "./manifest.ts";
import { Segment } from "./segment.ts";
import type { Stamp, Unit } from "./unit.ts";

/** One segment and what no longer holds in it. */
export interface Layer {
  readonly segment: Segment;
  readonly deleted: Set<number>;
  /** Its name on the shelf, or its bytes while it has none. */
  readonly file: string | Uint8Array;
}

export class Layers {
  layers: Layer[];
  /** What was read since the newest segment. */
  readonly delta = new Map<string, Unit>();
  /** What was read since as a segment, once somebody asked for it; the bytes are kept, to be stored as they are. */
  #newest: Layer | undefined;
  #parts: readonly CorpusPart[] | undefined;
  #corpus: Corpus | undefined;

  /** Throws `Damaged` where a note does not fit its segment. */
  constructor(segments: readonly Segment[] = [], notes: readonly SegmentNote[] = []) {
    this.layers = segments.map((segment, i) => layerOf(segment, notes[i]!));
  }

  /** The segments, and what was read since as one more; the same ones until something changes. */
  get parts(): readonly CorpusPart[] {
    this.#parts ??= this.delta.size === 0 ? [...this.layers] : [...this.layers, this.#deltaLayer()];
    return this.#parts;
  }

  get corpus(): Corpus {
    this.#corpus ??= new Corpus(this.parts);
    return this.#corpus;
  }

  get documents(): number {
    return this.layers.reduce((sum, { segment, deleted }) => sum + segment.header.docs - deleted.size, this.delta.size);
  }

  /** `isNew`: it is known that no segment has it; looking for it in each of many would cost more than the rest. */
  put(unit: Unit, { isNew }: { readonly isNew: boolean }): void {
    if (!isNew) this.remove(unit.path);
    this.delta.set(unit.path, unit);
    this.#newest = undefined;
    this.#forget();
  }

  /** What was read since becomes a segment of its own, still in memory. */
  seal(): void {
    if (this.delta.size === 0) return;
    this.layers.push(this.#deltaLayer());
    this.delta.clear();
    this.#newest = undefined;
    this.#forget();
  }

  /** False if it was not known. */
  remove(path: string): boolean {
    let known = this.delta.delete(path);
    if (known) this.#newest = undefined;
    for (const { segment, deleted } of this.layers) {
      const doc = segment.find(path);
      if (doc < 0 || deleted.has(doc)) continue;
      deleted.add(doc);
      known = true;
    }
    if (known) this.#forget();
    return known;
  }

  stampOf(path: string): Stamp | undefined {
    const unit = this.delta.get(path);
    if (unit) return unit.stamp;
    for (const { segment, deleted } of this.layers) {
      const doc = segment.find(path);
      if (doc >= 0 && !deleted.has(doc)) return segment.stamp(doc);
    }
    return undefined;
  }

  /** What is known of one folder. */
  stampsIn(folder: string): Map<string, Stamp> {
    const stamps = new Map<string, Stamp>();
    for (const { segment, deleted } of this.layers) {
      const [from, to] = segment.range(folder);
      for (const { path, stamp, doc } of segment.stamped(from, to)) if (!deleted.has(doc)) stamps.set(path, stamp);
    }
    for (const [path, { stamp }] of this.delta) if (folderOf(path) === folder) stamps.set(path, stamp);
    return stamps;
  }

  countIn(folder: string): number {
    return this.layers.reduce((sum, { segment }) => {
      const [from, to] = segment.range(folder);
      return sum + to - from;
    }, 0);
  }

  /** Up to so many documents from a place on; where to go on, or 0 after the last. */
  slice(cursor: number, count: number): { known: { path: string; stamp: Stamp }[]; next: number } {
    const known: { path: string; stamp: Stamp }[] = [];
    let before = 0;
    for (const { segment, deleted } of this.layers) {
      const from = Math.max(0, cursor - before);
      const to = Math.min(segment.header.docs, from + count - known.length);
      for (const { path, stamp, doc } of segment.stamped(from, to)) if (!deleted.has(doc)) known.push({ path, stamp });
      before += segment.header.docs;
      if (known.length >= count || to < segment.header.docs) return { known, next: before - segment.header.docs + to };
    }
    for (const [path, { stamp }] of this.delta) known.push({ path, stamp });
    return { known, next: 0 };
  }

  /** Puts a segment in the place of others. */
  replace(layers: readonly Layer[], by: Layer | undefined): void {
    const first = this.layers.findIndex((layer) => layers.includes(layer));
    this.layers = this.layers.flatMap((layer, n) =>
      layers.includes(layer) ? (n === first && by ? [by] : []) : [layer],
    );
    this.#forget();
  }

  #forget(): void {
    this.#parts = undefined;
    this.#corpus = undefined;
  }

  #deltaLayer(): Layer {
    this.#newest ??= inMemory(buildSegment([...this.delta.values()]));
    return this.#newest;
  }

  /** Of those on the shelf. */
  notes(): SegmentNote[] {
    return this.layers.flatMap(({ segment, file, deleted }) =>
      typeof file !== "string"
        ? []
        : [{ file, size: segment.size, docs: segment.header.docs, deleted: [...deleted].sort((a, b) => a - b) }],
    );
  }
}

export function inMemory(bytes: Uint8Array): Layer {
  return { segment: new Segment(readableOf(bytes)), deleted: new Set(), file: bytes };
}

function layerOf(segment: Segment, { file, deleted }: SegmentNote): Layer {
  if (deleted.some((doc) => doc >= segment.header.docs)) throw new Damaged("a deleted document that never was");
  return { segment, file, deleted: new Set(deleted) };
}
