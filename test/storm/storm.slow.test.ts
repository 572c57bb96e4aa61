/** The whole storm, and one memory under all of them. CAIRN_SEED replays the kills, CAIRN_STORM_ROUNDS adds storms. */

import { expect, test } from "vitest";
import { house } from "../support/house.ts";
import { seed } from "../support/seed.ts";
import { judge } from "./judge.ts";
import { commonGround, storm } from "./storm.ts";

const rounds = Array.from({ length: Number(process.env["CAIRN_STORM_ROUNDS"] ?? 2) }, (_, n) => n);

test.each(rounds)("16 processes x 50 writes, one in ten killed: nothing acknowledged is lost (storm %i)", async (n) => {
  const place = house();
  const weather = seed + n;
  await commonGround(place);
  const aftermath = await storm(place, { processes: 16, writes: 50, seed: weather, manner: "mixed", deaths: 10 });
  const figures = await judge(place, aftermath);
  console.log(`storm ${weather}: ${JSON.stringify(figures)}`);
  expect(figures.writes).toBeGreaterThanOrEqual(800);
  expect(figures.kills).toBeGreaterThan(30);
});

test.each(rounds)(
  "one memory that 16 processes add to, 10 times each, holds what was acknowledged (storm %i)",
  async (n) => {
    const place = house();
    const weather = seed + n;
    await commonGround(place);
    const aftermath = await storm(place, { processes: 16, writes: 10, seed: weather, manner: "tokens", deaths: 10 });
    const figures = await judge(place, aftermath);
    console.log(`tokens ${weather}: ${JSON.stringify(figures)}`);
    expect(figures.memories).toBe(1);
  },
);

test("C7: 16 commands that add to one memory at once all merge, however loaded the machine is", async () => {
  const place = house();
  await place.run(["remember", "The gate opens inwards.", "--title", "Gate", "--kind", "decision"]);
  const additions = Array.from({ length: 16 }, (_, n) => `Addition ${n} of them.`);
  const ran = await Promise.all(additions.map((text) => place.run(["update", "gate", text], { limitMs: 120_000 })));
  expect(ran.map(({ code, err }) => [code, err])).toEqual(additions.map(() => [0, ""]));
  const { out } = await place.run(["show", "gate", "--json"]);
  const lines = JSON.parse(out).memory.body.split("\n");
  for (const text of additions) expect(lines.filter((line: string) => line === text)).toHaveLength(1);
});
