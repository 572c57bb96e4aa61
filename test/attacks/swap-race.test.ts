/** A folder or a file that turns into a link between two looks at it: nothing outside is read or written (S8). */

import { test } from "vitest";
import { raceAt, races } from "./swap-race.ts";

test.each(Object.entries(races))("%s, swapped for a link and back while Cairn works in it", async (_, of) => {
  await raceAt(of, { swaps: 600, rounds: 8 });
});
