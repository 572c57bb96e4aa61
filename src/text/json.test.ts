import { expect, test } from "vitest";
import { jsonFrom } from "./json.ts";

test.each([
  ['{"a":[1]}', { a: [1] }],
  ["null", null],
  ["", undefined],
  ['{"a":', undefined],
  ["<html>", undefined],
])("%j says %j", (text, value) => expect(jsonFrom(text)).toEqual(value));
