import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

test.each([
  ["--scope", "--scope"],
  ["/home/you/work", "/home/you/work"],
  ["~/work", "'~/work'"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["", "''"],
])("%j is typed as %s", (word, typed) => {
  expect(shellWord(word)).toBe(typed);
});

test("a shell takes every word for what it was", () => {
  const words = fc.sample(
    fc.string({ unit: "grapheme" }).map((word) => word.replaceAll("\0", "")),
    100,
  );
  const script = `printf '%s\\0' ${words.map(shellWord).join(" ")}`;
  expect(execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)).toEqual(words);
});
