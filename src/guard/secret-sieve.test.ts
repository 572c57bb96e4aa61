/** The sieve keeps back nothing that the full look would find. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { benignLines } from "../../test/secrets/benign-lines.ts";
import { contexts } from "../../test/secrets/contexts.ts";
import { secretClasses as generated, generateSecret } from "../../test/secrets/generators.ts";
import { bare, barePlaces, encodings, namedPlaces, namedSecret } from "../../test/secrets/kept-back.ts";
import { rngFrom } from "../../test/secrets/rng.ts";
import { hasSecret } from "./redact.ts";
import { secretClasses } from "./secret-classes.ts";
import { caselessMarks, exactMarks } from "./secret-marks-table.ts";
import { hasMark, matchesMark, saysMark } from "./secret-sieve.ts";

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

test("the name of a session and the sum of a text are no marks, but what is encoded in as many characters is one", () => {
  const uuid = "760f230b-96a5-4c5f-9a53-2f0a6b1c0001";
  const sum = "51d1bb746386fa5cee6ce78037ceefb87231f7493b4e94d0432c1e7f2d13de9b";
  for (const text of [uuid, sum, `Session ${uuid}.`, `${uuid}\n${sum}`])
    expect([text, hasMark(text)]).toEqual([text, false]);
  const encoded = Buffer.from("sk_live_4eC39HqLyjWDarjtT1zdp7dc").toString("hex");
  expect([encoded.length, hasSecret(encoded), hasMark(encoded)]).toEqual([64, true, true]);
});

test("whatever stands around such a name or sum, or is taken for one, a secret in it is seen", () => {
  const sum = fc.stringMatching(/^[0-9a-f]{64}$/);
  const asText = fc
    .string({ unit: fc.constantFrom(..."abcxyzABC0189_-"), minLength: 20, maxLength: 48 })
    .map((text) => Buffer.from(text).toString("hex"));
  const around = fc.constantFrom("", " ", "-", "_", "x", "a_", "key=", "token: ", "sk_", ".", "/", "\n", "=");
  const property = fc.property(around, fc.oneof(fc.uuid(), sum, asText), around, (before, run, after) => {
    expectSeen(before + run + after);
  });
  fc.assert(property, { numRuns: 3_000 });
});

test("asked mark by mark a text says what it says to one pattern of all marks", () => {
  const secrets = generated.flatMap((row) => [1, 2, 3].map((seed) => generateSecret(row, rngFrom(seed)).value));
  const cased = [...exactMarks, ...caselessMarks].flatMap((mark) => [mark, mark.toUpperCase(), `x${mark}x`]);
  // Whatever else stands in a text makes it odd, and odd ones are not asked.
  const texts = [...benignLines(1_000, 3), ...secrets, ...cased].filter((text) => /^[\t\n\r -~]*$/.test(text));
  expect(texts.map((text) => [text, saysMark(text)])).toEqual(texts.map((text) => [text, matchesMark(text)]));
});

test("most harmless lines have no mark", () => {
  const lines = benignLines(2_000, 7);
  for (const line of lines) expectSeen(line);
  expect(lines.filter(hasMark).length).toBeLessThan(lines.length * 0.9);
});

function expectSeen(text: string): void {
  if (hasSecret(text)) expect(hasMark(text), text).toBe(true);
}
