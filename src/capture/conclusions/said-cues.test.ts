import { expect, test } from "vitest";
import { isToldForGood } from "./said-cues.ts";

test.each([
  ["Remember that deploys go out on Mondays.", true],
  ["Note: deploys go out from the release branch", true],
  ["please remember how deploys go: from the release branch, never from main", true],
  ["From now on, tag every release", true],
  ["note how deploys go", false],
  ["Note down where the logs lie.", false],
  ["remember why we did that?", false],
])("%j is told for good: %s", (said, isTold) => {
  expect(isToldForGood(said)).toBe(isTold);
});
