import fc from "fast-check";
import { expect, test } from "vitest";
import { faultLineOf } from "./json-text.ts";

test.each([
  ['{"a": 1}', undefined],
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  // why\n  "a": 1\n}', 2],
  ['{"a": [1, 2\n', 2],
  ["", 1],
  ['{"a": "x\ny"}', 1],
  ["nul", 1],
  ["[1] x", 1],
])("%j is wrong on line %j", (text, line) => {
  expect(faultLineOf(text)).toBe(line);
});

/** Valid JSON with a character changed, put in or taken out: half of it is broken, near the edge. */
const almostJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", ",", '"', "}", "]", "{", "[", "x", "0", "-", "\\", "\n", ":"),
    fc.boolean(),
  )
  .map(([text, at, put, over]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + (over ? 1 : 0));
  });

test("a fault is found exactly where Node finds one", () => {
  fc.assert(
    fc.property(almostJson, (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false; // that is the question
      }
      expect(faultLineOf(text) === undefined).toBe(valid);
    }),
    { numRuns: 3_000 },
  );
});
