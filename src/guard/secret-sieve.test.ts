/** The sieve keeps back nothing that the full look would find. */

import { expect, test } from "vitest";
import { benignLines } from "../../test/secrets/benign-lines.ts";
import { contexts } from "../../test/secrets/contexts.ts";
import { secretClasses as generated, generateSecret } from "../../test/secrets/generators.ts";
import { bare, barePlaces, encodings, namedPlaces, namedSecret } from "../../test/secrets/kept-back.ts";
import { rngFrom } from "../../test/secrets/rng.ts";
import { hasSecret } from "./redact.ts";
import { secretClasses } from "./secret-classes.ts";
import { caselessMarks, exactMarks } from "./secret-marks-table.ts";
import { hasMark } from "./secret-sieve.ts";

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test("its marks are the keywords of the table, each that holds another left out", () => {
  const marks = { exact: new Set<string>(), caseless: new Set<string>() };
  for (const { pattern, keywords } of secretClasses) {
    const set = pattern instanceof RegExp && pattern.ignoreCase ? marks.caseless : marks.exact;
    for (const keyword of keywords) set.add(keyword);
  }
  expect(exactMarks).toEqual(shortest(marks.exact));
  expect(caselessMarks).toEqual(shortest(marks.caseless));
});

function shortest(marks: ReadonlySet<string>): string[] {
  return [...marks].filter((mark) => ![...marks].some((other) => other !== mark && mark.includes(other))).sort();
}

test("a made-up secret of every class is seen by it wherever it stands", () => {
  for (const secretClass of generated)
    for (const seed of SEEDS)
      for (const write of Object.values(contexts))
        expectSeen(write(generateSecret(secretClass, rngFrom(seed * 7919 + 1)), rngFrom(seed)));
});

test("so are those that are hard to find: bare, named in other ways, encoded, veiled", () => {
  for (const seed of SEEDS) {
    for (const make of Object.values(bare)) {
      const value = make(rngFrom(seed));
      for (const write of Object.values(barePlaces)) expectSeen(write(value));
      for (const encode of Object.values(encodings)) expectSeen(encode(value));
      expectSeen([...value].join("\u200b"));
    }
    const { name, value } = namedSecret(rngFrom(seed));
    for (const write of Object.values(namedPlaces)) expectSeen(write(name, value));
  }
});

test("most harmless lines have no mark", () => {
  const lines = benignLines(2_000, 7);
  for (const line of lines) expectSeen(line);
  expect(lines.filter(hasMark).length).toBeLessThan(lines.length * 0.9);
});

function expectSeen(text: string): void {
  if (hasSecret(text)) expect(hasMark(text), text).toBe(true);
}
