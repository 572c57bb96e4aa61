import { beforeAll, expect, test } from "vitest";
import { buildDriver } from "../crash/build.ts";
import { buildDriver as buildMerge } from "./clones.ts";
import { simulate } from "./simulation.ts";

let driver = "";
beforeAll(async () => {
  buildMerge();
  driver = await buildDriver("killed-driver.ts");
});

// setFaults: its own process.
test.each([2, 5])(
  "clones that change, merge, rebase and pick in any order end with the same bytes, seed %i",
  async (seed) => {
    const { wrong, acknowledged, merges } = await simulate(seed, driver);
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(4);
    expect(merges).toBeGreaterThan(8);
  },
);

test("a seed replays: the same changes, merges and kills, and the same bytes in the end", async () => {
  const first = await simulate(1, driver);
  expect(first.kills).toBeGreaterThan(0);
  expect(await simulate(1, driver)).toEqual(first);
});
