/** A corpus made ready for questions: scratch is allotted once and used for every question asked of it. */

import type { Corpus, LeafAt } from "../index/corpus.ts";
import { leafFlag } from "../index/unit.ts";
import { type Question, questionOf } from "./question.ts";
import { GroupRanker, type GroupVisible, type ScoredGroup } from "./rank-groups.ts";
import { LeafRanker, type ScoredLeaf, type Visible } from "./rank-leaves.ts";
import { scanCorpus } from "./scan.ts";
import { clear, type Scratch, scratchOf } from "./scratch.ts";
import type { UnitSort } from "./shapes.ts";
import { documentWeights, memoryWeights, sessionWeights, turnWeights } from "./weights.ts";

export interface Tables {
  readonly turn: typeof turnWeights;
  readonly memory: typeof memoryWeights;
  readonly session: typeof sessionWeights;
  readonly document: typeof documentWeights;
}

export const learnedTables: Tables = {
  turn: turnWeights,
  memory: memoryWeights,
  session: sessionWeights,
  document: documentWeights,
};

interface Ranked<H> {
  readonly hits: H[];
  /** Share of the question's weight whose terms occur anywhere. */
  readonly known: number;
}

/** Candidates of the first stage. */
const CANDIDATES = 64;
const GROUP_CANDIDATES = 120;
const HIDDEN = leafFlag.deleted | leafFlag.retired | leafFlag.archived | leafFlag.superseded;

export const shownByDefault: Visible = (part, leaf) => (part.leaves.flags[leaf]! & HIDDEN) === 0;

export class Searcher {
  readonly corpus: Corpus;
  readonly #scratches: readonly Scratch[];
  readonly #tables: Tables;

  constructor(corpus: Corpus, tables: Tables = learnedTables) {
    this.corpus = corpus;
    this.#scratches = corpus.parts.map(scratchOf);
    this.#tables = tables;
  }

  question(text: string): Question {
    return questionOf(text, this.corpus.speakerWords);
  }

  /** Turns or memories, best first. */
  leaves(
    question: Question,
    unit: "turn" | "memory",
    visible: Visible = shownByDefault,
    most = 50,
  ): Ranked<ScoredLeaf> {
    return this.examine(question, unit, (ranker) => ({
      hits: ranker.rank(this.#tables[unit], CANDIDATES, most, visible),
      known: ranker.scan.known,
    }));
  }

  /** Leaves of memories that were found by another road, with what speaks for them. */
  described(question: Question, leaves: readonly LeafAt[]): ScoredLeaf[] {
    return this.examine(question, "memory", (ranker) => leaves.map((at) => ranker.described(this.#tables.memory, at)));
  }

  /** Sessions and documents, best first. */
  groups(question: Question, visible: GroupVisible = () => true): Ranked<ScoredGroup> {
    return this.examine(question, "group", (leaves) => ({
      hits: new GroupRanker(this.corpus, question, leaves).rank(this.#tables, GROUP_CANDIDATES, visible),
      known: leaves.scan.known,
    }));
  }

  /** Scans for a question and hands out the ranker; its scratch is cleared afterwards. */
  examine<T>(question: Question, unit: UnitSort, use: (ranker: LeafRanker) => T): T {
    try {
      return use(new LeafRanker(this.corpus, question, scanCorpus(this.corpus, this.#scratches, question, unit)));
    } finally {
      clear(this.#scratches);
    }
  }
}
