import { test } from "vitest";
import { pointName, pointsOf } from "./kill.ts";
import { chainsOf, cutAt, statesAfterKill, statesOf } from "./power-loss.ts";
import { killRecoveryAt, recoveryCalls, wreckAt } from "./recovery.ts";
import { isDeep, isSkipped, patience, sample, seed, Tally } from "./report.ts";
import { onStage, workloads } from "./stage.ts";

const FILE = "test/crash/power.test.ts";
/** One chain of acts in so many, and at each moment of it one way in which the power can go. */
const CHAINS = 18;
const KILLS = { plain: 2, shop: 1 };
const WRECKS = { plain: 6, shop: 3 };

test(
  "D3: whenever the power goes, what was acknowledged is on the disk and everything is old or new",
  async () => {
    const tally = new Tally("D3 power cuts", FILE);
    for (const name of workloads) {
      await onStage(name, seed, async ({ program, world, scenes }) => {
        for (const [from, chain] of chainsOf(scenes, 2).entries()) {
          if (!isDeep && from % CHAINS !== seed % CHAINS) continue;
          for await (const state of statesOf(program, world, chain, { seed, perMoment: 1 })) {
            const point = `${name}/${from}/${state.scene.index}@${state.moment}.${state.way}`;
            if (isSkipped(point)) continue;
            await tally.note(point, cutAt(program, world, state));
            tally.count("states");
          }
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D3: the same where a process was killed first, and the power goes in or after the recovery",
  async () => {
    const tally = new Tally("D3 power cuts after a kill", FILE);
    for (const name of workloads) {
      await onStage(name, seed, async ({ program, world, scenes }) => {
        for (const point of sample(scenes.flatMap(pointsOf), KILLS[name], (one) => pointName(name, one), 2)) {
          for (const state of await statesAfterKill(program, world, point, { seed, perMoment: 2 })) {
            await tally.note(pointName(name, point), cutAt(program, world, state));
            tally.count("states");
          }
        }
      });
    }
    tally.conclude();
  },
  patience,
);

test(
  "D4: recovery is killed at every call that changes something, and the next one finishes it",
  async () => {
    const tally = new Tally("D4 recoveries killed", FILE);
    for (const name of workloads) {
      await onStage(name, seed, async ({ program, world, scenes }) => {
        for (const point of sample(scenes.flatMap(pointsOf), WRECKS[name], (one) => pointName(name, one), 3)) {
          const wreck = await wreckAt(program, world, point);
          for (const n of await recoveryCalls(program, world, wreck)) {
            await tally.note(pointName(name, point), killRecoveryAt(program, world, wreck, n));
            tally.count("points");
          }
          tally.count("states");
        }
      });
    }
    tally.conclude();
  },
  patience,
);
