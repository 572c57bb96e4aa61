/** The same races for long: 5,000 swaps each. */

import { expect, test } from "vitest";
import { raceAt, races } from "./swap-race.ts";

test.each(Object.entries(races))("%s, swapped thousands of times while Cairn works in it", async (_, of) => {
  expect((await raceAt(of, 5_000)).rounds).toBeGreaterThan(20);
});
