/**
 * Patterns that a bundle reads only for texts with one of their words: no text that a pattern matches is without one. Held
 * against every such pattern there is, over texts made of the patterns themselves and over the prose and records in here.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GuardedPattern } from "../src/text/guarded-pattern.ts";

const scripts = new URL("../scripts/", import.meta.url).href;
const { withGuardedPatterns, wordsOf } = await import(`${scripts}guarded-patterns.mjs`);
const { parsedPattern } = await import(`${scripts}parsed-pattern.mjs`);

interface Guarded {
  readonly source: string;
  readonly flags: string;
  readonly words: string;
}

/** As a bundle has them. */
function guardedIn(folder: string): Guarded[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => {
      const text: string = withGuardedPatterns(readFileSync(`${folder}/${file}`, "utf8"), "./guarded-pattern.ts");
      return [...text.matchAll(/new GuardedPattern\((.*)\)(?=[;,)\]]|\.|$)/gm)].map(([, given]) => {
        const [source, flags, words] = JSON.parse(`[${given}]`);
        return { source, flags, words };
      });
    });
}

const all = guardedIn("src");

/** Numbers from 0 to 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Node = {
  is: string;
  of: Node & Node[];
  sign: string;
  signs?: string[];
  source: string;
  least: number;
  most: number;
};

const ANY = ["a", "e", "Z", "7", "2", " ", "-", ".", "ä", "统", "н", "Ä", "\u0300", "\t", "`", "_", '"', "\n"];

/** Some text that is put together as the pattern has it; what stands around a match is left to chance. */
function madeOf(node: Node, flags: string, roll: () => number): string {
  const one = <T>(rows: readonly T[]): T => rows[Math.floor(roll() * rows.length)]!;
  switch (node.is) {
    case "sign":
      return node.sign;
    case "mark":
      return "";
    case "class":
      return one(node.signs ?? ANY.filter((sign) => new RegExp(node.source, flags.replace("g", "")).test(sign)));
    case "either":
      return madeOf(one(node.of), flags, roll);
    case "repeated": {
      const times = node.least + Math.floor(roll() * (Math.min(node.most, node.least + 3) - node.least + 1));
      return Array.from({ length: times }, () => madeOf(node.of, flags, roll)).join("");
    }
    default:
      return node.of.map((part) => madeOf(part, flags, roll)).join("");
  }
}

const CASES = [(text: string) => text, (text: string) => text.toUpperCase(), (text: string) => `Well, ${text} then.`];

function textsOf({ source, flags }: Guarded): string[] {
  const roll = dice(source.length);
  const tree = parsedPattern(source, flags);
  return Array.from({ length: 240 }, (_, n) => CASES[n % CASES.length]!(madeOf(tree, flags, roll)));
}

/** A text that it matches though none of the words is in it. */
function missedBy({ source, flags, words }: Guarded, texts: readonly string[]): string | undefined {
  const guard = new GuardedPattern(source, flags, words);
  const pattern = new RegExp(source, flags.replace("g", ""));
  return texts.find((text) => !guard.mayMatch(text) && pattern.test(text));
}

test("no text made of a pattern is kept from it, and each pattern has some", () => {
  expect(all.length).toBeGreaterThan(250);
  let matched = 0;
  for (const one of all) {
    const texts = textsOf(one);
    expect(missedBy(one, texts), one.source).toBeUndefined();
    const pattern = new RegExp(one.source, one.flags.replace("g", ""));
    if (texts.some((text) => pattern.test(text))) matched++;
  }
  expect(matched).toBeGreaterThan(all.length * 0.95);
});

test("nor any line or sentence of the pages, records and tests in here", () => {
  const folders = ["docs", "test/distill", "test/transcripts/recorded", "src/capture", "bench/capture-quality"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:md|jsonl|txt|ts)$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split(/\n|\\n|(?<=[.!?]) /));
  const texts = [...new Set(lines)].filter((line) => line.length < 600).filter((_, n) => n % 3 === 0);
  expect(texts.length).toBeGreaterThan(4_000);
  for (const one of all) expect(missedBy(one, texts), one.source).toBeUndefined();
});

test("the law finds a word that is missing", () => {
  const found = all.filter((one) => {
    const words = one.words.split("|");
    const texts = textsOf(one);
    return words.some((_, n) => {
      const without = words.filter((_word, place) => place !== n).join("|") || "\u0000";
      return missedBy({ ...one, words: without }, texts) !== undefined;
    });
  });
  expect(found.length).toBeGreaterThan(all.length * 0.95);
});

test("a sign that another stands for where case is ignored is of the small form, or no words are looked for", () => {
  const letters = new Set(all.flatMap(({ words }) => [...words.replace(/[AB|]/g, "")]));
  const signs = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).join("");
  for (const letter of letters)
    for (const flags of ["giu", "gi"]) {
      const escaped = letter.replace(/[.*+?^${}()|[\]\\/]/, "\\$&");
      for (const [sign] of signs.matchAll(new RegExp(escaped, flags)))
        expect(new GuardedPattern("", flags, letter).mayMatch(sign), `${letter} ${sign}`).toBe(true);
    }
});

test.each([
  ["\\b(?:don'?t|never)\\b", "i", ["Bdon'tB", "BdontB", "BneverB"]],
  ["^(?:no|stop)\\b", "i", ["AnoB", "AstopB"]],
  ["(?:yes|no) .{0,9}\\b(?:decided|agreed)", "i", ["Bdecided", "Bagreed"]],
  ["\\d+ files?|[?？]", "i", undefined],
  ["(?:keep )?\\p{L}+", "iu", undefined],
  ["keep(?! it)", "y", undefined],
])("the words of %s", (source, flags, words) => {
  expect(wordsOf(source, flags)).toEqual(words);
});

test("it answers as the pattern does, whatever is asked of it", () => {
  const [source, words] = ["\\b(?:keep|drop) (it|this)\\b", "Bkeep itB|Bkeep thisB|Bdrop itB|Bdrop thisB"];
  for (const text of ["Keep it, and drop this.", "keep itself", "", "I keep\nit", "DROP THIS", "\u017fo \u212aeep it"])
    for (const flags of ["i", "gi", "giu"]) {
      const guarded = () => new GuardedPattern(source, flags, words) as unknown as RegExp;
      const pattern = () => new RegExp(source, flags);
      const answers = (one: () => RegExp) => [
        one().test(text),
        one().exec(text),
        text.match(one()),
        text.replace(one(), "<$1>"),
        text.search(one()),
        text.split(one()),
        flags.includes("g") ? [...text.matchAll(one())] : [],
        new RegExp(one()).test(text),
      ];
      expect(answers(guarded), `${text} ${flags}`).toEqual(answers(pattern));
    }
});

test("in a module only its constants are guarded, and once its text is evaluated they are what they were", () => {
  const pattern = "/\\b(?:postponed until later|left for another day|not yet decided)\\b/i";
  const module = `export const cues = {\n  late: ${pattern},\n} as const;\nfunction f() {\n  return ${pattern};\n}\n`;
  const made: string = withGuardedPatterns(module, "./x.ts");
  expect(made.match(/new GuardedPattern/g)).toHaveLength(1);
  expect(made).toContain(`return ${pattern}`);
  expect(
    withGuardedPatterns('const A = "/\\\\b(?:postponed until later|left for another day|not yet)\\\\b/i";\n', "./x.ts"),
  ).not.toContain("Guarded");
});
