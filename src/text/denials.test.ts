import { expect, test } from "vitest";
import { denialsIn, saysNo } from "./denials.ts";

test.each([
  ["We do not deploy on Fridays", 1, true],
  ["It couldn’t start, and it never will", 2, true],
  ["The queue has no name", 1, false],
  ["Postgres instead of Redis", 1, false],
  ["The flag is no longer read", 1, true],
  ["Wir nutzen kein Redis", 1, true],
  ["本番では使わない", 1, true],
  ["A notable knot", 0, false],
])("%j says no so often: %d", (text, denials, denies) => {
  expect(denialsIn(text)).toBe(denials);
  expect(saysNo(text)).toBe(denies);
});
