import { expect, test } from "vitest";
import { bringCommits, bringProposals, sorts } from "./hostile.ts";

test("of hostile commits nothing reaches another's session unreviewed, and the check finds what must not lie there", async () => {
  const { tried, wrong } = await bringCommits(1, Object.keys(sorts).length);
  expect(wrong).toEqual([]);
  expect(tried).toBe(Object.keys(sorts).length);
});

test("of hostile proposals no secret gets through share, and nothing reaches another unreviewed", async () => {
  expect((await bringProposals(2, 12)).wrong).toEqual([]);
});
