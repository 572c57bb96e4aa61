import fc from "fast-check";
import { expect, test } from "vitest";
import { unitFrom } from "../../../test/support/index-unit.ts";
import { buildSegment } from "../index/build-segment.ts";
import { Damaged, readableOf } from "../index/bytes.ts";
import { Corpus } from "../index/corpus.ts";
import { Segment } from "../index/segment.ts";
import { questionOf } from "../rank/question.ts";
import { newestFirst, searchMemories } from "../rank/search.ts";
import { Searcher } from "../rank/searcher.ts";
import { type MomentQuery, relevantTo } from "./door.ts";
import { isOneEdit, isSlip, keyIn, promptOf } from "./keys.ts";
import { namedIn } from "./named.ts";

test.each([
  ["how do I clear the Redis cache?", ["redis"], "redis"],
  ["typscript strict mode", ["TypeScript"], "TypeScript"],
  ["mango pooling", ["mongo"], undefined],
  ["what about dead letters that fail?", ["dead letter"], "dead letter"],
  ["handling of explicit errors", ["explicit_error_handling"], "explicit_error_handling"],
  ["handle it", ["error handling"], undefined],
  [
    "How do advisory locks guard the nightly export?",
    ["Postgres advisory locks guard the nightly export"],
    "Postgres advisory locks guard the nightly export",
  ],
  ["guard the nightly export", ["Postgres advisory locks guard the nightly export"], undefined],
  ["it is what it is", ["it", "the of"], undefined],
  ["", ["redis"], undefined],
])("%j and the keys %j: %j", (prompt, keys, found) => {
  expect(keyIn(promptOf(prompt), keys)).toBe(found);
});

test("one slip is one letter more, less, other or swapped, and not at the beginning", () => {
  for (const slip of ["typscript", "typesscript", "typescrpit", "typescripd"])
    expect(isOneEdit(slip, "typescript"), slip).toBe(true);
  for (const other of ["typescript", "tpescrpt", "javascript"])
    expect(isOneEdit(other, "typescript"), other).toBe(false);
  expect(isSlip("mango", "mongo")).toBe(false);
});

test("the newest of a fact's versions stands in its place, and other facts keep theirs", () => {
  const hit = (id: string, mask: number, time: number, ...opening: number[]) => ({
    id,
    mask,
    time,
    opening,
    openingWords: opening.length,
  });
  const ordered = newestFirst([
    hit("old", 3, 1, 7, 8, 9, 1),
    hit("other", 3, 9, 4, 5, 6, 1),
    hit("new", 3, 5, 7, 8, 9, 2),
  ]);
  expect(ordered.map(({ id }) => id)).toEqual(["new", "old", "other"]);
});

test("a question's dates, names and kind are read from its words", () => {
  const question = questionOf("When did Ana fix it in May 2023, and how many times?", new Set(["ana"]));
  expect(question).toMatchObject({ asksWhen: true, asksHowMany: true, people: new Set(["ana"]) });
  expect(question.date).toEqual({ years: [2023], months: [4], days: [] });
  expect(questionOf("May I march?", new Set()).date).toEqual({ years: [], months: [], days: [] });
  expect(questionOf("on 7 March", new Set()).date).toEqual({ years: [], months: [2], days: [7] });
});

const shelf = new Corpus([
  {
    segment: new Segment(
      readableOf(
        buildSegment([
          unitFrom({
            path: "cache.md",
            id: "redis-cache",
            keys: ["redis-cache", "Redis"],
            files: ["src/cache.ts"],
            tags: ["infra"],
            leaves: [{ text: "Redis is the cache and keeps tokens." }],
          }),
          unitFrom({
            path: "old.md",
            id: "memcached",
            keys: ["memcached"],
            status: "retired",
            leaves: [{ text: "Memcached was the cache." }],
          }),
          unitFrom({ path: "v1.md", id: "lint-v1", leaves: [{ text: "We lint with ESLint." }] }),
          unitFrom({
            path: "v2.md",
            id: "lint-v2",
            supersedes: ["lint-v1"],
            leaves: [{ text: "Biome replaced it for all code." }],
          }),
        ]),
      ),
    ),
  },
]);
const ids = (moment: MomentQuery, shown: string[] = []) =>
  relevantTo(shelf, moment, {}, 5, new Set(shown)).map(({ row }) => row.id);
const found = (text: string, more: object = {}) =>
  searchMemories(new Searcher(shelf), { text, limit: 5, ...more }).hits.map(({ id }) => id);

test("unasked, a memory that is named comes in, never twice, and a touched file alone brings nothing", () => {
  expect(ids({ prompt: "is redis up?" })).toEqual(["redis-cache"]);
  expect(ids({ prompt: "is redis up?" }, ["redis-cache"])).toEqual([]);
  expect(ids({ prompt: "fix it", files: ["src/cache.ts"] })).toEqual([]);
  expect(ids({ prompt: "memcached?" })).toEqual([]);
});

test("retired and superseded memories appear only when asked for, and never above their successor", () => {
  expect(found("memcached cache")).toEqual(["redis-cache"]);
  expect(found("memcached cache", { includeRetired: true })).toEqual(["memcached", "redis-cache"]);
  expect(found("eslint")).toEqual([]);
  expect(found("eslint", { includeRetired: true })).toEqual(["lint-v2", "lint-v1"]);
});

test("filters come before ranking", () => {
  expect(found("cache", { tags: ["infra"] })).toEqual(["redis-cache"]);
  expect(found("cache", { tags: ["other"] })).toEqual([]);
  expect(found("cache", { kinds: ["decision"] })).toEqual([]);
});

const WORDS = "cache caches caching redis postgres migrate migration migrations nightly export the of lock locks".split(
  " ",
);
const word = fc.constantFrom(...WORDS);
const slipped = fc.tuple(word, fc.nat(6)).map(([text, at]) => text.slice(0, at + 2) + text.slice(at + 3));
const key = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(" "));
const saying = fc
  .array(fc.oneof(word, slipped, fc.constant("what")), { maxLength: 12 })
  .map((words) => words.join(" "));

test("counting words leaves out no memory that reading every key would have found", () => {
  fc.assert(
    fc.property(fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), saying, (all, prompt) => {
      const units = all.map((keys, n) => {
        const id = `m${n}`;
        return unitFrom({ path: `${id}.md`, id, title: keys[0]!, keys: [id, ...keys], leaves: [{ text: "Text." }] });
      });
      const corpus = new Corpus([{ segment: new Segment(readableOf(buildSegment(units))) }]);
      const found = namedIn(corpus, promptOf(prompt), () => true).map(({ part, doc }) => part.segment.row(doc).id);
      const named = units.filter(({ keys }) => keyIn(promptOf(prompt), keys) !== undefined).map(({ id }) => id);
      expect(found.sort()).toEqual(named.sort());
    }),
    { numRuns: 300 },
  );
});

test("a dictionary of which bytes were lost is known as damaged, whatever they were", () => {
  const bytes = buildSegment([unitFrom({ path: "redis-cache.md", leaves: [{ text: "Redis keeps the tokens." }] })]);
  const { offset, length } = new Segment(readableOf(bytes)).header.places.terms;
  for (let at = offset; at < offset + length; at++) {
    const torn = Uint8Array.from(bytes);
    torn[at] = 0xff;
    try {
      const corpus = new Corpus([{ segment: new Segment(readableOf(torn)) }]);
      relevantTo(corpus, { prompt: "is the redis cash up?" }, {}, 5);
    } catch (error) {
      expect(error, `byte ${at}`).toBeInstanceOf(Damaged);
    }
  }
});
