/** Every class of secret in every context, by every way in: 0 raw bytes on the disk (S7). */

import { expect, test } from "vitest";
import { contexts } from "../secrets/contexts.ts";
import { House } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import { type Bait, Bloodhound, baits } from "./leaks.ts";
import { push } from "./push.ts";
import { refusals, writes } from "./routes.ts";

/** A house for so many secrets: what lies there is read again by every command. */
const AT_ONCE = 12;

test.each(Object.keys(contexts))(
  "every class of secret in a line of %s through every way in: nothing on the disk, every caller told",
  async (context) => {
    const scent = baits(seed, () => [context]);
    let inputs = 0;
    for (let from = 0; from < scent.length; from += AT_ONCE) inputs += await hunt(scent.slice(from, from + AT_ONCE));
    console.log(`${context}: ${scent.length} secrets, ${inputs} inputs`);
    expect(inputs).toBeGreaterThan(1_000);
  },
);

async function hunt(scent: readonly Bait[]): Promise<number> {
  const place = new House();
  const reached = { place, library: await place.library(), client: await place.serve() };
  const hound = new Bloodhound(scent);
  try {
    const written = await push(scent, writes, 8, hound, reached);
    const refused = await push(scent, refusals, 4, hound, reached);
    expect([...written.untold, ...refused.untold]).toEqual([]);
    expect([...written.echoed, ...refused.echoed]).toEqual([]);
    await reached.client.close();
    expect(hound.inFolder(place.base)).toEqual([]);
    return written.inputs + refused.inputs;
  } finally {
    await reached.client.close();
    place.remove();
  }
}
