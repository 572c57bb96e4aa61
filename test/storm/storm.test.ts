/** A small storm in every run; the whole one is in the slow suite. */

import { expect, test } from "vitest";
import { house } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import { judge } from "./judge.ts";
import { commonGround, storm } from "./storm.ts";

test("4 processes write at once and some are killed: nothing acknowledged is lost, nothing is left behind", async () => {
  const place = house();
  await commonGround(place);
  const aftermath = await storm(place, { processes: 4, writes: 8, seed, manner: "mixed", deaths: 10 });
  const figures = await judge(place, aftermath);
  console.log(`storm ${seed}: ${JSON.stringify(figures)}`);
  expect(aftermath.ledger.length).toBeGreaterThanOrEqual(32);
});

test("one memory that 4 processes add to holds what was acknowledged, once each", async () => {
  const place = house();
  await commonGround(place);
  const aftermath = await storm(place, { processes: 4, writes: 6, seed, manner: "tokens", deaths: 10 });
  const figures = await judge(place, aftermath);
  console.log(`tokens ${seed}: ${JSON.stringify(figures)}`);
  expect(figures.memories).toBe(1);
});
