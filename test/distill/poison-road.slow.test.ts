import { expect, test } from "vitest";
import { sendDown } from "./poison-road.ts";
import { dressNames, poisonIn } from "./poison-strings.ts";

const BATCH = 44;

test("there are more than 5,000 strings", () => {
  expect(dressNames.flatMap(poisonIn).length).toBeGreaterThanOrEqual(5_000);
});

test.each(dressNames)("dressed as %s, no words from outside get further than they may", async (dress) => {
  const all = poisonIn(dress);
  let [drafts, refused] = [0, 0];
  for (let from = 0; from < all.length; from += BATCH) {
    const passed = await sendDown(all.slice(from, from + BATCH));
    drafts += passed.drafts;
    refused += passed.refused;
  }
  // What cannot be read says nothing: then only an obedient drafter brings it, and with a NUL in it nobody.
  const isDrafted = dress !== "null bytes";
  expect([drafts > 50, refused > 10]).toEqual([isDrafted, isDrafted]);
});
