/** Every hostile name at every door (S8). */

import { join } from "node:path";
import { expect, test } from "vitest";
import { house } from "../support/house.ts";
import { Canary } from "./canary.ts";
import { doors, outsideOf, tryDoors } from "./doors.ts";
import { hostileNames } from "./hostile-names.ts";

test("every hostile name at every door: nothing outside is read or written, nothing crashes", async () => {
  const place = house();
  const canaries = [new Canary(place.at("outside")), new Canary(join(place.home, ".ssh"))];
  const before = outsideOf(place);
  const reached = { place, library: await place.library(), client: await place.serve() };
  const count = Object.keys(doors).length;
  const wrong = await tryDoors(count, reached);
  await reached.client.close();
  console.log(`${hostileNames.length} names at ${count} doors`);
  expect({ wrong, err: reached.client.err }).toEqual({ wrong: [], err: "" });
  expect(canaries.flatMap((canary) => canary.changes())).toEqual([]);
  expect(outsideOf(place)).toEqual(before);
});
