/**
 * Memories for a question or a moment, over every root in reach as one collection. What is handed out was read from its
 * file in the same answer and found to be what the index says; where it was not, the answer is worked out anew.
 */

import { defined } from "../../model/defined.ts";
import type { Memory } from "../../model/memory.ts";
import type { Store } from "../../store/store.ts";
import { judged as likelyIn, type MomentQuery, type PriorOf, relevantTo } from "../door/door.ts";
import { inItsWords, type Reason } from "../door/reasons.ts";
import { searchWider, type WiderFound } from "../door/search-wider.ts";
import { Damaged } from "../index/bytes.ts";
import { Corpus, type CorpusPart, type OpenPart } from "../index/corpus.ts";
import type { Row } from "../index/segment.ts";
import { leafFlag, sameStamp } from "../index/unit.ts";
import type { LeafFeature, Values } from "../rank/features.ts";
import { type Filter, filterOf } from "../rank/filter.ts";
import { type Asked, searchMemories } from "../rank/search.ts";
import { Searcher } from "../rank/searcher.ts";
import { type Pace, RootIndex } from "./root-index.ts";
import type { IndexedFile } from "./root-source.ts";
import { memoryTextOf } from "./unit-of.ts";

/** Someone may be at work in the very files that are found: so often an answer is worked out anew. */
const MOST_TRIES = 4;
const MOST_REASONS = 3;
const MOST_EXPLAINED = 20;

export interface StoredMemory {
  readonly memory: Memory;
  readonly store: Store;
  /** When it was last changed, by its own word or else its file's; milliseconds. */
  readonly time: number;
}

export interface SearchHit extends StoredMemory {
  readonly score: number;
  /** None where it was found by its characters or by other words. */
  readonly features: Values<LeafFeature> | undefined;
  /** Why, where it says the question in other words. */
  readonly otherWords?: readonly string[] | undefined;
}

export interface FoundHits {
  readonly hits: readonly SearchHit[];
  /** Nothing found bears much on the question. */
  readonly weak: boolean;
  /** The question's words as the index has them. */
  readonly terms: readonly string[];
}

interface MomentHit extends StoredMemory {
  /** What brought it in, in words: the strongest reasons. */
  readonly why: readonly string[];
  readonly score: number;
  /** That it bears on the moment. */
  readonly probability: number;
}

interface Explained {
  readonly id: string;
  readonly scope: string;
  readonly title: string;
  readonly probability: number;
  readonly isShown: boolean;
  /** The heaviest first. */
  readonly reasons: readonly Reason[];
}

/** A document of the collection that is about to be shown. */
interface Hit {
  readonly part: OpenPart;
  readonly doc: number;
  readonly row: Row;
}

export class Finder {
  readonly #known = new Map<string, RootIndex>();
  readonly #onRead: (count: number) => void;
  #roots: readonly RootIndex[] = [];
  #ready: { readonly parts: readonly (readonly CorpusPart[])[]; readonly searcher: Searcher } | undefined;

  constructor(onRead: (count: number) => void) {
    this.#onRead = onRead;
  }

