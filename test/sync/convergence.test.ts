import { beforeAll, describe, expect, test } from "vitest";
import { buildDriver } from "../crash/build.ts";
import { placeKinds } from "./machines.ts";
import { simulate } from "./simulation.ts";

let driver = "";
beforeAll(async () => {
  driver = await buildDriver("killed-driver.ts");
});

// setFaults: its own process.
describe.each(placeKinds)("over a %s", (kind) => {
  test.each(kind === "git" ? [5] : [5, 10])(
    "machines that change, sync, fail and die in any order end with the same bytes, seed %i",
    async (seed) => {
      const { wrong, acknowledged, syncs } = await simulate(seed, kind, driver);
      expect(wrong).toEqual([]);
      expect(acknowledged).toBeGreaterThan(3);
      expect(syncs).toBeGreaterThan(5);
    },
    240_000,
  );
});
