/** Scores are part of what Cairn promises: a faster way to the same answer must give the very same numbers. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "../index/build-segment.ts";
import { readableOf } from "../index/bytes.ts";
import { Corpus, type CorpusPart } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import type { Unit } from "../index/unit.ts";
import { searchMemories } from "./search.ts";
import { Searcher } from "./searcher.ts";

const SIZE = 500;
const VOCABULARY = 400;
const names = ["Ana", "Ben", "Chloé", "user", "assistant"];

/** The same numbers on every machine. */
class Draw {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
  /** Low words are common. */
  word(): string {
    const n = Math.floor((this.below(VOCABULARY) * this.below(VOCABULARY)) / VOCABULARY);
    return n % 17 === 3 ? `error_code${n}` : `w${String.fromCharCode(97 + (n % 26))}${n}`;
  }
  text(least: number, most: number): string {
    const words = Array.from({ length: least + this.below(most - least) }, () => this.word());
    if (this.below(6) === 0) words.push("twice in 2026");
    return words.join(" ") + (this.below(5) === 0 ? "?" : "");
  }
}

function unitsOf(draw: Draw): Unit[] {
  return Array.from({ length: SIZE }, (_, i) => {
    const isTurns = i % 7 === 0;
    const leaves = Array.from({ length: isTurns ? 1 + draw.below(9) : draw.below(20) === 0 ? 4 : 1 }, () => ({
      text: draw.text(3, 40),
      ...(isTurns ? { speaker: names[draw.below(names.length)]! } : {}),
    }));
    const title = draw.text(2, 6);
    return unitFrom({
      path: `${"abcd"[i % 4]}/m${i}.md`,
      id: `m${i}`,
      title,
      keys: [`m${i}`, title],
      sort: isTurns ? "turns" : "memory",
      status: draw.below(30) === 0 ? "retired" : "active",
      created: Date.UTC(2025, 10, 1) + draw.below(200) * 86_400_000,
      ...(i % 5 === 1 ? {} : { session: `s${Math.floor(i / 14)}` }),
      supersedes: draw.below(40) === 0 ? [`m${draw.below(SIZE)}`] : [],
      leaves,
    });
  });
}

function questionsFrom(draw: Draw): string[] {
  const forms = [
    (words: string) => words,
    (words: string) => `When did Ana say ${words}?`,
    (words: string) => `How many ${words} in December 2025`,
    (words: string) => `${words} on 3 March 2026`,
  ];
  return Array.from({ length: 24 }, (_, i) => forms[i % forms.length]!(draw.text(1, i % 12 === 7 ? 60 : 8)));
}

function partOf(units: readonly Unit[], isDeleted: (i: number) => boolean): CorpusPart {
  const segment = new Segment(readableOf(buildSegment(units)));
  return { segment, deleted: units.filter((_, i) => isDeleted(i)).map(({ path }) => segment.find(path)) };
}

function checksumOf(corpus: Corpus, questions: readonly string[]): string {
  const searcher = new Searcher(corpus);
  const hash = createHash("sha256");
  for (const text of questions) {
    const question = searcher.question(text);
    for (const unit of ["turn", "memory"] as const)
      for (const { part, leaf, score, features } of searcher.leaves(question, unit).hits)
        hash.update(`${part.segment.path(part.leaves.doc[leaf]!)} ${score} ${JSON.stringify(features)}\n`);
    for (const { score, features } of searcher.groups(question).hits)
      hash.update(`${score} ${JSON.stringify(features)}\n`);
    for (const includeRetired of [false, true])
      hash.update(
        searchMemories(searcher, { text, limit: 10, includeRetired })
          .hits.map(({ id }) => id)
          .join(),
      );
  }
  return hash.digest("hex").slice(0, 16);
}

test("every score is to the last digit what it was when the weights were learned", () => {
  const draw = new Draw(7);
  const units = unitsOf(draw);
  const questions = questionsFrom(draw);
  const whole = new Corpus([partOf(units, () => false)]);
  const memories = new Corpus([
    partOf(
      units.filter(({ sort }) => sort === "memory"),
      () => false,
    ),
  ]);
  const cut = new Corpus(
    [0, 1, 2].map((nth) =>
      partOf(
        units.filter((_, i) => i % 3 === nth),
        (i) => i % 11 === nth,
      ),
    ),
  );
  expect([whole, memories, cut].map((corpus) => checksumOf(corpus, questions))).toEqual([
    "a38660904bb90e2e",
    "f5aa805c4ca1f3d3",
    "9ce8bdbef7003916",
  ]);
});
