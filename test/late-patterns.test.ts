/** Regular expressions that the build makes late: wherever one is used, it is asked for. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error: the scripts are plain JavaScript
import { withLatePatterns as lateIn } from "../scripts/bundle.mjs";

const withLatePatterns: (text: string) => string = lateIn;

const LATE = /^const (\w+) = \(\) => \(made\w+ \?\?= /gm;

test("a pattern is made when it is first used, once, and used as it stood", () => {
  const text = [
    'const WORD = /\\p{L}+|"WORD"/gu;',
    "const SHORT = /a/;",
    "export const OUT = /\\p{L}/u;",
    "const LONG =",
    `  /${"ab|".repeat(40)}c/i;`,
    "type RegExpish = RegExp;",
    "export const found = (given) => given.match(WORD)?.map((one) => one + WORD.source) ?? { WORD: LONG };",
    'export const said = () => [SHORT, OUT, WORD === WORD, given.WORD, "WORD"];',
    "const given = { WORD: 1 };",
  ].join("\n");
  const late = withLatePatterns(text);
  expect(late).toContain("given.match(WORD())");
  expect(late).toContain("one + WORD().source) ?? { WORD: LONG() }");
  expect(late).toContain('[SHORT, OUT, WORD() === WORD(), given.WORD, "WORD"]');
  expect(Array.from(late.matchAll(LATE), ([, name]) => name)).toEqual(["WORD", "LONG"]);
});

test("in all sources", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  let count = 0;
  for (const path of files) {
    const late = withLatePatterns(readFileSync(`src/${path}`, "utf8"));
    for (const [, name = ""] of late.matchAll(LATE)) {
      count++;
      const code = late.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replace(/^const \w+ = \(\) => .*$/gm, "");
      const bare = code.match(new RegExp(`.*(?<![\\w$])${name}(?![\\w$(]).*`, "g")) ?? [];
      expect(bare, path).toEqual([]);
      expect(code, path).toMatch(new RegExp(`(?<![\\w$])${name}\\(\\)`));
    }
  }
  expect(count).toBeGreaterThan(150);
});
