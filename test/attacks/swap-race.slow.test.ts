/** The same races for long: 5,000 swaps each. */

import { test } from "vitest";
import { raceAt, races } from "./swap-race.ts";

test.each(Object.entries(races))("%s, swapped thousands of times while Cairn works in it", async (_, of) => {
  await raceAt(of, { swaps: 5_000, rounds: 60 });
});
