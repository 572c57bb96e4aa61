/** The simulation over many seeds: 0 changes lost, 0 that came back, the same bytes on every machine. */

import { beforeAll, describe, expect, test } from "vitest";
import { buildDriver } from "../crash/build.ts";
import { placeKinds } from "./machines.ts";
import { simulate } from "./simulation.ts";

const SEEDS = Number(process.env["CAIRN_SEEDS"] ?? 300);
const FROM = Number(process.env["CAIRN_SEED"] ?? 1_000);
const GROUPS = 10;

let driver = "";
beforeAll(async () => {
  driver = await buildDriver("killed-driver.ts");
});

// setFaults: its own process.
describe.each(placeKinds)("over a %s", (kind) => {
  test.each(Array.from({ length: GROUPS }, (_, n) => n))(
    "the machines converge, part %i",
    async (part) => {
      const sum = { acknowledged: 0, syncs: 0, kills: 0 };
      const wrong: string[] = [];
      for (let seed = FROM + part; seed < FROM + SEEDS; seed += GROUPS) {
        const ran = await simulate(seed, kind, driver).catch((error: unknown) => ({
          wrong: [String(error)],
          acknowledged: 0,
          syncs: 0,
          kills: 0,
        }));
        wrong.push(...ran.wrong.map((what) => `seed ${seed}: ${what}`));
        sum.acknowledged += ran.acknowledged;
        sum.syncs += ran.syncs;
        sum.kills += ran.kills;
      }
      console.log(
        `${kind}, part ${part}: ${sum.acknowledged} acknowledged changes, ${sum.syncs} syncs, ${sum.kills} kills`,
      );
      expect(wrong).toEqual([]);
    },
    3_600_000,
  );
});
