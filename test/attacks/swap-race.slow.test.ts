/** The same races for long: at least 2,000 swaps each. */

import { expect, test } from "vitest";
import { raceAt, races } from "./swap-race.ts";

test.each(Object.entries(races))("%s, swapped thousands of times while Cairn works in it", async (_, of) => {
  expect((await raceAt(of, 10_000)).swaps).toBeGreaterThanOrEqual(2_000);
});
