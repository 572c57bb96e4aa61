/** A hard forget and a purge killed at every disk call they make, before it and after it. */

import { expect, test } from "vitest";
import { House } from "../support/house.ts";
import { eraseAndDie, live, remains } from "./erasing.ts";

const EVERY = Number(process.env["CAIRN_ERASE_STEP"] ?? 8);

test.each(["forget", "purge"])("%s, killed at every few disk calls: the next command finishes it", async (how) => {
  const ends = { erased: 0, "never begun": 0, calls: 0 };
  let place = await prepared();
  for (let call = 1; ; call += EVERY) {
    if (call % 40 === 1) place = await renewed(place);
    const life = await live(place, call, { briefly: call % 3 !== 0 });
    if (how === "purge") await place.ask(["forget", life.id]);
    const survived = eraseAndDie(place, how === "purge" ? "purge" : life.id, call, call % 2 === 0);
    expect((await place.run(["list"])).code).toBe(0);
    const shown = await place.cli(["show", life.id]);
    if (shown.code === 0) expect(shown.out).toContain(`alpha${call}quartz`);
    else expect({ call, remains: remains(place, life) }).toEqual({ call, remains: [] });
    ends[shown.code === 0 ? "never begun" : "erased"]++;
    if (how === "purge") await place.ask(["gc", "--purge", "--yes"]);
    ends.calls = call;
    if (survived) break;
  }
  place.remove();
  console.log(`${how}: ${JSON.stringify(ends)}`);
  expect(Math.min(ends.erased, ends["never begun"])).toBeGreaterThan(5);
});

async function prepared(): Promise<House> {
  const place = new House();
  await place.ask(["config", "set", "delete.grace_period_days", "0"]);
  return place;
}

/** What lies there is searched each time: a fresh house now and then keeps that quick. */
async function renewed(old: House): Promise<House> {
  old.remove();
  return prepared();
}
