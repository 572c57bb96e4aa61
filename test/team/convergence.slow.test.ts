/** The simulation over many seeds: 0 changes lost, 0 that came back, the same bytes everywhere. */

import { beforeAll, expect, test } from "vitest";
import { buildDriver } from "../crash/build.ts";
import { buildDriver as buildMerge } from "./clones.ts";
import { simulate } from "./simulation.ts";

let driver = "";
beforeAll(async () => {
  buildMerge();
  driver = await buildDriver("killed-driver.ts");
});

const SEEDS = Number(process.env["CAIRN_SEEDS"] ?? 300);
const FROM = Number(process.env["CAIRN_SEED"] ?? 1_000);
const GROUPS = 10;

// setFaults: its own process.
test.each(Array.from({ length: GROUPS }, (_, n) => n))(
  "the clones converge, part %i",
  async (part) => {
    let [acknowledged, merges, kills] = [0, 0, 0];
    const wrong: string[] = [];
    for (let seed = FROM + part; seed < FROM + SEEDS; seed += GROUPS) {
      const ran = await simulate(seed, driver).catch((error: unknown) => ({
        wrong: [String(error)],
        acknowledged: 0,
        merges: 0,
        kills: 0,
      }));
      wrong.push(...ran.wrong.map((what) => `seed ${seed}: ${what}`));
      acknowledged += ran.acknowledged;
      merges += ran.merges;
      kills += ran.kills;
    }
    console.log(`part ${part}: ${acknowledged} acknowledged changes, ${merges} merges, ${kills} kills`);
    expect(wrong).toEqual([]);
  },
  3_600_000,
);
