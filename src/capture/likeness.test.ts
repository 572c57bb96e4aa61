import { expect, test } from "vitest";
import { candidatePoints, likenessOf } from "./likeness.ts";

const news = (text: string, tags: readonly string[] = []) => ({ kind: "decision", title: "", text, tags }) as const;
const memory = (title: string, tags: readonly string[] = [], description = title) => ({
  title,
  description,
  tags,
  body: "",
});

const points: readonly (readonly [string, ReturnType<typeof news>, ReturnType<typeof memory>, number])[] = [
  ["a shared tag", news("We chose sqlite"), memory("Storage", ["sqlite"]), 3],
  ["a tag with a hyphen, said as two words", news("hit the rate limit again"), memory("Vendor", ["rate-limit"]), 3],
  ["a tag with a hyphen, said as a tag", news("again", ["rate-limit"]), memory("Vendor", ["rate-limit"]), 3],
  ["half a tag with a hyphen, as a beginning", news("the rate is fine"), memory("Vendor", ["rate-limit"]), 1],
  ["one word of the title", news("the storage is slow"), memory("Storage"), 2],
  ["two words of the title, in another form", news("caching of layers"), memory("Layer caches"), 4],
  ["the beginning of a word, either way round", news("auth"), memory("Authentication"), 1],
  ["the beginning of a word, the other way round", news("authentication"), memory("Auth"), 1],
  ["too short a beginning", news("pos"), memory("Postgres"), 0],
  ["stop words", news("what it is and why we do that"), memory("What is it that we do"), 0],
];

test.each(points)("%s counts", (_, said, there, expected) => {
  expect(likenessOf(said, there).points).toBe(expected);
});

test("a shared tag makes a candidate, a single word of the title does not", () => {
  expect(likenessOf(news("We chose sqlite"), memory("Storage", ["sqlite"])).points).toBeGreaterThanOrEqual(
    candidatePoints,
  );
  expect(likenessOf(news("the storage"), memory("Storage")).points).toBeLessThan(candidatePoints);
});

test("the same words are alike, other words about the same thing less, other things hardly", () => {
  const there = memory(
    "SQLite runs in WAL mode",
    ["sqlite"],
    "SQLite runs in WAL mode because many hooks write at once",
  );
  const same = likenessOf(news("SQLite runs in WAL mode because many hooks write at once"), there).similarity;
  const near = likenessOf(news("The cache of SQLite is 64 MB in CI"), there).similarity;
  const other = likenessOf(news("Deploys go out on Tuesdays"), there).similarity;
  expect(same).toBeGreaterThan(0.85);
  expect(near).toBeLessThan(0.6);
  expect(other).toBe(0);
});
