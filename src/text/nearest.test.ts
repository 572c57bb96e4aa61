import fc from "fast-check";
import { expect, test } from "vitest";
import { distance, nearest } from "./nearest.ts";

const words = ["remember", "list", "forget", "restore", "history", "--memory-dir", "index.maxLines"];

test.each([
  ["remmeber", "remember"],
  ["lst", "list"],
  ["History", "history"],
  ["rem", "remember"],
  ["--memorydir", "--memory-dir"],
  ["index.maxlines", "index.maxLines"],
  ["xyzzy", undefined],
  ["", undefined],
])("%j suggests %j", (typed, meant) => {
  expect(nearest(typed, words)).toBe(meant);
});

test.each([
  ["nope", "move"],
  ["--kind", "--id"],
  ["up", "undo"],
])("%j is not taken for %j", (typed, other) => {
  expect(nearest(typed, [other])).toBeUndefined();
});

test("a very long word is compared in no time", () => {
  expect(nearest("x".repeat(1_000_000), words)).toBeUndefined();
});

test("the distance is zero for the same word alone, and the same both ways", () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, b) === 0).toBe(a === b);
    }),
  );
});
