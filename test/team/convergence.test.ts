import { beforeAll, expect, test } from "vitest";
import { buildDriver } from "./clones.ts";
import { simulate } from "./simulation.ts";

beforeAll(buildDriver);

// setFaults: its own process.
test.each([1, 2])(
  "clones that change, merge, rebase and pick in any order end with the same bytes, seed %i",
  async (seed) => {
    const { wrong, acknowledged, merges } = await simulate(seed);
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(4);
    expect(merges).toBeGreaterThan(8);
  },
);
