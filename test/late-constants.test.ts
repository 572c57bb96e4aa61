/** What the build makes late: a value that is the same, made when it is first asked for, and nothing else touched. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { withLateConstants } = await import(new URL("../scripts/late-constants.mjs", import.meta.url).href);

/** What a module of this text, bundled, gives to who asks `asked()`, and how often `made` was called before and after. */
function bundled(text: string): { late: string; value: () => unknown } {
  const late: string = withLateConstants(text);
  return { late, value: new Function(`${late.replace(/^export /gm, "")}\nreturn asked;`)() };
}

test("in all sources: whoever names one asks for it, and most that are dear are late", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" });
  let count = 0;
  for (const path of files.filter((file) => /(?<!\.test)\.ts$/.test(file))) {
    const late: string = withLateConstants(readFileSync(`src/${path}`, "utf8"));
    for (const [, name = ""] of late.matchAll(/^var (\w+)\$made;/gm)) {
      count++;
      const code = late.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|"[^"\n]*"|^var \w+\$made; function \w+\(\)/gm, "");
      expect(code.match(new RegExp(`.*(?<![\\w$.])${name}(?![\\w$(]).*`, "g")) ?? [], path).toEqual([]);
      expect(code, path).toMatch(new RegExp(`(?<![\\w$])${name}\\(\\)`));
    }
  }
  expect(count).toBeGreaterThan(200);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources that have templates
test.each([
  ["a pattern with classes", "const WORD = /\\p{L}+/u;\nfunction asked() {\n  return WORD.test('ä');\n}\n", true],
  [
    "one that stands on the next line",
    "const WORD =\n  /\\p{L};$/u;\n\nfunction asked() {\n  return WORD.source;\n}\n",
    "\\p{L};$",
  ],
  ["a long one", `const LONG =\n  /${"ab|".repeat(40)}c/i;\nfunction asked() {\n  return LONG.test("xc");\n}\n`, true],
  [
    "one that is put together of others",
    'const A = "a|b";\nconst EITHER = new RegExp(`^(?:${A}) A$`, "g");\nfunction asked() {\n  return EITHER.source;\n}\n',
    "^(?:a|b) A$",
  ],
  [
    "a table, and what is made of it",
    "const table = {\n  a: { it: /\\p{L}/u },\n};\n\nconst rows = Object.values(table);\nfunction asked() {\n  return rows.map(({ it }) => it.source);\n}\n",
    ["\\p{L}"],
  ],
  [
    "words in a set, spread and chosen",
    'const ALL = new Set(["a"]);\nfunction asked(yes = true) {\n  return yes ? [...ALL] : ALL;\n}\n',
    ["a"],
  ],
])("%s is made when it is asked for", (_, text, expected) => {
  const { late, value } = bundled(text);
  expect(late).toContain("$made ??=");
  expect(value()).toEqual(expected);
  expect(value()).toEqual(expected);
});

test("it is made once, whoever asks", () => {
  const { value } = bundled("const ONE = new Set([1]);\nfunction asked() {\n  return [ONE, ONE];\n}\n");
  const [a, b] = (value() as [unknown, unknown]) ?? [];
  expect(a).toBe(b);
});

test("the name in words, comments, patterns and templates is no mention of it", () => {
  const text =
    'const LATE = /\\p{N}/u;\n// LATE is late.\nfunction asked() {\n  return `LATE ${LATE.source} ${"LATE"} ${/LATE/.source}`;\n}\n';
  const { late, value } = bundled(text);
  expect(late).toContain("LATE$made");
  expect(value()).toBe("LATE \\p{N} LATE LATE");
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: only those above

test.each([
  ["what others import", "export const WORD = /\\p{L}/u;\n"],
  ["a name that a function has for something else", "const word = /\\p{L}/u;\nconst f = (word) => word;\n"],
  ["a key of the same name", "const WORD = /\\p{L}/u;\nconst f = { WORD: 1 };\n"],
  ["a shorthand", "const WORD = /\\p{L}/u;\nconst f = { WORD };\n"],
  ["a type of it", "const WORD = /\\p{L}/u;\ntype W = typeof WORD;\n"],
  ["what is kept for later", "const known = new Map<string, number>();\nknown.set('\\p{L}', 1);\n"],
  ["what looks at the process", "const WORD = new RegExp(process.version);\nWORD.test('');\n"],
  ["what asks others", "const WORDS = new Set(others.map((one) => one.word));\nWORDS.has('');\n"],
])("it leaves alone %s", (_, text) => {
  expect(withLateConstants(text)).toBe(text);
});
