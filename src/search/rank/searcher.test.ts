import fc from "fast-check";
import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "../index/build-segment.ts";
import { readableOf } from "../index/bytes.ts";
import { Corpus } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import type { Unit } from "../index/unit.ts";
import { searchMemories } from "./search.ts";
import { Searcher } from "./searcher.ts";

const words = [
  "cache",
  "redis",
  "deploy",
  "error",
  "token",
  "Ana",
  "schema",
  "index",
  "wal_mode",
  "数据库",
  "May",
  "twice",
];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((some) => some.join(" "));
const unit = fc.record({
  sort: fc.constantFrom("turns" as const, "memory" as const),
  session: fc.option(fc.constantFrom("s1", "s2", "s3"), { nil: undefined }),
  day: fc.integer({ min: 0, max: 40 }),
  status: fc.constantFrom("active" as const, "active" as const, "retired" as const),
  supersedes: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined, freq: 6 }),
  leaves: fc.array(fc.record({ text, speaker: fc.constantFrom("Ana", "Ben", "user") }), { minLength: 1, maxLength: 4 }),
});

function unitsFrom(drawn: readonly (typeof unit extends fc.Arbitrary<infer U> ? U : never)[]): Unit[] {
  return drawn.map(({ day, session, supersedes, ...rest }, i) =>
    unitFrom({
      ...rest,
      path: `${"abc"[i % 3]}/m${String(i).padStart(2, "0")}.md`,
      id: `m${i}`,
      created: Date.UTC(2026, 3, 1 + day),
      ...(session === undefined ? {} : { session: rest.sort === "turns" ? `${session}-${i}` : session }),
      supersedes: supersedes === undefined ? [] : [`m${supersedes}`],
    }),
  );
}

/** Everything an answer depends on, names in place of numbers. */
function answers(corpus: Corpus, asked: string) {
  const searcher = new Searcher(corpus);
  const question = searcher.question(asked);
  const leaves = (unit: "turn" | "memory") =>
    searcher.leaves(question, unit).hits.map(({ part, leaf, score, features }) => ({
      name: `${part.segment.path(part.leaves.doc[leaf]!)} ${part.leaves.length[leaf]}`,
      score,
      features,
    }));
  const groups = searcher.groups(question).hits.map(({ score, features }) => ({ score, features }));
  const memories = searchMemories(searcher, { text: asked, limit: 5, includeRetired: true }).hits.map(({ id }) => id);
  return { turns: leaves("turn"), memories: leaves("memory"), groups, found: memories };
}

function corpusOf(parts: readonly { units: readonly Unit[]; deleted?: readonly string[] }[]): Corpus {
  return new Corpus(
    parts.map(({ units, deleted }) => {
      const segment = new Segment(readableOf(buildSegment(units)));
      return { segment, deleted: (deleted ?? []).map((path) => segment.find(path)) };
    }),
  );
}

test("however a collection is cut into segments, and whatever was deleted, it answers like one built afresh", () => {
  const cut = fc.record({
    drawn: fc.array(unit, { minLength: 1, maxLength: 12 }),
    parts: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 12, maxLength: 12 }),
    stale: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    asked: text,
  });
  fc.assert(
    fc.property(cut, ({ drawn, parts, stale, asked }) => {
      const units = unitsFrom(drawn);
      const old = units
        .filter((_, i) => stale[i])
        .map((one) => unitFrom({ ...one, leaves: [{ text: "redis error gone" }] }));
      const split = [0, 1, 2].map((part) => ({
        units: units.filter((_, i) => parts[i] === part),
        deleted: [] as string[],
      }));
      const withOld = [...split, { units: old, deleted: old.map(({ path }) => path) }].filter(
        (part) => part.units.length > 0,
      );
      expect(answers(corpusOf(withOld), asked)).toEqual(answers(corpusOf([{ units }]), asked));
    }),
    { numRuns: 150 },
  );
});

test("the same units always make the same bytes", () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (drawn) => {
      const units = unitsFrom(drawn);
      expect(buildSegment([...units].reverse())).toEqual(buildSegment(units));
    }),
    { numRuns: 50 },
  );
});

function idsFor(units: readonly Unit[], asked: string): string[] {
  return searchMemories(new Searcher(corpusOf([{ units }])), { text: asked, limit: 5 }).hits.map(({ id }) => id);
}

test("a memory knows how many its session left after it, a passage of a long one does not", () => {
  const after = (units: readonly Unit[]) => {
    const searcher = new Searcher(corpusOf([{ units }]));
    const { hits } = searcher.leaves(searcher.question("export"), "memory");
    return hits.map(({ features }) => Math.round(Math.exp(features.later) - 1)).sort((a, b) => a - b);
  };
  const leaves = [{ text: "The export runs at noon." }];
  const session = Array.from({ length: 16 }, (_, n) =>
    unitFrom({ path: `m${n}.md`, session: "s", created: n * 60_000, leaves }),
  );
  expect(after(session)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12]);
  expect(after([unitFrom({ path: "long.md", leaves: [...leaves, ...leaves] })])).toEqual([0]);
});

test("in a long question words that occur nowhere take no place from those that do", () => {
  const strange = Array.from({ length: 40 }, (_, i) => `aa${String.fromCharCode(97 + (i % 26))}${i}x`).join(" ");
  const filler = Array.from({ length: 6 }, (_, i) =>
    unitFrom({ path: `f${i}.md`, id: `f${i}`, leaves: [{ text: "The ledger is written at night." }] }),
  );
  const wanted = unitFrom({ path: "wanted.md", id: "wanted", leaves: [{ text: "The ledger is kept by zebras." }] });
  expect(idsFor([...filler, wanted], `${strange} zebras and the ledger`)[0]).toBe("wanted");
});
