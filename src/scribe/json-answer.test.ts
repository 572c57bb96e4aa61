import { expect, test } from "vitest";
import { answersIn } from "./json-answer.ts";

test.each([
  ['{"a": 1}', [{ a: 1 }]],
  ['Here it is:\n```json\n{"a": {"b": "}"}}\n```\nDone.', [{ a: { b: "}" } }]],
  ['[{"a": 1}, 2, {"b": 3}]', [{ a: 1 }, { b: 3 }]],
  ['As in [1]: {"a": 1}', [{ a: 1 }]],
  ["save: it was said", []],
  ['{"a": ', []],
  ["null", []],
  ["", []],
])("%j holds %j", (said, found) => {
  expect(answersIn(said)).toEqual(found);
});
