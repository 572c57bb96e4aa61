import { expect, test } from "vitest";
import { sendDown } from "./poison-road.ts";
import { dressNames, poisonIn } from "./poison-strings.ts";

const BATCH = 40;

test("more than 5,000 strings go down the whole road, and nothing gets further than it may", async () => {
  const all = dressNames.flatMap(poisonIn);
  expect(all.length).toBeGreaterThanOrEqual(5_000);
  let [drafts, refused] = [0, 0];
  for (let from = 0; from < all.length; from += BATCH) {
    const passed = await sendDown(all.slice(from, from + BATCH));
    drafts += passed.drafts;
    refused += passed.refused;
  }
  expect(drafts).toBeGreaterThan(2_000);
  expect(refused).toBeGreaterThan(100);
}, 1_800_000);
