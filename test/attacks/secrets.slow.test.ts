/** Every class of secret in every context, by every way in: 0 raw bytes on the disk (S7). */

import { expect, test } from "vitest";
import { house } from "../support/house.ts";
import { Bloodhound, baits } from "./leaks.ts";
import { push } from "./push.ts";
import { refusals, writes } from "./routes.ts";

test("40 and more classes in six contexts through every way in: nothing on the disk, every caller told", async () => {
  const place = house();
  const reached = { place, library: await place.library(), client: await place.serve() };
  const seed = Number(process.env["CAIRN_SECRET_SEED"] ?? 1);
  const scent = baits(seed, (_, contexts) => contexts);
  const hound = new Bloodhound(scent);
  const written = await push(scent, writes, 7, hound, reached);
  const refused = await push(scent, refusals, 2, hound, reached);
  await reached.client.close();
  console.log(`${scent.length} secrets, ${written.inputs} written, ${refused.inputs} refused`);
  expect([...written.untold, ...refused.untold]).toEqual([]);
  expect([...written.echoed, ...refused.echoed]).toEqual([]);
  expect(hound.inFolder(place.base)).toEqual([]);
  expect(written.inputs + refused.inputs).toBeGreaterThan(6_000);
});