  /** The roots to search, nearest first; the indexes of those known before are kept. */
  over(stores: readonly Store[]): void {
    this.#roots = stores.map((store) => {
      const known = this.#known.get(store.root.key) ?? new RootIndex(store, this.#onRead);
      this.#known.set(store.root.key, known);
      return known;
    });
  }

  get roots(): readonly RootIndex[] {
    return this.#roots;
  }

  /** False where something had to wait. */
  catchUp(pace: Pace): boolean {
    return this.#roots.map((root) => root.catchUp(pace)).every((caughtUp) => caughtUp);
  }

  /** How many files are known, and how many there are. */
  progress(): { read: number; of: number } {
    const read = this.#roots.reduce((sum, { index }) => sum + index.documents, 0);
    return { read, of: this.#roots.reduce((sum, { index }) => sum + index.countUnread(), read) };
  }

  search(asked: Asked): FoundHits {
    return this.#found(asked, searchMemories);
  }

  /** As `search`; where nothing found bears much on the question, also what says it in other words. */
  searchWider(asked: Asked): FoundHits {
    return this.#found(asked, searchWider);
  }

  #found(asked: Asked, search: (searcher: Searcher, asked: Asked) => WiderFound): FoundHits {
    let weak = true;
    let terms: readonly string[] = [];
    const shown = this.#checked((searcher) => {
      const found = search(searcher, asked);
      weak = found.weak;
      terms = searcher.question(asked.text).terms;
      return found.hits;
    });
    const hits = shown.map(({ hit: { score, features, otherWords }, ...rest }) => ({
      ...rest,
      score,
      features,
      ...defined({ otherWords: otherWords?.map((says) => inItsWords(says, () => memoryTextOf(rest.memory))) }),
    }));
    return { hits, weak, terms };
  }

  relevant(
    moment: MomentQuery,
    filter: Filter,
    limit: number,
    shown: ReadonlySet<string>,
    priorOf?: PriorOf,
  ): MomentHit[] {
    const found = this.#checked(({ corpus }) => relevantTo(corpus, moment, filter, limit, shown, priorOf));
    return found.map(({ hit, ...rest }) => ({
      ...rest,
      why: hit.reasons.slice(0, MOST_REASONS).map(({ says }) => inItsWords(says, () => memoryTextOf(rest.memory))),
      score: hit.score,
      probability: hit.probability,
    }));
  }

  /** How likely each memory bears on a moment, the likeliest first, whether it would be shown or not. */
  weighedFor(moment: MomentQuery, priorOf?: PriorOf): Explained[] {
    return this.#mending(() => {
      const { corpus } = this.#searcher();
      const shown = new Set(
        relevantTo(corpus, moment, {}, MOST_EXPLAINED, undefined, priorOf).map(({ row }) => row.path),
      );
      return likelyIn(corpus, moment, {}, priorOf).map(({ row, probability, reasons }) => ({
        id: row.id,
        scope: row.scope,
        title: row.title,
        probability,
        isShown: shown.has(row.path),
        reasons,
      }));
    });
  }

  /** Memories in which these very characters stand, newest first. Every file is looked at. */
  exact({ text, limit, ...filter }: Asked): StoredMemory[] {
    for (const root of this.#roots) root.sweep();
    const wanted = text.toLowerCase();
    const shown = this.#checked(({ corpus }) => everyDocument(corpus, filter));
    return shown
      .filter(({ memory }) => `${memory.id}\n${memoryTextOf(memory)}`.toLowerCase().includes(wanted))
      .sort((a, b) => b.time - a.time || (a.memory.id < b.memory.id ? -1 : 1))
      .slice(0, limit)
      .map(({ hit: _, ...shown }) => shown);
  }

  /** Titles of a few memories, spread over all there are. */
  someTitles(count: number): string[] {
    return this.#mending(() => {
      const { parts } = this.#searcher().corpus;
      return parts.flatMap(({ segment }) => {
        const { docs } = segment.header;
        const some = Math.min(docs, Math.ceil(count / parts.length));
        return Array.from({ length: some }, (_, n) => segment.row(Math.floor((n * docs) / some)).title);
      });
    });
  }

  /** Forgets what is known and reads every file again. Returns how many there are. */
  rebuild(): number {
    for (const { index } of this.#roots) index.rebuild();
    return this.#roots.reduce((sum, { index }) => sum + index.documents, 0);
  }

  /** Puts what is new on the shelves. */
  persist(nowNs: bigint, how: { readonly merging: boolean }): void {
    for (const root of this.#known.values()) root.persist(nowNs, how);
  }

  close(): void {
    for (const root of this.#known.values()) root.close();
  }

  /** Each hit with its memory as its file has it now. A file that says something else is read, and all is asked anew. */
  #checked<H extends Hit>(find: (searcher: Searcher) => readonly H[]): (StoredMemory & { hit: H })[] {
    for (let attempt = 1; ; attempt++) {
      const { hits, seen } = this.#mending(() => {
        const hits = find(this.#searcher());
        return { hits, seen: hits.map((hit) => this.#sight(hit)) };
      });
      if (attempt < MOST_TRIES && seen.includes(undefined)) continue;
      for (const { source } of this.#roots) source.rest();
      return hits.flatMap((hit, n) => {
        const shown = seen[n];
        return shown === undefined ? [] : [{ ...shown, hit }];
      });
    }
  }

  #sight({ part, doc, row }: Hit): StoredMemory | undefined {
    const root = this.#roots[part.place]!;
    const sighted = root.source.sight(row.path, this.#knownOf(part, doc, row));
    if (sighted !== undefined && sameStamp(sighted.stamp, part.segment.stamp(doc)))
      return { memory: this.#named(sighted.memory, part, doc), store: root.store, time: timeOf(row) };
    root.index.hint(row.path);
    return undefined;
  }

  #knownOf(part: OpenPart, doc: number, { hash, trust }: Row): IndexedFile {
    const first = this.#searcher().corpus.firstLeaf(part, doc);
    const flags = first === undefined ? 0 : first.part.leaves.flags[first.leaf]!;
    return {
      hash,
      trust: trust as IndexedFile["trust"],
      outside: (flags & leafFlag.outside) !== 0,
      kept: (flags & leafFlag.kept) !== 0,
    };
  }

  /** With the id it goes by among files of one name, and the name of what took its place. */
  #named(memory: Memory, part: OpenPart, doc: number): Memory {
    const { corpus } = this.#searcher();
    const root = this.#roots[part.place]!;
    const claimants = corpus.parts
      .filter(({ place }) => place === part.place)
      .flatMap(({ segment, deleted }) => segment.docsWithId(memory.id).filter((other) => !deleted.has(other)));
    const id = claimants.length > 1 ? contestedId(root.store, memory) : memory.id;
    const supersededBy = memory.supersededBy ?? successorName(corpus, part, doc);
    return { ...memory, id, ...defined({ supersededBy }) };
  }

  /** The same until an index changes. */
  #searcher(): Searcher {
    const parts = this.#roots.map(({ index }) => index.parts);
    const known = this.#ready;
    if (known?.parts.length === parts.length && known.parts.every((some, n) => some === parts[n]))
      return known.searcher;
    const placed = parts.flatMap((some, place) =>
      some.map(({ segment, deleted = [] }) => ({ segment, deleted, place })),
    );
    const searcher = new Searcher(new Corpus(placed));
    this.#ready = { parts, searcher };
    return searcher;
  }

  /** A file of the index cut short under an open reader shows only when it is read. */
  #mending<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      for (const { index } of this.#roots) index.rebuild();
      return act();
    }
  }
}

/** A row counts in minutes. */
function timeOf({ updated, created }: Row): number {
  return Math.max(updated, created) * 60_000;
}

function contestedId(store: Store, memory: Memory): Memory["id"] {
  store.look();
  const found = store.catalog.file(memory.path);
  return found === undefined ? memory.id : store.names.idOf(found);
}

/** With its scope where it is in another root. */
function successorName(corpus: Corpus, part: OpenPart, doc: number): string | undefined {
  const heir = corpus.successorOf(part, doc);
  if (heir === undefined) return undefined;
  const { id, scope } = heir.part.segment.row(heir.part.leaves.doc[heir.leaf]!);
  return heir.part.place === part.place ? id : `${scope}:${id}`;
}

function everyDocument(corpus: Corpus, filter: Filter): Hit[] {
  const visible = filterOf(corpus, filter);
  return corpus.parts.flatMap((part) =>
    Array.from({ length: part.segment.header.docs }, (_, doc) => doc).flatMap((doc) => {
      const first = corpus.firstLeaf(part, doc);
      return first !== undefined && visible(part, first.leaf) ? [{ part, doc, row: part.segment.row(doc) }] : [];
    }),
  );
}
