import { expect, test } from "vitest";
import { processorMsOf } from "../../../test/support/processor-time.ts";
import { answersIn, jsonIn } from "./json-answer.ts";

test.each([
  ['{"a": 1}', [{ a: 1 }]],
  ['Here it is:\n```json\n{"a": {"b": "}"}}\n```\nDone.', [{ a: { b: "}" } }]],
  ['[{"a": 1}, 2, {"b": 3}]', [{ a: 1 }, { b: 3 }]],
  ['As in [1]: {"a": 1}', [{ a: 1 }]],
  ['The {name} stands for itself: {"a": 1}. So {there}.', [{ a: 1 }]],
  ['{"a": 1}\n{"b": "it said \\"}\\""}', [{ a: 1 }, { b: 'it said "}"' }]],
  ['A lone " and { then {"a": 1}', [{ a: 1 }]],
  ["save: it was said", []],
  ['{"a": ', []],
  ["null", []],
  ["", []],
])("%j holds %j", (said, found) => {
  expect(answersIn(said)).toEqual(found);
});

test("the one object of an answer is what was said last", () => {
  expect(jsonIn('First {"a": 1}, no: {"a": 2}')).toEqual({ value: { a: 2 } });
  expect(jsonIn("{")).toEqual({ problem: "not JSON" });
  expect(jsonIn("x".repeat(400_001))).toEqual({ problem: "longer than 400000 characters" });
});

test.each([
  ["a fence that is never closed", `\`\`\`${"\n".repeat(399_000)}x`],
  ["nothing but opening brackets", "{".repeat(400_000)],
  ["nothing but quotes and brackets", '{"'.repeat(200_000)],
])("%s is read in a moment", (_, text) => {
  expect(processorMsOf(() => expect(answersIn(text)).toEqual([]))).toBeLessThan(5_000);
});
