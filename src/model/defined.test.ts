import { expect, test } from "vitest";
import { defined } from "./defined.ts";

test("a field without a value is left out; the others, false and empty ones too, stay in their order", () => {
  const fields = { b: 0, gone: undefined, a: "", no: false, nothing: null };
  expect(Object.entries(defined(fields))).toEqual([
    ["b", 0],
    ["a", ""],
    ["no", false],
    ["nothing", null],
  ]);
});
